// SPDX-License-Identifier: Apache-2.0

package import Configuration
import WireFormats

/// The comparison of redirect URIs (RFC 9700, section 2.1).
package enum RedirectURI {
    /// The greatest length, in bytes.
    package static let maximumLength = 2048

    /// Whether a redirect URI is the registered one.
    ///
    /// They are compared byte by byte. Only the port of a loopback IP address may differ, because a native application
    /// can't choose it in advance (RFC 8252, section 7.3).
    package static func matches(registered: AbsoluteURI, presented: String) -> Bool {
        if ExactText(registered.text) == ExactText(presented) { return true }
        guard let registered = LoopbackURI(registered.text), let presented = LoopbackURI(presented) else {
            return false
        }
        return registered == presented
    }

    /// Whether the text could be the redirect URI of a client: ASCII without blanks, control characters or a fragment.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= maximumLength
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"#<>\\^`{|}".utf8.contains($0) }
    }

    /// Returns the scheme, host and port as the URI spells them, or `nil` if it has no authority.
    static func origin(of text: String) -> String? {
        let bytes = [UInt8](text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let end = bytes[(colon + 3)...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.endIndex
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}

/// A redirect URI at a loopback IP address. The port is left out of comparisons.
private struct LoopbackURI: Equatable {
    private static let prefixes = ["http://127.0.0.1", "http://[::1]"].map { [UInt8]($0.utf8) }

    private let prefix: [UInt8]
    /// The path and query.
    private let rest: [UInt8]

    /// Returns `nil` unless the host is spelled as the specification does, followed by a valid port or none.
    init?(_ text: String) {
        let bytes = [UInt8](text.utf8)
        guard let prefix = Self.prefixes.first(where: bytes.starts(with:)) else { return nil }
        var rest = bytes.dropFirst(prefix.count)
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            guard digits.count <= 5, digits.first != UInt8(ascii: "0"),
                let port = UInt16(String(decoding: digits, as: UTF8.self)), port > 0
            else { return nil }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard rest.first.map({ "/?".utf8.contains($0) }) ?? true else { return nil }
        self.prefix = prefix
        self.rest = Array(rest)
    }
}
