// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import TestSupport
import Testing
import WireFormats

/// The requirements of the OpenID Foundation's plan `oidcc-basic-certification-test-plan` for a server, module by
/// module. Its client authenticates with a secret and uses no challenge, as the plan's does.
struct BasicProfileTests {
    /// A user with a session, and the plan's client.
    private struct Scene {
        let server: TestServer
        let party: RelyingParty
        let browser: TestBrowser
        let tokens: Tokens

        init(scope: String = "openid") async throws {
            server = try await TestServer()
            party = RelyingParty(at: server).with {
                $0.client = "web-basic"
                $0.authentication = .basic
                $0.scope = scope
            }
            browser = TestBrowser(at: server)
            tokens = try await browser.signUp(at: party, name: "Ada Lovelace")
        }

        static let withoutChallenge: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]

        func attempt(_ changes: [String: String?]) -> RelyingParty.Attempt {
            party.attempt(Self.withoutChallenge.merging(changes) { $1 })
        }

        /// Gets tokens with the session.
        func tokens(asking changes: [String: String?]) async throws -> Tokens {
            let attempt = attempt(changes)
            return try await party.tokens(from: browser.authorize(attempt), of: attempt)
        }
    }

    /// A request that has to succeed without a page.
    struct Accepted: Sendable, CustomTestStringConvertible {
        let module: String
        let changes: [String: String?]

        init(_ module: String, asking changes: [String: String?] = [:]) {
            self.module = module
            self.changes = changes
        }

        var testDescription: String { module }
    }

    @Test(arguments: [
        Accepted("server"), Accepted("ensure-request-without-nonce-succeeds-for-code-flow", asking: ["nonce": nil]),
        Accepted("ensure-other-scope-order-succeeds", asking: ["scope": "email openid"]),
        Accepted("scope-address", asking: ["scope": "openid address"]),
        Accepted("display-page", asking: ["display": "page"]), Accepted("display-popup", asking: ["display": "popup"]),
        Accepted("prompt-none-logged-in", asking: ["prompt": "none"]),
        Accepted("ensure-request-with-unknown-parameter-succeeds", asking: ["extra": "foobar"]),
        Accepted("login-hint", asking: ["login_hint": "ada@example.org"]),
        Accepted("ui-locales", asking: ["ui_locales": "se"]),
        Accepted("claims-locales", asking: ["claims_locales": "se"]),
        Accepted("ensure-request-with-acr-values-succeeds", asking: ["acr_values": "1 2"]),
        Accepted("max-age-10000", asking: ["max_age": "10000"]),
    ])
    func `a request of the plan succeeds`(request: Accepted) async throws {
        let scene = try await Scene()
        scene.server.clock.advance(seconds: 2)
        let tokens = try await scene.tokens(asking: request.changes)
        #expect(tokens.identity["sub"] == scene.tokens.identity["sub"])
        #expect(tokens.identity["auth_time"] == scene.tokens.identity["auth_time"])
        #expect(tokens.identity["acr"] != nil && tokens.identity.algorithm == "RS256")
        #expect(tokens.response.value("token_type") == "Bearer")
        #expect(
            tokens.response.headers["Cache-Control"] == "no-store" && tokens.response.headers["Pragma"] == "no-cache")
    }

    /// A request that has to fail, with the error that the client gets, or the code in the log if a page shows it.
    struct Rejected: Sendable, CustomTestStringConvertible {
        let module: String
        let changes: [String: String?]
        var error: String?
        var code: String?

        var testDescription: String { module }
    }

    @Test(arguments: [
        Rejected(module: "response-type-missing", changes: ["response_type": nil], error: "invalid_request"),
        Rejected(
            module: "ensure-registered-redirect-uri",
            changes: ["redirect_uri": "https://app.brand1.test/callback/more"],
            code: "oauth.authorization-redirect-uri-not-registered"),
        Rejected(
            module: "unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
            changes: ["request": "eyJhbGciOiJub25lIn0.e30."], error: "request_not_supported"),
        Rejected(
            module: "request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
            changes: ["request_uri": "https://app.brand1.test/request.jwt"], error: "request_uri_not_supported"),
        Rejected(
            module: "ensure-request-object-with-redirect-uri",
            changes: ["request": "eyJhbGciOiJub25lIn0.e30.", "redirect_uri": "https://evil.test/callback"],
            code: "oauth.authorization-redirect-uri-not-registered"),
    ])
    func `a request of the plan is rejected`(request: Rejected) async throws {
        let scene = try await Scene()
        let attempt = scene.attempt(request.changes)
        let visit = try await scene.browser.authorize(attempt)
        #expect(visit["error"] == request.error && visit["code"] == nil)
        #expect(visit.isAway == (request.error != nil))
        if request.error != nil { #expect(visit["state"] == attempt.state && visit["iss"] == scene.party.issuer) }
        if let code = request.code { #expect(scene.server.log.last?.code == code) }
    }

    @Test func `prompt-none-not-logged-in: a silent request without a session is an error`() async throws {
        let scene = try await Scene()
        let visit = try await TestBrowser(at: scene.server).authorize(scene.attempt(["prompt": "none"]))
        #expect(visit["error"] == "login_required")
    }

    @Test(arguments: [["prompt": "login"], ["max_age": "1"]])
    func `prompt-login, max-age-1: the user signs in again, and auth_time is new`(changes: [String: String])
        async throws
    {
        let scene = try await Scene()
        scene.server.clock.advance(seconds: 2)
        let attempt = scene.attempt(changes.mapValues { $0 })
        let page = try await scene.browser.authorize(attempt)
        #expect(page.path == "/login")
        let tokens = try await scene.party.tokens(from: scene.browser.authenticate(on: page), of: attempt)
        #expect(tokens.identity["sub"] == scene.tokens.identity["sub"])
        #expect(tokens.identity["auth_time"]?.intValue == Int(scene.server.clock.now.secondsSince1970))
    }

    @Test func `id-token-hint: a hint names the session's user, also after its expiry`() async throws {
        let scene = try await Scene()
        let hint = try scene.tokens.response.text("id_token")
        let changes = ["prompt": "none", "id_token_hint": hint]
        #expect(
            try await scene.tokens(asking: changes.mapValues { $0 }).identity["sub"] == scene.tokens.identity["sub"])
        scene.server.clock.advance(seconds: 36_001)
        _ = try await scene.tokens(asking: changes.mapValues { $0 })
    }

    @Test func `userinfo-get, userinfo-post-header, userinfo-post-body: claims are the same`() async throws {
        let scene = try await Scene(scope: "openid profile email phone")
        let token = try scene.tokens.access
        let server = scene.server
        let claims = [
            try await scene.party.userInfo(token).require(200),
            try await server.send(Message(.post, path: "/userinfo").setting("Authorization", to: "Bearer \(token)")),
            try await server.send(.form("/userinfo", parameters: ["access_token": token])),
        ].map(\.json)
        #expect(claims[0]?["sub"] == scene.tokens.identity["sub"] && claims[0]?["email"] == "ada@example.org")
        #expect(claims[0]?["updated_at"]?.intValue != nil && claims[0]?["email_verified"] == false)
        #expect(claims[1] == claims[0] && claims[2] == claims[0])
    }

    @Test(arguments: [("openid", []), ("openid email", ["email", "email_verified"])] as [(String, [String])])
    func `scope-email: the scope decides the claims`(scope: String, names: [String]) async throws {
        let scene = try await Scene(scope: scope)
        let claims = try await scene.party.userInfo(scene.tokens.access).require(200)
        #expect(claims.json?.members.map(\.name) == ["sub"] + names)
    }

    @Test func `claims-essential: a claim is returned without its scope`() async throws {
        let scene = try await Scene(scope: "openid profile")
        let tokens = try await scene.tokens(asking: [
            "scope": "openid", "claims": #"{"userinfo":{"name":{"essential":true}}}"#,
        ])
        #expect(try await scene.party.userInfo(tokens.access).value("name") == "Ada Lovelace")
        #expect(tokens.identity["name"] == nil)
    }

    @Test(arguments: [0, 30])
    func `codereuse, codereuse-30seconds: the second use fails, and ends the first's tokens`(delay: Int64) async throws
    {
        let scene = try await Scene()
        let attempt = scene.attempt([:])
        let code = try scene.party.code(in: try await scene.browser.authorize(attempt), of: attempt)
        let tokens = try await scene.party.exchange(code, of: attempt).require(200)
        scene.server.clock.advance(seconds: delay)
        let again = try await scene.party.exchange(code, of: attempt).require(400)
        #expect(again.value("error") == "invalid_grant")
        try await scene.party.userInfo(tokens.text("access_token")).require(401)
    }

    @Test func `ensure-post-request-succeeds: the parameters may be posted by another site`() async throws {
        let scene = try await Scene()
        let attempt = scene.attempt([:])
        let visit = try await scene.browser.post(
            "/authorize", fields: attempt.parameters, from: .otherSite, origin: "https://app.brand1.test")
        _ = try await scene.party.tokens(from: visit, of: attempt)
    }

    @Test func `server-client-secret-post: the secret may be in the body`() async throws {
        let server = try await TestServer()
        let party = RelyingParty(at: server).with {
            $0.client = "web-post"
            $0.authentication = .post
            $0.scope = "openid"
        }
        let browser = TestBrowser(at: server)
        try await browser.signUp(at: party)
        _ = try await browser.continueSession(at: party, asking: Scene.withoutChallenge)
    }

    @Test func `ensure-request-with-valid-pkce-succeeds: a confidential client may use a challenge`() async throws {
        let scene = try await Scene()
        _ = try await scene.browser.continueSession(at: scene.party)
    }

    @Test func `a refresh token belongs to its client, and a refreshed ID token to its sign-in`() async throws {
        let scene = try await Scene(scope: "openid offline_access")
        scene.server.clock.advance(seconds: 1)
        let other = scene.party.with {
            $0.client = "web-post"
            $0.authentication = .post
        }
        let rejected = try await other.refresh(scene.tokens.refresh).require(400)
        #expect(rejected.value("error") == "invalid_grant" && rejected.headers["Content-Type"] == "application/json")
        let refreshed = try await scene.party.refresh(scene.tokens.refresh).require(200)
        let identity = try await VerifiedToken(refreshed.text("id_token"), at: scene.server)
        for name in ["iss", "sub", "aud", "azp", "auth_time"] {
            #expect(identity[name] != nil && identity[name] == scene.tokens.identity[name], "\(name)")
        }
        #expect(identity["iat"] != scene.tokens.identity["iat"] && identity["nonce"] == nil)
        #expect(try refreshed.text("access_token") != scene.tokens.access)
    }
}
