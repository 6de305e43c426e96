// SPDX-License-Identifier: Apache-2.0

import Configuration
import Testing

/// The comparison of the redirect URI in a request with a configured one.
struct RedirectTests {
    static let callback = "https://app.example.com/callback?x=1"
    static let scheme = "com.example.app:/callback"
    static let loopback = "http://127.0.0.1/cb?x=1"
    static let loopbackPort = "http://127.0.0.1:8400/cb"
    static let loopback6 = "http://[::1]:8400/cb"
    static let localhost = "http://localhost:3000/cb"

    @Test(arguments: [callback, scheme, loopback, loopbackPort, loopback6, localhost, "http://127.0.0.1", "a:b"])
    func `a URI matches itself`(text: String) throws {
        #expect(try AbsoluteURI(text).matchesRedirect(text))
    }

    @Test(arguments: [
        (loopback, "http://127.0.0.1:1/cb?x=1"), (loopback, "http://127.0.0.1:65535/cb?x=1"),
        (loopbackPort, "http://127.0.0.1:51000/cb"), (loopbackPort, "http://127.0.0.1/cb"),
        (loopback6, "http://[::1]:51000/cb"), (loopback6, "http://[::1]/cb"),
        ("http://127.0.0.1", "http://127.0.0.1:51000"), ("http://127.0.0.1?x", "http://127.0.0.1:51000?x"),
    ])
    func `the port of a loopback address may differ`(configured: String, requested: String) throws {
        #expect(try AbsoluteURI(configured).matchesRedirect(requested))
    }

    static let mismatches: [(String, [String])] = [
        (
            callback,
            [
                "", "https://app.example.com/callback", callback + "&y=2", callback + "#x", callback + "/",
                callback + " ", " " + callback, "https://app.example.com:443/callback?x=1",
                "https://app.example.com:8443/callback?x=1", "http://app.example.com/callback?x=1",
                "HTTPS://app.example.com/callback?x=1", "https://APP.example.com/callback?x=1",
                "https://app.example.com/Callback?x=1", "https://app.example.com./callback?x=1",
                "https://app.example.com//callback?x=1", "https://app.example.com/./callback?x=1",
                "https://app.example.com/a/../callback?x=1", "https://app.example.com/%63allback?x=1",
                "https://app.example.com%2Fcallback?x=1", "https://app.example.com\\callback?x=1",
                "https://user@app.example.com/callback?x=1", "https://app.example.com@evil.example/callback?x=1",
                "https://app.example.com.evil.example/callback?x=1", "//app.example.com/callback?x=1",
                "https://app.example.com/callback?x=1\u{0}", "https://app.example.com/callback?x=1\n",
            ]
        ),
        (
            scheme,
            [
                "com.example.app://callback", "com.example.app:///callback", "com.example.app:/callback/",
                "COM.example.app:/callback", "com.example.app2:/callback", "com.example.app:/callback?x",
            ]
        ),
        (
            loopbackPort,
            [
                "https://127.0.0.1:8400/cb", "HTTP://127.0.0.1:51000/cb", "http://127.0.0.1:51000/CB",
                "http://127.0.0.1:51000/cb/", "http://127.0.0.1:51000/cb?x", "http://127.0.0.1:51000/cb#x",
                "http://127.0.0.1:51000", "http://127.0.0.1:51000/%63b", "http://127.0.0.1:51000//cb",
                "http://127.0.0.1:0/cb", "http://127.0.0.1:65536/cb", "http://127.0.0.1:08400/cb",
                "http://127.0.0.1:+8400/cb", "http://127.0.0.1:/cb", "http://127.0.0.1:8400:8400/cb",
                "http://127.0.0.1:99999999999999999999/cb", "http://127.0.0.1:8400@evil.example/cb",
                "http://127.0.0.1@evil.example/cb", "http://127.0.0.1:51000\\@evil.example/cb",
                "http://127.0.0.1\\cb", "http://127.0.0.1:51000%2Fcb", "http://127.0.0.1.evil.example/cb",
                "http://127.0.0.1./cb", "http://127.0.0.10:51000/cb", "http://127.0.0.2:51000/cb",
                "http://127.1:51000/cb", "http://2130706433:51000/cb", "http://0x7f.0.0.1:51000/cb",
                "http://user@127.0.0.1:51000/cb", "http://localhost:8400/cb", "http://[::1]:8400/cb",
                "http://127.0.0.1:٨٤٠٠/cb", "http://127.0.0.1:8400/cb\u{0}",
            ]
        ),
        (
            loopback6,
            [
                "http://[0:0:0:0:0:0:0:1]:51000/cb", "http://[::1]evil.example:51000/cb", "http://[::1]:51000/cb/",
                "http://[::2]:51000/cb", "http://::1:51000/cb", "http://[::1%25lo]:51000/cb",
                "http://[::1]@evil.example/cb", "http://127.0.0.1:8400/cb",
            ]
        ),
        (localhost, ["http://localhost:3001/cb", "http://localhost/cb", "http://127.0.0.1:3000/cb"]),
        ("http://192.168.1.1:8400/cb", ["http://192.168.1.1:51000/cb"]),
        ("https://127.0.0.1:8400/cb", ["https://127.0.0.1:51000/cb"]),
        ("http://127.0.0.1", ["http://127.0.0.1/", "http://127.0.0.1:51000/"]),
        ("http://127.0.0.1@evil.example/cb", ["http://127.0.0.1:1@evil.example/cb", "http://127.0.0.1/cb"]),
        ("http://127.0.0.1.evil.example/cb", ["http://127.0.0.1:1.evil.example/cb"]),
    ]

    @Test(arguments: mismatches.flatMap { configured, requests in requests.map { (configured, $0) } })
    func `any other difference is a mismatch`(configured: String, requested: String) throws {
        let uri = try AbsoluteURI(configured)
        #expect(!uri.matchesRedirect(requested))
    }

    @Test func `canonically equivalent texts are a mismatch`() throws {
        // U+2126 (ohm sign) and U+03A9 are equal as Swift strings. A configured URI is ASCII, so a request can't
        // contain them.
        #expect(throws: ValueRejection.self) { try AbsoluteURI("https://a.example/\u{2126}") }
        let configured = try AbsoluteURI("https://a.example/%CE%A9")
        #expect(!configured.matchesRedirect("https://a.example/\u{3A9}"))
    }
}
