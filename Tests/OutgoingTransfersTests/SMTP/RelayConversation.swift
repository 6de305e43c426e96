// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import TestSupport

/// One connection to a test relay, from the greeting to its end.
final class RelayConversation {
    private let wire: RelayWire
    private let script: RelayScript
    private let record: ((inout TestRelay.Record) -> Void) -> Void
    private var isAuthenticated = false
    private var answers: [String] = []

    init(_ wire: RelayWire, _ script: RelayScript, record: @escaping ((inout TestRelay.Record) -> Void) -> Void) {
        self.wire = wire
        self.script = script
        self.record = record
    }

    func run() {
        if case .tls(let certificates) = script.encryption, !wire.encrypt(with: certificates) { return }
        guard reply(at: .greeting, "220 relay.test ESMTP") else { return }
        while let line = wire.line() {
            let isPlain = !wire.isEncrypted
            record { record in
                record.commands.append(line)
                if isPlain { record.plainCommands.append(line) }
            }
            guard handle(line) else { return }
        }
    }

    /// Returns whether the connection goes on.
    private func handle(_ line: String) -> Bool {
        switch line.split(separator: " ").first.map({ $0.split(separator: ":")[0].uppercased() }) {
        case "EHLO": return reply(at: .ehlo, greetings)
        case "HELO": return reply(at: .helo, "250 relay.test")
        case "STARTTLS":
            guard reply(at: .startTLS, "220 Go ahead"), case .startTLS(let certificates) = script.encryption else {
                return false
            }
            return script.actions[.startTLS] != nil || wire.encrypt(with: certificates)
        case "AUTH": return authenticate(line)
        case "MAIL": return reply(at: .sender, "250 2.1.0 Sender ok")
        case "RCPT": return reply(at: .recipient, "250 2.1.5 Recipient ok")
        case "DATA": return takeMessage()
        case "QUIT":
            _ = reply(at: .leave, "221 Bye")
            return false
        default:
            wire.send("500 What?")
            return true
        }
    }

    private var greetings: String {
        var lines = ["relay.test"] + script.extensions
        if case .startTLS = script.encryption, !wire.isEncrypted { lines.append("STARTTLS") }
        return lines.enumerated()
            .map { "250\($0.offset == lines.count - 1 ? " " : "-")\($0.element)" }.joined(separator: "\r\n")
    }

    private func takeMessage() -> Bool {
        guard reply(at: .data, "354 Go ahead") else { return false }
        // A refused message doesn't follow.
        if case .replies = script.actions[.data] { return true }
        guard let message = wire.message() else {
            let rest = wire.rest()
            record { $0.rest = rest }
            return false
        }
        record { $0.message = message }
        return reply(at: .message, "250 2.0.0 Taken over as 4711")
    }

    private func authenticate(_ line: String) -> Bool {
        let (name, secret) = script.user
        let expected: [String]
        switch line {
        case "AUTH PLAIN": expected = ["\0\(name)\0\(secret)"]
        case "AUTH LOGIN": expected = [name, secret]
        case "AUTH XOAUTH2": expected = ["user=\(name)\u{1}auth=Bearer \(secret)\u{1}\u{1}"]
        default:
            wire.send("504 5.5.4 No such mechanism")
            return true
        }
        var raw: [String] = []
        for number in expected.indices {
            wire.send(line == "AUTH LOGIN" ? (number == 0 ? "334 VXNlcm5hbWU6" : "334 UGFzc3dvcmQ6") : "334 ")
            guard let answer = wire.line() else { return false }
            raw.append(answer)
        }
        answers = raw
        let given = raw.map { String(decoding: Data(base64Encoded: $0) ?? Data(), as: UTF8.self) }
        let isRight = given == expected
        record { record in
            record.answers = given
            record.isAuthenticated = isRight
        }
        return reply(at: .auth, isRight ? "235 2.7.0 Welcome" : "535 5.7.8 Wrong user or password")
    }

    /// Replies as the script says, or with a usual line. Returns whether the connection goes on.
    private func reply(at step: RelayScript.Step, _ line: String) -> Bool {
        switch script.actions[step] {
        case nil: wire.send(line)
        case .replies(let lines): wire.send(lines.joined(separator: "\r\n"))
        case .repeats(let status):
            wire.send("\(status) You sent \(answers.joined(separator: " and "))! \(script.user.secret)?")
        case .drops: return false
        case .stalls:
            let rest = wire.rest()
            let hasGivenUp = wire.hasGivenUp
            record { record in
                record.rest = rest
                record.hasGivenUp = hasGivenUp
            }
            return false
        case .waits(let gate):
            wire.send(line)
            gate.pass()
        }
        return true
    }
}
