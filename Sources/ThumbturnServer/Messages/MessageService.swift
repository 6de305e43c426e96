// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import WireFormats

/// The operator's service that passes text messages on to phones.
package struct MessageService: Hashable, Sendable {
    package let url: MessageURL
    package let key: MessageKey
    /// Whether the service may have an address that is not public.
    package let allowsPrivateAddresses: Bool
    /// The limit of an attempt, in milliseconds.
    package var timeout = 3_000

    package init(at url: MessageURL, key: MessageKey, allowsPrivateAddresses: Bool = false) {
        self.url = url
        self.key = key
        self.allowsPrivateAddresses = allowsPrivateAddresses
    }
}

/// Where text messages are posted: with TLS, or in plain text to this machine.
package struct MessageURL: Hashable, Sendable {
    package let text: String
    /// Whether the host is this machine. Then its address is no public one.
    package let isLoopback: Bool

    package init(_ text: String) throws(ValueRejection) {
        let url = try AbsoluteURI(text)
        guard url.isWeb, !url.isPlainHTTP else {
            throw ValueRejection(
                "is not encrypted", remedy: "Start with https://. Plain HTTP is allowed to localhost and 127.0.0.1.")
        }
        guard let origin = url.webOrigin, let mark = origin.firstRange(of: "://") else {
            throw ValueRejection(
                "has a user name, or no valid host", remedy: "Write the scheme, the host and the path.")
        }
        self.text = text
        let authority = origin[mark.upperBound...]
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        isLoopback = ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    package var isPlain: Bool { text.lowercased().hasPrefix("http://") }
}

/// The secret by which the service recognizes this server.
package struct MessageKey: Hashable, Sendable {
    private static let length = 32...1024

    private let bytes: [UInt8]

    package init(_ text: String) throws(ValueRejection) {
        guard Self.length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValueRejection(
                "is no key of 32 characters or more, without spaces", remedy: "Generate one: openssl rand -base64 32")
        }
        bytes = Array(text.utf8)
    }

    /// The value of `Thumbturn-Signature`, which can't be used for another body, or later.
    package func signature(of body: [UInt8], at time: Timestamp) -> String {
        let seconds = time.secondsSince1970
        let code = HMAC.authenticationCode(for: Array("\(seconds).".utf8) + body, key: bytes, .sha256)
        return "t=\(seconds),v1=\(code.hexadecimal)"
    }
}

extension MessageKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "MessageKey" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
