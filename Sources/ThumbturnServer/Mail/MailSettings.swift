// SPDX-License-Identifier: Apache-2.0

import Configuration
package import OutgoingTransfers
import WireFormats

/// Where mail goes.
package enum MailDestination: Hashable, Sendable {
    /// Nothing is sent.
    case off
    /// Into a folder, for development.
    case folder(String)
    case relay(MailRelay)
}

/// The value of `--mail`, which names no secret.
struct MailAddressing: Hashable, Sendable {
    static let form = "smtps://USER@HOST|smtp://USER@HOST|file:DIR|off"

    var destination: MailDestination
    /// The user at the relay, whose secret is a setting of its own.
    var user: String?

    init(_ text: String) throws(ValueRejection) {
        if text == "off" {
            destination = .off
        } else if text.hasPrefix("file:"), text.utf8.count > 5 {
            destination = .folder(String(text.dropFirst(5)))
        } else {
            (destination, user) = try Self.readRelay(text)
        }
    }

    private static func readRelay(_ text: String) throws(ValueRejection) -> (MailDestination, String?) {
        let rejection = ValueRejection(
            "is no mail server", remedy: "Write smtps://USER@HOST:465, smtp://USER@HOST:587, file:DIR or off.")
        guard let mark = text.firstRange(of: "://") else { throw rejection }
        var rest = text[mark.upperBound...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var user: String?
        if let at = rest.lastIndex(of: "@") {
            guard let name = PercentEncoding.decode(String(rest[..<at])), !name.isEmpty,
                !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { throw rejection }
            guard !name.contains(":") else {
                throw ValueRejection(
                    "has a password, which other users of the machine can see",
                    remedy: "Leave it out, and set THUMBTURN_MAIL_PASSWORD or --mail-password-file.")
            }
            user = name
            rest = rest[rest.index(after: at)...]
        }
        var port: UInt16?
        if let colon = rest.lastIndex(of: ":"), !rest.hasSuffix("]") {
            guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else { throw rejection }
            port = number
            rest = rest[..<colon]
        }
        let host = String(rest.hasPrefix("[") && rest.hasSuffix("]") ? rest.dropFirst().dropLast() : rest)
        let relay: MailRelay
        switch text[..<mark.lowerBound].lowercased() {
        case "smtps": relay = MailRelay(host: host, security: .tls, port: port)
        case "smtp":
            // A relay on this machine needs no encryption, and often has none.
            let isLocal = host == "localhost" || WireFormats.IPAddress(host)?.isLoopback == true
            relay = MailRelay(host: host, security: isLocal ? .plainAtLoopback : .startTLS, port: port)
        default: throw rejection
        }
        // Only an address has colons.
        guard relay.url != nil, !host.contains(":") || WireFormats.IPAddress(host) != nil else { throw rejection }
        return (.relay(relay), user)
    }
}
