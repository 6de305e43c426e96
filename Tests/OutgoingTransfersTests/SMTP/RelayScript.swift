// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import TestSupport

/// How a test relay behaves on a connection. By default, it accepts everything without encryption.
struct RelayScript: Sendable {
    enum Encryption: Sendable {
        case none
        case tls(CertificatePair)
        case startTLS(CertificatePair)
    }

    /// Where a relay can do something else than accepting.
    enum Step: CaseIterable, Sendable {
        case greeting
        case ehlo
        case helo
        case startTLS
        case auth
        case sender
        case recipient
        case data
        case message
        case leave
    }

    enum Action: Sendable {
        /// Sends these lines.
        case replies([String])
        /// Sends nothing and waits for the end of the connection.
        case stalls
        /// Closes the connection.
        case drops
        /// Replies as usual, and reads nothing more until the gate is open.
        case waits(Gate)
        /// Replies with what the client has sent to authenticate.
        case repeats(status: Int)
    }

    var encryption = Encryption.none
    /// What follows the relay's name in its reply to EHLO.
    var extensions = ["8BITMIME", "SIZE 10485760"]
    var actions: [Step: Action] = [:]
    /// The user name and the secret that are accepted.
    var user = (name: "mailer", secret: "correct horse")

    static func refusing(at step: Step, _ lines: String...) -> RelayScript {
        doing(.replies(lines), at: step)
    }

    static func doing(_ action: Action, at step: Step) -> RelayScript {
        var script = RelayScript()
        script.extensions.append("AUTH PLAIN LOGIN")
        script.actions[step] = action
        return script
    }

    static func offering(_ extensions: String...) -> RelayScript {
        var script = RelayScript()
        script.extensions = extensions
        return script
    }
}
