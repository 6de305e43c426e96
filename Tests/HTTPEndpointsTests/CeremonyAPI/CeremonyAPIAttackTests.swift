// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import RateLimiting
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The attacks that the guide's own server is open to, and the messages of what is rejected.
struct CeremonyAPIAttackTests {
    private let name = "ada@example.org"

    /// The message of an error, which says that nothing was verified.
    private func message(_ response: TestResponse, status: Int = 400) throws -> String {
        try response.require(status)
        #expect(response.value("verified") == .bool(false))
        #expect(try response.text("reference").hasPrefix("req_"))
        return try response.text("error")
    }

    @Test func `requests of other origins are rejected`() async throws {
        let server = try await TestServer()
        let paths: [(HTTPMethod, String)] = [
            (.post, "register/options"), (.post, "register/verify"), (.get, "authenticate/options"),
            (.post, "authenticate/verify"), (.get, "passkeys/check"), (.get, "passkeys"), (.delete, "passkeys/x"),
            (.patch, "passkeys/x"), (.post, "sign-out"),
        ]
        for (method, path) in paths {
            let message = Message.raw(method, path: "/api/auth/" + path, body: [], type: "application/json")
            for attack in [
                message.on("https://evil.test"), message.on("null"),
                message.setting("Sec-Fetch-Site", to: "cross-site"),
                message.setting("Sec-Fetch-Site", to: "same-site"),
            ] {
                let response = try await server.send(attack)
                #expect(try self.message(response, status: 403).hasPrefix("This request did not come from"))
                #expect(response.headers["Access-Control-Allow-Origin"] == nil)
            }
        }
    }

    @Test func `a page of another origin gets no permission to call`() async throws {
        let server = try await TestServer()
        let preflight = Message(.options, path: "/api/auth/authenticate/verify").on("https://evil.test").setting(
            "Access-Control-Request-Method", to: "POST")
        let response = try await server.send(preflight).require(405)
        #expect(response.headers.fields.allSatisfy { !$0.name.hasPrefix("Access-Control") })
    }

    @Test func `the origin is the configured one, whatever Host the request has`() async throws {
        let page = PlainPage(at: try await TestServer())
        let options = try await page.registrationOptions(name).require(200)
        #expect(try options.text("rp.id") == TestServer.relyingPartyID)
        let credential = try page.with { $0.mutation = .originSubdomain }.created(options)
        #expect(try message(try await page.verifyRegistration(name, credential: credential)) == "Origin mismatch")
        // The host of that origin, which the server doesn't serve.
        let server = page.browser.server
        let subdomain = PlainPage(in: TestBrowser(at: server, host: "other.\(TestServer.host)"))
        try await subdomain.registrationOptions(name).require(421)
        try await subdomain.verifyRegistration(name, credential: credential).require(421)
        // Another port is the same host to the server, and another origin to browsers.
        let port = PlainPage(in: TestBrowser(at: server, host: "\(TestServer.host):444"))
        #expect(try await port.registrationOptions(name).require(403).code == "page.origin-mismatch")
    }

    @Test func `a session that a sibling domain plants is none, alone and beside the own one`() async throws {
        let server = try await TestServer()
        let (ada, eve) = (PlainPage(at: server), PlainPage(at: server))
        try await ada.register(name).require(200)
        try await eve.register("eve@example.org").require(200)
        // A sibling can't set a cookie whose name has the prefix `__Host-`.
        let planted = "__Secure-thumbturn-api-session=\(try #require(eve.session))"
        let list = Message.get("/api/auth/passkeys")
        try await server.send(list.setting("Cookie", to: planted)).require(401)
        let both = list.setting("Cookie", to: "\(planted); __Host-thumbturn-api-session=\(try #require(ada.session))")
        #expect(try await server.send(both).require(200).text("user.username") == name)
    }

