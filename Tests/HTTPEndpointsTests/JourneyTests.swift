// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// Complete journeys from sign-up to sign-out.
struct JourneyTests {
    @Test func `a user signs up, signs in, refreshes, reads the account and signs out`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let signedUp = try await testClient.signUp().require(200)
        let signedIn = try await testClient.signIn().require(200)
        let subject = try await VerifiedToken(signedUp.text("id_token"), at: testClient.server)["sub"]
        #expect(try await VerifiedToken(signedIn.text("id_token"), at: testClient.server)["sub"] == subject)

        let refreshed = try await testClient.refresh(signedIn.text("refresh_token")).require(200)
        let claims = try await testClient.account(.get("/userinfo"), token: refreshed.text("access_token")).require(200)
        #expect(claims.value("sub") == subject)
        #expect(claims.value("email") == "ada@example.org")

        try await testClient.revoke(refreshed.text("refresh_token")).require(200)
        let late = try await testClient.refresh(refreshed.text("refresh_token"))
        #expect(late.code == "oauth.refresh-token-unknown")
    }

    @Test func `a user adds a passkey, names it, lists both and removes it`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let second = testClient.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }
        let enrolled = try await second.enroll(token).require(201)
        let path = "/me/v1/authentication-methods/\(try enrolled.text("id"))"

        let named = try await testClient.account(.json(.patch, path: path, body: ["name": "Key ring"]), token: token)
            .require(200)
        #expect(named.value("name") == "Key ring")
        let list = try await testClient.list(token).require(200)
        #expect(list.value("authentication_methods")?.arrayValue?.count == 2)
        try await testClient.account(Message(.delete, path: path), token: token).require(204)
        let next = try await testClient.accountToken()
        #expect(try await testClient.account(.get(path), token: next).code == "sign-in.passkey-unknown")
        #expect(try await second.signIn().code == "sign-in.credential-unknown")
    }

    @Test func `an invited user adds a passkey without a client`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let user = try #require(try await server.users().first)
        let invitation = try await server.invite(user.id)
        let browser = TestBrowser(at: server)
        browser.prefer("de")
        let page = try await browser.visit("/invitation").page
        #expect(page.title?.hasPrefix("Passkey hinzufügen") == true)
        for code in ["seal-invalid", "binding-mismatch", "expired", "consumed"] {
            #expect(page.settings?["messages"]?["sign-in.invitation.\(code)"] != nil)
        }

        let own = "https://\(TestServer.host)"
        let response = try await server.send(
            .post("/invitation/challenge", json: ["invitation": .string(invitation)]).on(own)
        ).require(200)
        let started = try TestClient.StartedCeremony(response)
        let invited = TestClient(at: server, device: .googlePasswordManager).with { $0.origin = own }
        var enrollment = invited.enrollment(started, response: try invited.created(started))
        enrollment.path = "/invitation/verify"
        try await server.send(enrollment.on(own)).require(201)
        try await invited.with { $0.origin = TestServer.page }.signIn().require(200)
    }

    @Test func `at its address, a local server has a page with the link to its name`() async throws {
        let server = try await TestServer.local()
        for host in ["127.0.0.1", "[::1]"] {
            let message = Message.get("/setup?x=1").at(host)
            let response = try await server.send(message.setting("Accept", to: TestBrowser.acceptedTypes)).require(421)
            let page = try PageDocument(response.body)
            #expect(page.text.contains("Passkeys don’t work at this address"))
            #expect(page.links == ["http://localhost:8080/setup?x=1"])
            for file in page.elements.compactMap({ $0["rel"] == "stylesheet" ? $0["href"] : $0["src"] }) {
                try await server.send(.get(file).at(host)).require(200)
            }
            #expect(try await server.send(message).require(421).code == "request.host-unknown")
        }
        let other = Message.get("/").at("192.0.2.1").setting("Accept", to: TestBrowser.acceptedTypes)
        #expect(try await server.send(other).require(421).code == "request.host-unknown")
    }

    @Test func `localhost works like any other host`() async throws {
        let server = try await TestServer.local()
        try await server.services.keyRing.prepare(host: "localhost", at: server.clock.now)
        let testClient = TestClient(at: server).with {
            $0.client = DefaultConfiguration.webClient
            $0.host = "localhost"
            $0.origin = "http://localhost:3000"
        }
        try await testClient.signUp().require(200)
        let response = try await testClient.signIn().require(200)
        let token = try await VerifiedToken(response.text("id_token"), at: server, host: "localhost")
        #expect(token["iss"] == "http://localhost:8080/")
        for callback in ["http://localhost:8080/", "http://localhost:3000", "http://localhost:3000/callback"] {
            let parameters = [
                ("client_id", DefaultConfiguration.webClient), ("response_type", "code"), ("scope", "openid"),
                ("redirect_uri", callback), ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
                ("code_challenge_method", "S256"),
            ].map { "\($0)=\(PercentEncoding.encode($1))" }
            let page = try await server.send(.get("/authorize?\(parameters.joined(separator: "&"))").at("localhost"))
            #expect(page.headers["Location"]?.hasPrefix("/login?state=") == true, "\(callback)")
        }
    }
}
