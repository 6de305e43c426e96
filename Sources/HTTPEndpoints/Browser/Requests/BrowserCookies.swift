// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import HTTPServer
import WireFormats

/// The cookies of the server's pages.
///
/// Over TLS their names begin with `__Host-`, so that sibling domains and plain HTTP can't set them (RFC 6265bis,
/// section 4.1.3.2).
package struct BrowserCookies: Sendable {
    /// The lifetime of the cookie that identifies the browser, in seconds.
    private static let browserLifetime = 30 * 86_400
    /// The time for which the browser is not offered a passkey again, in seconds.
    private static let offerLifetime = 365 * 86_400

    /// The time for which a browser in which a user has signed in is known to the account, in seconds.
    private static let knownLifetime = 400 * 86_400

    private let isSecure: Bool
    /// The value that identifies the browser, without a user.
    package let browser: String?
    /// The secret of the browser's session.
    package let session: String?
    /// The secret of a session of the plain ceremony API.
    package let apiSession: String?
    /// Whether the browser was offered a passkey.
    package let wasOfferedPasskey: Bool
    /// The marks of the accounts that know the browser.
    package let knownAccounts: String?

    package init(of request: HTTPRequest, isSecure: Bool) {
        self.isSecure = isSecure
        var values = CookieValues(prefix: isSecure ? "__Host-" : "")
        for field in request.headers.values(for: "Cookie") { values.read(field) }
        apiSession = values.apiSession.value
        browser = values.browser.value
        session = values.session.value
        wasOfferedPasskey = values.passkeyOffer.value != nil
        knownAccounts = values.knownAccounts.value
    }

    /// The digest that transactions of this browser carry.
    var browserDigest: [UInt8]? { browser.map(Self.digest) }

    static func digest(_ browser: String) -> [UInt8] { DigestAlgorithm.sha256.hash([UInt8](browser.utf8)) }

    /// Returns the field that identifies the browser. It is not sent with requests of other sites, apart from links.
    func field(browser: String) -> String {
        field(CookieName.browser, value: browser, lifetime: Self.browserLifetime, sentBy: .linksOfOthers)
    }

    /// Returns the field of a session. Over TLS it is sent with requests of other sites too, so that clients can ask
    /// for the session in a frame.
    func field(session: String, lifetime: Int) -> String {
        field(CookieName.session, value: session, lifetime: lifetime, sentBy: isSecure ? .allSites : .linksOfOthers)
    }

    /// Returns the fields that remove the session and the value that identifies the browser. Its transactions can't be
    /// opened again then, so that a later user of the browser can't see the pages of earlier sign-ins through its
    /// history.
    var fieldsRemovingSession: [String] {
        [
            field(session: "", lifetime: 0),
            field(CookieName.browser, value: "", lifetime: 0, sentBy: .linksOfOthers),
        ]
    }

    /// Returns the field of a session of the plain ceremony API. With a path of its own it couldn't have the prefix.
    func field(apiSession: String, lifetime: Int) -> String {
        field(CookieName.apiSession, value: apiSession, lifetime: lifetime, sentBy: .ownSite)
    }

    /// The field that records that the browser was offered a passkey.
    var fieldRecordingOffer: String {
        field(CookieName.passkeyOffer, value: "1", lifetime: Self.offerLifetime, sentBy: .linksOfOthers)
    }

    /// Returns the field of the accounts that know the browser. It outlives the session.
    func field(knownAccounts: String) -> String {
        field(CookieName.knownAccounts, value: knownAccounts, lifetime: Self.knownLifetime, sentBy: .linksOfOthers)
    }

    /// Which pages send a cookie: those of its own site, links on others too, or all.
    private enum Senders: String {
        case ownSite = "Strict"
        case linksOfOthers = "Lax"
        case allSites = "None"
    }

    private func field(_ name: StaticString, value: String, lifetime: Int, sentBy senders: Senders) -> String {
        "\(isSecure ? "__Host-" : "")\(name)=\(value); Path=/; Max-Age=\(lifetime); HttpOnly"
            + (isSecure ? "; Secure" : "") + "; SameSite=\(senders.rawValue)"
    }
}

private enum CookieName {
    static let browser: StaticString = "thumbturn-browser"
    static let session: StaticString = "thumbturn-session"
    static let apiSession: StaticString = "thumbturn-api-session"
    static let passkeyOffer: StaticString = "thumbturn-passkey-offer"
    static let knownAccounts: StaticString = "thumbturn-known"
}

/// The server's own cookies among those of a request. Each page reads them.
private struct CookieValues {
    struct Found {
        let name: StaticString
        private var text: String?
        private var count = 0

        init(_ name: StaticString) {
            self.name = name
        }

        /// A cookie that is sent twice counts as absent, because one of the two is not ours.
        var value: String? { count == 1 ? text : nil }

        /// Reads a pair that has the name.
        mutating func read(_ pair: Slice<UnsafeBufferPointer<UInt8>>) {
            let matches = name.withUTF8Buffer { name in
                pair.count > name.count && pair[pair.startIndex + name.count] == UInt8(ascii: "=")
                    && pair.starts(with: name)
            }
            guard matches else { return }
            count += 1
            let value = pair.dropFirst(name.utf8CodeUnitCount + 1)
            text = value.isEmpty ? nil : String(decoding: UnsafeBufferPointer(rebasing: value), as: UTF8.self)
        }
    }

    let prefix: StaticString
    var browser = Found(CookieName.browser)
    var session = Found(CookieName.session)
    var apiSession = Found(CookieName.apiSession)
    var passkeyOffer = Found(CookieName.passkeyOffer)
    var knownAccounts = Found(CookieName.knownAccounts)

    init(prefix: StaticString) {
        self.prefix = prefix
    }

    mutating func read(_ field: String) {
        field.withContiguousUTF8 { bytes in
            for pair in bytes.split(separator: UInt8(ascii: ";")) {
                let pair = pair.drop { $0 == UInt8(ascii: " ") }
                guard prefix.withUTF8Buffer({ pair.starts(with: $0) }) else { continue }
                let own = pair.dropFirst(prefix.utf8CodeUnitCount)
                browser.read(own)
                session.read(own)
                apiSession.read(own)
                passkeyOffer.read(own)
                knownAccounts.read(own)
            }
        }
    }
}
