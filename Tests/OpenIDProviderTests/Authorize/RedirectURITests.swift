// SPDX-License-Identifier: Apache-2.0

import Configuration
import OpenIDProvider
import Testing

@Suite struct RedirectURITests {
    private static let registered = "https://app.example.com/callback"

    private func matches(_ registered: String, presented: String) throws -> Bool {
        try AbsoluteURI(registered).matchesRedirect(presented)
    }

    @Test(arguments: [
        registered, "https://app.example.com", "https://app.example.com/cb?tenant=1", "com.example.app:/callback",
        "com.example.app://callback", "https://login.example.com/ios/com.example.app/callback",
        "http://localhost:3000/cb", "http://127.0.0.1:3000/cb",
    ])
    func `a redirect URI matches itself`(uri: String) throws {
        #expect(try matches(uri, presented: uri))
        #expect(RedirectURI.isWellFormed(uri))
    }

    @Test(arguments: [
        "https://app.example.com/callback/", "https://app.example.com/callback?",
        "https://app.example.com/callback?a=1",
        "https://app.example.com/callback#", "https://app.example.com/callback#x", "https://APP.example.com/callback",
        "HTTPS://app.example.com/callback", "http://app.example.com/callback", "https://app.example.com/Callback",
        "https://app.example.com:443/callback", "https://app.example.com:8443/callback",
        "https://app.example.com./callback", "https://app.example.com/%63allback", "https://app.example.com%2fcallback",
        "https://app.example.com/./callback", "https://app.example.com/x/../callback",
        "https://app.example.com//callback", "https://app.example.com/callback%00", "https://app.example.com/callback ",
        " https://app.example.com/callback", "https://app.example.com/callback\n", "https://app.example.com/callback\t",
        "https://user@app.example.com/callback", "https://app.example.com@evil.example/callback",
        "https://evil.example/https://app.example.com/callback", "https://app.example.com\\@evil.example/callback",
        "https:\\\\app.example.com/callback", "https:/app.example.com/callback", "https:app.example.com/callback",
        "//app.example.com/callback", "/callback", "https://app.example.com.evil.example/callback",
        "https://xapp.example.com/callback", "https://app.example.com/callback;x",
        "https://app.example.com/callback%2e",
        "https://аpp.example.com/callback", "https://app.example.com/callbac\u{212A}", "javascript:alert(1)", "",
    ])
    func `nothing but the registered URI matches`(presented: String) throws {
        #expect(try !matches(Self.registered, presented: presented))
    }

    @Test(arguments: [
        ("http://127.0.0.1/cb", "http://127.0.0.1:1/cb"), ("http://127.0.0.1/cb", "http://127.0.0.1:65535/cb"),
        ("http://127.0.0.1:3000/cb", "http://127.0.0.1/cb"), ("http://127.0.0.1:3000/cb", "http://127.0.0.1:4000/cb"),
        ("http://[::1]/cb", "http://[::1]:5000/cb"), ("http://127.0.0.1", "http://127.0.0.1:5000"),
        ("http://127.0.0.1/?a=1", "http://127.0.0.1:5000/?a=1"), ("http://127.0.0.1?a=1", "http://127.0.0.1:5000?a=1"),
    ])
    func `the port of a loopback address may differ`(registered: String, presented: String) throws {
        #expect(try matches(registered, presented: presented))
    }

    @Test(arguments: [
        "http://127.0.0.1:0/cb", "http://127.0.0.1:65536/cb", "http://127.0.0.1:080/cb", "http://127.0.0.1:/cb",
        "http://127.0.0.1:+80/cb", "http://127.0.0.1:99999/cb", "http://127.0.0.1:123456/cb", "http://127.0.0.1:1x/cb",
        "http://127.0.0.1:80@evil.example/cb", "http://127.0.0.1@evil.example/cb", "http://127.0.0.1.evil.example/cb",
        "http://127.0.0.1:80\\.evil.example/cb", "http://127.0.0.1:80#/cb", "http://127.0.0.1:3000/cb?",
        "http://127.1/cb",
        "http://127.0.0.2:3000/cb", "http://127.000.0.1/cb", "http://2130706433/cb", "http://0x7f.0.0.1/cb",
        "http://localhost:3000/cb", "http://[::1]:3000/cb", "http://[::ffff:127.0.0.1]:3000/cb",
        "http://[0:0:0:0:0:0:0:1]/cb", "https://127.0.0.1:3000/cb", "HTTP://127.0.0.1:3000/cb",
        "http://user@127.0.0.1:3000/cb", "http://127.0.0.1:3000/other", "http://127.0.0.1:3000",
        "http://127.0.0.1:80:90/cb",
    ])
    func `everything but the port of a loopback address must be the same`(presented: String) throws {
        #expect(try !matches("http://127.0.0.1/cb", presented: presented))
    }

    @Test(arguments: [
        ("http://localhost/cb", "http://localhost:3000/cb"), ("https://127.0.0.1/cb", "https://127.0.0.1:3000/cb"),
        ("http://app.example.com/cb", "http://app.example.com:3000/cb"),
    ])
    func `the port of anything else must be the same`(registered: String, presented: String) throws {
        #expect(try !matches(registered, presented: presented))
    }

    @Test(
        arguments: [
            ("com.example.app:/callback", true), ("com.example.app://callback", true),
            ("http://127.0.0.1:49152/cb", true), ("http://[::1]/cb", true), ("http://localhost:3000/cb", true),
            ("HTTP://LocalHost:3000/cb", true), ("http://user@localhost:3000/cb", true),
            ("https://app.example.com/cb", false), ("HTTPS://app.example.com/cb", false),
            // These are loopback addresses, or may be, in some resolver.
            ("http://app.localhost/cb", true), ("http://[::]/cb", true), ("http://[::ffff:127.0.0.1]/cb", true),
            ("http://0.0.0.0/cb", true), ("http://2130706433/cb", true), ("http://0x7f.1/cb", true),
            ("http://017700000001/cb", true), ("http://app.example.com/cb", true),
            // The server itself listens at its own port.
            ("http://localhost:8080/quickstart", false), ("http://127.0.0.1:8080/quickstart", true),
        ] as [(String, Bool)])
    func `other programs can take whatever isn't https, but not the server's own address`(
        uri: String, isOpen: Bool
    ) {
        #expect(RedirectURI.isOpenToOtherPrograms(uri, at: "http://localhost:8080/") == isOpen)
    }

    @Test(arguments: [
        "https://app.example.com/#x", "https://app.example.com/ x", "https://app.example.com/\u{0}",
        "https://app.example.com/\u{7F}", "https://app.example.com/ä", "https://app.example.com\\x",
        "https://app.example.com/<script>", "https://app.example.com/\"", String(repeating: "a", count: 2049),
    ])
    func `characters that no URI has are malformed`(uri: String) {
        #expect(!RedirectURI.isWellFormed(uri))
    }
}
