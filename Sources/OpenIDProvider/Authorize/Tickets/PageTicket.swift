// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
package import SignIn
package import WireFormats

/// A sign-in for one of the server's own pages, where no client takes part. The browser holds it, sealed, while it
/// signs in.
package struct PageTicket: Hashable, Sendable {
    /// The path on this server that the browser returns to, with its query.
    package let destination: String
    /// The host that the browser signs in at.
    package let host: String
    /// The digest of the cookie of the browser that asked for the page.
    package let browser: [UInt8]
    package let expiresAt: Timestamp
    /// The codes that were sent for this sign-in, and what they have proven.
    package var codes = CodeProgress()

    package init(destination: String, host: String, browser: [UInt8], expiresAt: Timestamp) {
        self.destination = destination
        self.host = host
        self.browser = browser
        self.expiresAt = expiresAt
    }
}

extension AuthorizationSeal {
    private static let pageContext = [UInt8]("page transaction 1".utf8)
    /// The beginning of a page ticket's text. It does not occur in base64url.
    private static let pagePrefix = "page."

    /// Whether a text is a page ticket, and not an authorization transaction.
    package static func isPageTicket(_ text: String) -> Bool { text.utf8.starts(with: pagePrefix.utf8) }

    /// Returns the ticket as the text of a URL parameter.
    package func seal(_ ticket: PageTicket) -> String {
        Self.pagePrefix + seal(ticket.json, context: Self.pageContext)
    }

    /// Opens a ticket at the host and in the browser that it began in.
    package func openPageTicket(
        _ text: String, host: String, browser: [UInt8]?, at time: Timestamp
    ) throws(AuthorizationPageError) -> PageTicket {
        guard Self.isPageTicket(text),
            let json = open(String(text.utf8.dropFirst(Self.pagePrefix.utf8.count)) ?? "", context: Self.pageContext),
            let ticket = PageTicket(json: json), ticket.host == host
        else { throw .transactionNotIssuedHere }
        guard let browser, constantTimeEqual(browser, to: ticket.browser) else {
            throw .transactionBrowserMismatch
        }
        guard time < ticket.expiresAt else { throw .transactionExpired }
        return ticket
    }
}

extension PageTicket {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "destination": .string(destination), "host": .string(host),
            "browser": .string(Base64URL.encode(browser)), "expires": JSONValue(expiresAt),
        ]
        if !codes.isEmpty { json["codes"] = .object(codes.json) }
        return json
    }

    fileprivate init?(json: JSONObject) {
        guard let destination = json["destination"]?.stringValue, let host = json["host"]?.stringValue,
            let browser = json["browser"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let expiresAt = json["expires"]?.numericDate
        else { return nil }
        self.init(destination: destination, host: host, browser: browser, expiresAt: expiresAt)
        codes = json["codes"]?.objectValue.map(CodeProgress.init) ?? CodeProgress()
    }
}
