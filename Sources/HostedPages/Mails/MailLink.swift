// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The target of a link in a mail. It is complete, because a mail is on no server, and ASCII, because programs that
/// find links in plain text end them at other characters.
package struct MailLink: Hashable, Sendable {
    let target: PageLink

    /// Returns `nil` for a path, and for what `PageLink(url:)` rejects.
    package init?(url: String) {
        guard let link = PageLink(url: Self.escaped(url)) else { return nil }
        target = link
    }

    /// Returns `nil` for a path.
    package init?(_ link: PageLink) {
        guard !link.text.hasPrefix("/") else { return nil }
        target = link.host == nil ? link : PageLink(url: Self.escaped(link.text)) ?? link
    }

    /// The link in plain text: a URL, or the address of a message.
    var text: String { target.host == nil ? target.place : target.text }

    private static func escaped(_ url: String) -> String {
        url.utf8.allSatisfy { $0 < 0x80 } ? url : String(url.unicodeScalars.flatMap(Self.escaped))
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> [Character] {
        scalar.isASCII ? [Character(scalar)] : Array(PercentEncoding.encode(String(scalar)))
    }
}
