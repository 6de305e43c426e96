// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import HTTPServer
import WireFormats

/// The cookies of the server's pages.
///
/// Over TLS their names begin with `__Host-`, so that sibling domains and plain HTTP can't set them (RFC 6265bis, section
/// 4.1.3.2).
package struct BrowserCookies: Sendable {
    /// The lifetime of the cookie that identifies the browser, in seconds.
    private static let browserLifetime = 30 * 86_400
    /// The time for which the browser is not offered a passkey again, in seconds.
    private static let offerLifetime = 365 * 86_400

    private let isSecure: Bool
    /// What identifies the browser, without a user.
    package let browser: String?
    /// The secret of the browser's session.
    package let session: String?
    /// Whether the browser was offered a passkey.
    package let wasOfferedPasskey: Bool

    package init(of request: HTTPRequest, isSecure: Bool) {
        self.isSecure = isSecure
        let pairs = request.headers.values(for: "Cookie").flatMap { Array($0.utf8).split(separator: UInt8(ascii: ";")) }
        browser = Self.value(of: .browser, isSecure: isSecure, in: pairs)
        session = Self.value(of: .session, isSecure: isSecure, in: pairs)
        wasOfferedPasskey = Self.value(of: .passkeyOffer, isSecure: isSecure, in: pairs) != nil
    }

    /// The digest that transactions of this browser carry.
    var browserDigest: [UInt8]? { browser.map(Self.digest) }

    static func digest(_ browser: String) -> [UInt8] { DigestAlgorithm.sha256.hash([UInt8](browser.utf8)) }

    /// Returns the field that identifies the browser. It is not sent with requests of other sites, apart from links.
    func field(browser: String) -> String {
        field(.browser, value: browser, lifetime: Self.browserLifetime, isCrossSite: false)
    }

    /// Returns the field of a session. Over TLS it is sent with requests of other sites too, so that clients can ask for
    /// the session in a frame.
    func field(session: String, lifetime: Int) -> String {
        field(.session, value: session, lifetime: lifetime, isCrossSite: isSecure)
    }

    /// Returns the field that removes the session.
    var fieldRemovingSession: String { field(session: "", lifetime: 0) }

    /// The field that records that the browser was offered a passkey.
    var fieldRecordingOffer: String {
        field(.passkeyOffer, value: "1", lifetime: Self.offerLifetime, isCrossSite: false)
    }

    private enum Cookie: String {
        case browser = "thumbturn-browser"
        case session = "thumbturn-session"
        case passkeyOffer = "thumbturn-passkey-offer"
    }

    private static func name(_ cookie: Cookie, isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + cookie.rawValue
    }

    private func field(_ cookie: Cookie, value: String, lifetime: Int, isCrossSite: Bool) -> String {
        "\(Self.name(cookie, isSecure: isSecure))=\(value); Path=/; Max-Age=\(lifetime); HttpOnly"
            + (isSecure ? "; Secure" : "") + "; SameSite=\(isCrossSite ? "None" : "Lax")"
    }

    /// Returns the value of a cookie. A cookie that is sent twice counts as absent, because one of the two is not ours.
    private static func value(of cookie: Cookie, isSecure: Bool, in pairs: [ArraySlice<UInt8>]) -> String? {
        guard !pairs.isEmpty else { return nil }
        let prefix = Array(name(cookie, isSecure: isSecure).utf8) + [UInt8(ascii: "=")]
        let values = pairs.compactMap { pair -> String? in
            let trimmed = pair.drop { $0 == UInt8(ascii: " ") }
            guard trimmed.starts(with: prefix) else { return nil }
            return String(decoding: trimmed.dropFirst(prefix.count), as: UTF8.self)
        }
        guard values.count == 1, let value = values.first, !value.isEmpty else { return nil }
        return value
    }
}
