// SPDX-License-Identifier: Apache-2.0

/// The mail server that takes all messages, as an operator configures it.
package struct MailRelay: Hashable, Sendable {
    package enum Security: Hashable, Sendable {
        /// TLS from the first byte, usually at port 465.
        case tls
        /// TLS after `STARTTLS`, without which nothing is sent, usually at port 587.
        case startTLS
        /// No encryption. Connections are opened to this machine only.
        case plainAtLoopback
    }

    /// How the server proves to the relay that it may send.
    package struct User: Hashable, Sendable {
        package enum Secret: Hashable, Sendable {
            /// Sent with the mechanism PLAIN or LOGIN.
            case password(String)
            /// The path of a file with an access token, which is read for each message and sent with XOAUTH2.
            case accessTokenFile(String)
        }

        package let name: String
        package let secret: Secret

        package init(_ name: String, _ secret: Secret) {
            self.name = name
            self.secret = secret
        }
    }

    /// A name or an IP address.
    package let host: String
    package let security: Security
    package var port: UInt16
    /// The user, without whom no message is sent then; `nil` for a relay that asks for none.
    package var user: User?
    /// The name with which the server introduces itself (`EHLO`); `nil` for this machine's.
    package var ownName: String?
    /// A file with the trusted certificates as PEM; `nil` for those of the system.
    package var trustedCertificates: String?
    /// The limits, in milliseconds: until a message can be sent, which includes the relay's greeting and the
    /// authentication, and of the whole transfer.
    package var connectTimeout = 10_000
    package var timeout = 60_000

    /// - Parameter port: `nil` for the usual one.
    package init(host: String, security: Security, port: UInt16? = nil) {
        self.host = host
        self.security = security
        self.port =
            port
            ?? {
                switch security {
                case .tls: 465
                case .startTLS: 587
                case .plainAtLoopback: 25
                }
            }()
    }

    /// The URL for libcurl, whose path is the name for `EHLO`; `nil` if a name is malformed.
    package var url: String? {
        guard Self.isName(host) || Self.isIPv6(host), ownName.map(Self.isName) ?? true else { return nil }
        let scheme = security == .tls ? "smtps" : "smtp"
        return "\(scheme)://\(Self.isIPv6(host) ? "[\(host)]" : host):\(port)/\(ownName ?? "")"
    }

    private static func isName(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
    }

    private static func isIPv6(_ text: String) -> Bool {
        text.contains(":") && text.utf8.count <= 45
            && text.utf8.allSatisfy { $0.isLetterOrDigit || ":.".utf8.contains($0) }
    }
}