    @Test(arguments: ["spa", "native", "regular_web"])
    func `a session adds passkeys for a quarter of an hour, whatever its client is`(type: String) async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].json["thumbturn"]?["ceremony_api"] == true {
                documents[index].json["app_type"] = .string(type)
            }
        }
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        server.clock.advance(seconds: 900)
        try await page.registrationOptions(name).require(200)
        server.clock.advance(seconds: 1)
        #expect(try await page.registrationOptions(name).require(401).code == "sign-in.too-old")
    }

    @Test func `a response is not accepted for another name`() async throws {
        let page = PlainPage(at: try await TestServer())
        let options = try await page.registrationOptions(name).require(200)
        let credential = try page.created(options)
        let response = try await page.verifyRegistration("eve@example.org", credential: credential)
        #expect(try message(response) == "Challenge mismatch")
        #expect(try await page.browser.server.users().isEmpty)
    }

    @Test func `an assertion of one user does not sign another one in`() async throws {
        let server = try await TestServer()
        let (ada, eve) = (PlainPage(at: server), PlainPage(at: server))
        try await ada.register(name).require(200)
        try await eve.register("eve@example.org").require(200)
        let options = try await eve.authenticationOptions().require(200)
        let response = try await eve.verifyAuthentication(name, assertion: eve.signed(options))
        #expect(try message(response) == "Credential not found")
        #expect(response.value("signal") == nil)
        #expect(response.headers["Set-Cookie"] == nil)
    }

    @Test func `a challenge is accepted once, until it expires, and for its own purpose`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let options = try await page.authenticationOptions().require(200)
        let assertion = try page.signed(options)
        try await page.verifyAuthentication(nil, assertion: assertion).require(200)
        let replayed = try await page.verifyAuthentication(nil, assertion: assertion)
        #expect(try message(replayed) == "Challenge not found")
        let late = try page.signed(try await page.authenticationOptions().require(200))
        server.clock.advance(seconds: 301)
        #expect(try message(try await page.verifyAuthentication(nil, assertion: late)) == "Challenge expired")
        let registration = try await page.registrationOptions("eve@example.org").require(200)
        let other = try page.created(registration)
        let crossed = try await page.verifyAuthentication(nil, assertion: other)
        #expect(try message(crossed) == "Challenge mismatch")
        let signedIn = try page.signed(try await page.authenticationOptions().require(200))
        let misused = try await page.verifyRegistration(name, credential: signedIn)
        #expect(try message(misused) == "Challenge mismatch")
    }

    @Test func `a session of the passkey API is no challenge here`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let client = TestClient(at: server).with { $0.client = TestServerConfiguration.plainClient }
        let session = try #require(Base64URL.decode(try await client.beginSignIn().session))
        var options = try #require(try await page.authenticationOptions().require(200).json)
        options["challenge"] = .string(Base64URL.encode(session))
        options["allowCredentials"] = nil
        let assertion = try page.browser.device.get(
            optionsJSON: JSONValue.object(options).serialized(), origin: page.origin, settings: page.settings,
            mutation: nil)
        let response = try await page.verifyAuthentication(nil, assertion: JSONReader.read(assertion))
        #expect(try message(response) == "Challenge not found")
    }

    @Test(
        arguments: [
            (ResponseMutation.wrongChallenge, "Challenge not found"), (.missingChallenge, "Challenge not found"),
            (.invalidJSONClientData, "Challenge not found"), (.wrongOrigin, "Origin mismatch"),
            (.uvCleared, "User verification failed"), (.upCleared, "User verification failed"),
            (.flipSignatureBit, "Signature verification failed"), (.wrongRpIdHash, "Verification failed"),
        ])
    func `a tampered assertion is rejected with the words of the guide`(
        mutation: ResponseMutation, words: String
    ) async throws {
        let page = PlainPage(at: try await TestServer())
        try await page.register(name).require(200)
        let response = try await page.with { $0.mutation = mutation }.authenticate(name)
        #expect(try message(response) == words)
        #expect(response.headers["Set-Cookie"] == nil)
    }

    @Test func `a registration without user verification is rejected`() async throws {
        let page = PlainPage(at: try await TestServer()).with { $0.mutation = .uvCleared }
        #expect(try message(try await page.register(name)) == "User verification failed")
    }

    @Test func `a credential that is not registered is unknown, and the device learns it`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let stranger = PlainPage(at: try await TestServer())
        try await stranger.register(name).require(200)
        let options = try await page.authenticationOptions().require(200)
        let response = try await page.verifyAuthentication(nil, assertion: stranger.signed(options))
        #expect(try message(response) == "Credential not found")
        #expect(response.value("signal.unknown_credential.credentialId") != nil)
    }

    @Test func `a name that is taken looks free until the ceremony ends`() async throws {
        let server = try await TestServer()
        let (ada, eve) = (PlainPage(at: server), PlainPage(at: server))
        try await ada.register(name).require(200)
        let taken = try await eve.registrationOptions(name).require(200)
        let free = try await eve.registrationOptions("new@example.org").require(200)
        #expect(taken.json?.members.map(\.name) == free.json?.members.map(\.name))
        #expect(taken.value("excludeCredentials") == free.value("excludeCredentials"))
        let response = try await eve.verifyRegistration(name, credential: eve.created(taken))
        #expect(try message(response) == "Sign in first to add a passkey to this account")
        #expect(response.value("signal.unknown_credential") != nil)
        #expect(response.headers["Set-Cookie"] == nil)
        try await ada.authenticate(name).require(200)
    }

    @Test func `only a signed-in user adds a passkey to an account`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let options = try await page.registrationOptions(name).require(200)
        let credential = try PlainPage(at: server, device: .googlePasswordManager).created(options)
        let elsewhere = PlainPage(at: server)
        let response = try await elsewhere.verifyRegistration(name, credential: credential)
        #expect(try message(response, status: 401) == "Sign in first")
        let other = PlainPage(at: server)
        try await other.register("eve@example.org").require(200)
        #expect(try message(try await other.verifyRegistration(name, credential: credential)) == "Challenge mismatch")
        let forOwn = try await other.verifyRegistration("eve@example.org", credential: credential)
        #expect(try message(forOwn) == "Challenge mismatch")
    }

    @Test func `nobody renames or removes another user's passkey`() async throws {
        let server = try await TestServer()
        let (ada, eve) = (PlainPage(at: server), PlainPage(at: server))
        let credential = try await ada.register(name).require(200).text("credentialId")
        try await eve.register("eve@example.org").require(200)
        for method in [HTTPMethod.patch, .delete] {
            let body: JSONObject? = method == .patch ? ["name": "mine"] : nil
            let response = try await eve.send(method, at: "passkeys/\(credential)", body: body)
            #expect(try message(response, status: 404) == "Credential not found")
            let stranger = PlainPage(at: server)
            let signedOut = try await stranger.send(method, at: "passkeys/\(credential)", body: body)
            #expect(try message(signedOut, status: 401) == "Sign in first")
        }
        #expect(try await ada.send(.get, at: "passkeys").value("passkeys")?.arrayValue?.count == 1)
    }

    @Test func `a name is required`() async throws {
        let page = PlainPage(at: try await TestServer())
        for response in [
            try await page.send(.post, at: "register/options", body: [:]), try await page.registrationOptions(""),
            try await page.send(.post, at: "register/verify", body: ["credential": ["id": "x"]]),
            try await page.send(.get, at: "passkeys/check"), try await page.check(""),
        ] {
            #expect(try message(response) == "Username required")
        }
        let malformed = try await page.registrationOptions("not an address@")
        #expect(malformed.code == "sign-in.profile.identifier-malformed")
        #expect(try message(malformed) == "Username must be an email address")
        let turned = try await page.registrationOptions("zoe@example.org", displayName: "a\u{202E}b")
        #expect(try message(turned) == "Display name must not override the direction of text")
    }

    @Test func `sign-ups with one name are limited, and sign-ins with it are not`() async throws {
        let page = PlainPage(at: try await TestServer(limits: .standard))
        var statuses: [Int] = []
        for _ in 0..<101 { statuses.append(try await page.registrationOptions(name).status) }
        #expect(statuses.contains(429))
        #expect(try await page.registrationOptions("eve@example.org").status == 200)
        #expect(try await page.registrationOptions(name.uppercased()).status == 429)
        #expect(try await page.authenticationOptions(name).status == 200)
    }

    @Test func `strangers who use up the sign-ups with a name don't keep its owner from adding a passkey`() async throws
    {
        let server = try await TestServer(limits: .standard)
        let (owner, stranger) = (PlainPage(at: server), PlainPage(at: server))
        try await owner.register(name).require(200)
        var status = 200
        for _ in 0..<101 where status == 200 { status = try await stranger.registrationOptions(name).status }
        #expect(status == 429)
        #expect(try await owner.registrationOptions(name).status == 200)
    }
}
