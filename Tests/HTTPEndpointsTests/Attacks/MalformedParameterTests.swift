// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// Huge and malformed parameters cost a bounded response, and never a trap.
struct MalformedParameterTests {
    static let names = [
        "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method",
        "prompt", "max_age", "login_hint", "id_token_hint", "acr_values", "claims", "ui_locales", "display",
        "screen_hint",
        "connection", "organization", "audience", "resource", "response_mode", "request", "request_uri", "registration",
        "dpop_jkt",
    ]
    /// The greatest response to a request that is not accepted.
    private static let bound = 16_384

    private static let deep = String(repeating: "{\"a\":", count: 2000)
    private static let values = [
        String(repeating: "a", count: 15_000), String(repeating: "a b ", count: 3000), deep, "[", "{}", "null", "\u{0}",
        "\u{FFFF}\u{10FFFF}", "e\u{301}", "-1", "99999999999999999999", "0x10", "1e9", " ", "\r\n", "%", "+",
        "urn:ietf:params:oauth:request_uri:", "eyJhbGciOiJub25lIn0.e30.", "..", String(repeating: "é", count: 5000),
    ]

    @Test(arguments: names)
    func `any value of a parameter gets a bounded response`(name: String) async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        for value in Self.values {
            for message in [
                Message.get(party.attempt([name: value]).path),
                Message.form("/authorize", fields: party.attempt([name: value]).parameters),
                Message.form("/oauth/par", fields: party.attempt([name: value]).parameters),
            ] {
                let response = try await browser.send(message)
                #expect(
                    [200, 201, 303, 400, 401, 403].contains(response.status), "\(response.status) \(response.text)")
                let size = response.body.count + (response.headers["Location"] ?? "").utf8.count
                #expect(size < Self.bound + 4 * value.utf8.count, "\(size)")
            }
        }
    }

    @Test(arguments: [
        "&&&&", "=", "=x", "client_id", "client_id=%", "client_id=%zz", "client_id=%ff%fe", "client_id=web&%00=1",
        "client_id=web;redirect_uri=x", "?", "client_id[]=web", "client_id=web&client_id=", "%63lient_id=web",
        "client_id=web&state=%C3%28", "client_id=web\u{7F}",
    ])
    func `a malformed query gets a page or an error for the client`(query: String) async throws {
        let server = try await TestServer()
        for path in [
            "/authorize", "/login", "/signup", "/consent", "/login/continue", "/login/select", "/signup/profile",
        ] {
            let visit = try await TestBrowser(at: server).visit("\(path)?\(query)")
            if visit.isAway {
                #expect(visit["error"] != nil)
            } else {
                #expect(visit.response.status == 400 && visit.response.isPage, "\(path) \(visit.response.text)")
            }
        }
    }

    @Test func `a request with too many or too large parameters is rejected before it is sealed`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        var attempt = party.attempt()
        attempt.parameters += (0..<60).map { ("x\($0)", "y") }
        #expect(try await browser.authorize(attempt).response.status == 400)
        var large = party.attempt()
        large.parameters += (0..<40).map { ("x\($0)", String(repeating: "y", count: 500)) }
        #expect(try await browser.authorize(large).response.status == 400)
        let posted = try await browser.post("/authorize", fields: large.parameters, from: .otherSite)
        #expect(posted.response.status == 400)
    }

    @Test func `the longest accepted request fits into the address of its pages`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let changes = [
            "state": String(repeating: "s", count: 2048), "nonce": String(repeating: "n", count: 512),
            "login_hint": String(repeating: "l", count: 512), "acr_values": String(repeating: "a", count: 512),
        ]
        let visit = try await browser.authorize(party.attempt(changes))
        #expect(visit.path == "/login")
        // The head of a request may be 16 KiB.
        #expect(visit.address.utf8.count < 12_288)
    }

    @Test(arguments: ["/login/challenge", "/login/passkey", "/signup/challenge", "/signup/passkey"])
    func `a malformed body of a script is a JSON error`(path: String) async throws {
        let server = try await TestServer()
        let browser = TestBrowser(at: server)
        let bodies = [
            "", "{", "[]", "null", "{\"state\":1}", "{\"state\":null}", "{\"state\":\"\"}", Self.deep,
            "{\"state\":\"x\",\"session\":{},\"response\":[]}",
            "{\"state\":\"x\",\"session\":\"y\",\"response\":\"z\"}",
            "{\"state\":\"\(String(repeating: "A", count: 40_000))\",\"session\":\"y\",\"response\":{}}",
        ]
        for body in bodies {
            let response = try await browser.send(
                .raw(.post, path: path, body: Array(body.utf8), type: "application/json")
                    .setting("Accept", to: "application/json"))
            #expect(response.status == 400 && response.json != nil, "\(body.prefix(50)) \(response.text)")
            #expect(response.body.count < 4096)
        }
    }
}
