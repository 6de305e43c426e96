// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// The plain ceremony API, used as its guide's client uses it.
struct CeremonyAPIWireTests {
    private let name = "ada@example.org"

    @Test func `a user registers, signs in and is known by name`() async throws {
        let page = PlainPage(at: try await TestServer())
        let registered = try await page.register(name, displayName: "Ada").require(200)
        #expect(registered.value("verified") == .bool(true))
        let credential = try registered.text("credentialId")
        let signedIn = try await page.authenticate().require(200)
        #expect(signedIn.value("verified") == .bool(true))
        #expect(try signedIn.text("user.username") == name)
        #expect(signedIn.value("credentialId") == nil)
        let users = try await page.browser.server.users()
        #expect(users.map(\.profile.name) == ["Ada"])
        let check = try await page.check(name).require(200)
        #expect(check.value("hasPasskeys") == .bool(true))
        #expect(check.value("count") == 1)
        let list = try await page.send(.get, at: "passkeys").require(200)
        #expect(list.value("passkeys")?.arrayValue?.map { $0["key_id"] } == [.string(credential)])
    }

    @Test func `the token is an access token of the client`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let token = try await page.authenticate(name).require(200).text("token")
        let message = Message.get("/userinfo").setting("Authorization", to: "Bearer \(token)")
        #expect(try await server.send(message).require(200).text("email") == name)
        server.clock.advance(seconds: 601)
        try await server.send(message).require(401)
    }

    @Test func `the session is a cookie that scripts and other sites don't get`() async throws {
        let page = PlainPage(at: try await TestServer())
        let field = try #require(try await page.register(name).headers["Set-Cookie"])
        #expect(field.hasPrefix("__Host-thumbturn-api-session="))
        for attribute in ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"] {
            #expect(field.contains("; \(attribute)"))
        }
    }

    @Test func `the session is worth nothing on the server's pages, and theirs nothing here`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let secret = try #require(page.browser.cookies["__Host-thumbturn-api-session"]).value
        let thief = TestBrowser(at: server)
        let asPage = Message.get("/account").setting("Cookie", to: "__Host-thumbturn-session=\(secret)")
        #expect(try await thief.send(asPage).require(303).headers["Location"]?.hasPrefix("/login") == true)
        let party = RelyingParty(at: server)
        let asked = Message.get(party.attempt(["prompt": "none"]).path).setting(
            "Cookie", to: "__Host-thumbturn-session=\(secret)")
        #expect(try await thief.send(asked).headers["Location"]?.contains("error=login_required") == true)
        let user = TestBrowser(at: server)
        _ = try await user.signUp(on: try await user.authorize(party.attempt()), email: "eve@example.org")
        let own = try #require(user.session)
        let asAPI = Message.get("/api/auth/passkeys").setting("Cookie", to: "__Host-thumbturn-api-session=\(own)")
        try await server.send(asAPI).require(401)
    }

    @Test func `binary members are in standard base64, and both alphabets are read`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        let options = try await page.registrationOptions(name).require(200)
        for text in [try options.text("challenge"), try options.text("user.id")] {
            #expect(Base64.decode(text) != nil)
        }
        #expect(options.value("excludeCredentials") == [])
        #expect(try options.text("authenticatorSelection.userVerification") == "required")
        try await page.verifyRegistration(name, credential: page.created(options)).require(200)
        // As browsers write it: without padding, in the alphabet of URLs.
        let started = try await page.authenticationOptions().require(200)
        #expect(started.value("allowCredentials") == [])
        let challenge = try #require(Base64.decode(started.text("challenge")))
        var inURLs = try #require(started.json)
        inURLs["challenge"] = .string(Base64URL.encode(challenge))
        let response = try page.browser.device.get(
            optionsJSON: JSONValue.object(inURLs).serialized(), origin: page.origin, settings: page.settings,
            mutation: nil)
        try await page.verifyAuthentication(nil, assertion: JSONReader.read(response)).require(200)
    }

    @Test func `a signed-in user adds a passkey, and existing ones are excluded`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        try await page.register(name).require(200)
        let options = try await page.registrationOptions(name).require(200)
        #expect(options.value("excludeCredentials")?.arrayValue?.count == 1)
        let credential = try PlainPage(at: server, device: .googlePasswordManager).created(options)
        let added = try await page.verifyRegistration(name, credential: credential).require(200)
        #expect(added.value("token") == nil)
        #expect(added.value("signal.all_accepted_credentials.allAcceptedCredentialIds")?.arrayValue?.count == 2)
        #expect(try await page.check(name).value("count") == 2)
    }

    @Test func `passkeys are renamed and removed by their own ID or their credential's`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server)
        let first = try await page.register(name).require(200).text("credentialId")
        let options = try await page.registrationOptions(name).require(200)
        try await page.verifyRegistration(
            name, credential: PlainPage(at: server, device: .googlePasswordManager).created(options)
        ).require(200)
        try await page.send(.patch, at: "passkeys/\(first)", body: ["name": "Phone"]).require(200)
        let listed = try await page.send(.get, at: "passkeys").require(200).value("passkeys")?.arrayValue ?? []
        #expect(listed.map { $0["name"]?.stringValue } == ["Phone", nil])
        #expect(try await page.send(.get, at: "passkeys").text("user.username") == name)
        let second = try #require(listed.last?["id"]?.stringValue)
        let removed = try await page.send(.delete, at: "passkeys/\(PercentEncoding.encode(second))").require(200)
        #expect(removed.value("success") == .bool(true))
        #expect(removed.value("signal.unknown_credential") != nil)
        let last = try await page.send(.delete, at: "passkeys/\(first)").require(409)
        #expect(last.code == "sign-in.last-credential")
    }

    @Test func `after a sign-out the session is gone`() async throws {
        let page = PlainPage(at: try await TestServer())
        try await page.register(name).require(200)
        let cookie = page.browser.cookies
        try await page.send(.post, at: "sign-out").require(200)
        try await page.send(.get, at: "passkeys").require(401)
        page.browser.cookies = cookie
        let rejected = try await page.send(.get, at: "passkeys").require(401)
        #expect(rejected.value("error") == "Sign in first")
        try await page.send(.post, at: "sign-out").require(200)
    }

    @Test func `a sign-in ends the session before`() async throws {
        let page = PlainPage(at: try await TestServer())
        try await page.register(name).require(200)
        let earlier = page.browser.cookies
        try await page.authenticate().require(200)
        page.browser.cookies = earlier
        try await page.send(.get, at: "passkeys").require(401)
    }

    @Test func `hosts without a client of the API don't have it`() async throws {
        let server = try await TestServer()
        let message = Message.get("/api/auth/authenticate/options").at(TestServer.otherHost)
        #expect(try await server.send(message).require(404).code == "request.path-unknown")
    }

    @Test func `a counter that did not grow is rejected, and its user is logged`() async throws {
        let server = try await TestServer()
        let page = PlainPage(at: server, device: .legacyDeviceBound)
        try await page.register(name).require(200)
        try await page.authenticate().require(200)
        let rejected = try await page.with { $0.mutation = .counterRollback }.authenticate().require(400)
        #expect(rejected.value("error") == "Verification failed")
        #expect(server.log.last?.user == (try await server.users().first?.id.rawValue))
    }
}
