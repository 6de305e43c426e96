// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import SoftwareAuthenticator
import Testing
import WireFormats

/// Whole journeys, from the first request to the last.
struct JourneyTests {
    @Test func `somebody signs up, signs in, refreshes, looks at the account and signs out`() async throws {
        let visitor = Visitor(at: try await Place())
        let signedUp = try await visitor.signUp().require(200)
        let signedIn = try await visitor.signIn().require(200)
        let subject = try await ReadToken(signedUp.text("id_token"), at: visitor.place)["sub"]
        #expect(try await ReadToken(signedIn.text("id_token"), at: visitor.place)["sub"] == subject)

        let refreshed = try await visitor.refresh(signedIn.text("refresh_token")).require(200)
        let claims = try await visitor.account(.get("/userinfo"), token: refreshed.text("access_token")).require(200)
        #expect(claims.value("sub") == subject)
        #expect(claims.value("email") == "ada@example.org")

        let body = visitor.bodies(["token": .string(try refreshed.text("refresh_token"))])
        try await visitor.place.send(.post("/oauth/revoke", body)).require(200)
        let late = try await visitor.refresh(refreshed.text("refresh_token"))
        #expect(late.code == "oauth.refresh_token_unknown")
    }

    @Test func `somebody adds a passkey, names it, lists both and removes it`() async throws {
        let visitor = Visitor(at: try await Place())
        try await visitor.signUp().require(200)
        let token = try await visitor.accountToken()
        let second = visitor.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }
        let enrolled = try await second.enrol(token).require(201)
        let path = "/me/v1/authentication-methods/\(try enrolled.text("id"))"

        let named = try await visitor.account(.json(.patch, path, ["name": "Key ring"]), token: token).require(200)
        #expect(named.value("name") == "Key ring")
        let list = try await visitor.account(.get("/me/v1/authentication-methods"), token: token).require(200)
        #expect(list.value("authentication_methods")?.arrayValue?.count == 2)
        try await visitor.account(Message(.delete, path), token: token).require(204)
        #expect(try await visitor.account(.get(path), token: token).code == "sign-in.passkey-unknown")
        #expect(try await second.signIn().code == "sign-in.credential-unknown")
    }

    @Test func `somebody who was invited adds a passkey without a client`() async throws {
        let place = try await Place()
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let user = try #require(try await place.users().first)
        let invitation = try await place.invite(user.id)
        let page = try await place.send(.get("/invitation")).require(200)
        #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")

        let own = "https://\(Place.host)"
        let answer = try await place.send(
            .post("/invitation/challenge", ["invitation": .string(invitation)]).on(own)
        ).require(200)
        let begun = try Visitor.Begun(answer)
        let invited = Visitor(at: place, device: .googlePasswordManager).with { $0.origin = own }
        var enrolment = invited.enrolment(begun, try invited.created(begun))
        enrolment.path = "/invitation/verify"
        try await place.send(enrolment.on(own)).require(201)
        try await invited.with { $0.origin = Place.page }.signIn().require(200)
    }

    @Test func `a developer's own machine is a host like any other`() async throws {
        let place = try await Place()
        let url = try WebOrigin("http://localhost:8080")
        let generated = try DefaultConfiguration(url: url)
        let plan = ConfigurationPlan(file: generated.file, stored: [], settings: .init(url: url)) { _ in 0 }
        place.serve(try Directory(documents: plan.documents, url: url))
        try await place.services.keyRing.prepare(host: "localhost", at: place.clock.now)
        let visitor = Visitor(at: place).with {
            $0.client = DefaultConfiguration.webClient
            $0.host = "localhost"
            $0.origin = "http://localhost:3000"
        }
        try await visitor.signUp().require(200)
        let answer = try await visitor.signIn().require(200)
        let token = try await ReadToken(answer.text("id_token"), at: place, host: "localhost")
        #expect(token["iss"] == "http://localhost:8080/")
    }
}
