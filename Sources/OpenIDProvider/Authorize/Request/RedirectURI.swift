// SPDX-License-Identifier: Apache-2.0

/// The form of redirect URIs in requests. They are compared by ``AbsoluteURI/matchesRedirect(_:)``.
package enum RedirectURI {
    /// The greatest length, in bytes.
    package static let maximumLength = 2048

    /// Whether the text could be the redirect URI of a client: ASCII without blanks, control characters or a fragment.
    package static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count <= maximumLength
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"#<>\\^`{|}".utf8.contains($0) }
    }

    /// Whether a program other than the client could take responses: any program on the device can register a private
    /// scheme or listen at a loopback address (RFC 8252, section 8.6), which has many names and forms. So all but https
    /// counts, except for the issuer's own port, where the server itself listens.
    package static func isOpenToOtherPrograms(_ text: String, at issuer: String) -> Bool {
        guard let origin = origin(of: text)?.lowercased() else { return true }
        return !origin.hasPrefix("https://") && origin != self.origin(of: issuer)?.lowercased()
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
