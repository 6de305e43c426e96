// SPDX-License-Identifier: Apache-2.0

import Cryptography
import OpenIDProvider
import WireFormats

extension FuzzTarget {
    /// What the server's pages leave with the browser, and pushed requests. Nothing opens that was not sealed with the
    /// key, and what was sealed for one purpose opens for no other.
    static let authorizationSeal = FuzzTarget(
        name: "authorization-seal", accepts: ["a transaction", "a transaction of a page", "a pushed request"]
    ) { bytes in
        guard let key = AEADKey(bytes: [UInt8](repeating: 7, count: 32)) else { fatalError("32 bytes make a key") }
        let seal = AuthorizationSeal(key: key)
        let json = (try? JSONReader.read(bytes))?.objectValue
        let contents = Contents(
            browser: json?["browser"]?.stringValue.flatMap { Base64URL.decode($0) } ?? Contents.browser(of: bytes),
            host: json?["host"]?.stringValue ?? "", client: json?["client"]?.stringValue ?? "")
        contents.requireClosed(String(decoding: bytes, as: UTF8.self), with: seal)
        contents.checkTransaction(bytes, key: key, seal: seal)
        contents.checkPageTransaction(bytes, key: key, seal: seal)
        contents.checkPushedRequest(bytes, key: key, seal: seal)
    }
}

/// What the contents say about where they may be opened.
private struct Contents {
    private static let pagePrefix = "page."
    private static let pushedPrefix = "urn:ietf:params:oauth:request_uri:"
    /// A time before every expiry that contents may have.
    private static let time = Timestamp(secondsSince1970: -2_000_000_000_000)

    let browser: [UInt8]
    let host: String
    let client: String

    /// The browser of an authorization transaction, whose form is not JSON.
    static func browser(of bytes: [UInt8]) -> [UInt8] {
        var fields = ByteReader(bytes)
        guard fields.readTimestamp() != nil, fields.readTimestamp() != nil else { return [] }
        return fields.readField().map { Array($0) } ?? []
    }

    private var otherBrowser: [UInt8] { browser + [0] }

    private func transaction(
        _ text: String, with seal: AuthorizationSeal, browser: [UInt8]? = nil
    ) -> AuthorizationTransaction? {
        try? seal.openTransaction(text, browser: browser ?? self.browser, at: Self.time)
    }

    private func pageTicket(
        _ text: String, with seal: AuthorizationSeal, browser: [UInt8]? = nil, host: String? = nil
    ) -> PageTicket? {
        try? seal.openPageTicket(
            text, host: host ?? self.host, browser: browser ?? self.browser, at: Self.time)
    }

    private func pushedRequest(
        _ text: String, with seal: AuthorizationSeal, client: String? = nil
    ) -> PushedRequest? {
        try? seal.openPushedRequest(text, client: client ?? self.client, at: Self.time)
    }

    func requireClosed(_ text: String, with seal: AuthorizationSeal) {
        for prefix in ["", Self.pagePrefix, Self.pushedPrefix] {
            require(transaction(prefix + text, with: seal) == nil, "a transaction requires the key")
            require(pageTicket(prefix + text, with: seal) == nil, "a page's transaction requires the key")
            require(pushedRequest(prefix + text, with: seal) == nil, "a pushed request requires the key")
        }
    }

    private func sealed(_ bytes: [UInt8], as context: String, key: AEADKey) -> String {
        Base64URL.encode(key.sealApart(bytes, authenticating: [UInt8](context.utf8)))
    }

    func checkTransaction(_ bytes: [UInt8], key: AEADKey, seal: AuthorizationSeal) {
        let text = sealed(bytes, as: "authorization transaction 2", key: key)
        require(pageTicket(Self.pagePrefix + text, with: seal) == nil, "a transaction is not one of a page")
        require(pushedRequest(Self.pushedPrefix + text, with: seal) == nil, "a transaction is no pushed request")
        guard let opened = transaction(text, with: seal) else { return }
        accepted("a transaction")
        require(transaction(seal.seal(opened), with: seal) == opened, "transactions survive a round trip")
        require(transaction(text, with: seal, browser: otherBrowser) == nil, "a transaction belongs to one browser")
        let late = opened.expiresAt
        require(
            (try? seal.openTransaction(text, browser: browser, at: late)) == nil, "an expired transaction is rejected")
    }

    func checkPageTransaction(_ bytes: [UInt8], key: AEADKey, seal: AuthorizationSeal) {
        let text = Self.pagePrefix + sealed(bytes, as: "page transaction 1", key: key)
        guard let opened = pageTicket(text, with: seal) else { return }
        accepted("a transaction of a page")
        require(pageTicket(seal.seal(opened), with: seal) == opened, "transactions survive a round trip")
        require(pageTicket(text, with: seal, browser: otherBrowser) == nil, "a transaction belongs to one browser")
        require(pageTicket(text, with: seal, host: host + "x") == nil, "a transaction belongs to one host")
        let late = opened.expiresAt
        require(
            (try? seal.openPageTicket(text, host: host, browser: browser, at: late)) == nil,
            "an expired transaction is rejected")
    }

    func checkPushedRequest(_ bytes: [UInt8], key: AEADKey, seal: AuthorizationSeal) {
        let uri = Self.pushedPrefix + sealed(bytes, as: "pushed request 1", key: key)
        guard let opened = pushedRequest(uri, with: seal) else { return }
        accepted("a pushed request")
        require(pushedRequest(uri, with: seal, client: client + "x") == nil, "a pushed request belongs to one client")
        require(
            (try? seal.openPushedRequest(uri, client: client, at: opened.expiresAt)) == nil,
            "an expired request is rejected")
        guard let again = try? seal.seal(opened) else { return }
        require(pushedRequest(again, with: seal) == opened, "pushed requests survive a round trip")
    }
}
