// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// A ceremony is answered once, in time, by the client, at the host and for the purpose that it was begun for.
struct CeremonyRefusalTests {
    private static let elsewhere = "sign-in.ceremony.belongs-elsewhere"

    private func signedUp(_ change: (inout Visitor) -> Void = { _ in }) async throws -> Visitor {
        let visitor = Visitor(at: try await Place()).with(change)
        try await visitor.signUp().require(200)
        return visitor
    }

    @Test func `an answer that is sent again is refused`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        try await visitor.finish(begun.session, response).require(200)
        let again = try await visitor.finish(begun.session, response).require(403)
        #expect(again.code == "sign-in.ceremony.already-taken")
    }

    @Test func `a refused answer uses the ceremony up`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let spoilt = try visitor.with { $0.tamper = .flipSignatureBit }.signed(begun)
        #expect(try await visitor.finish(begun.session, spoilt).code == "authentication.signature-invalid")
        let answer = try await visitor.finish(begun.session, visitor.signed(begun)).require(403)
        #expect(answer.code == "sign-in.ceremony.already-taken")
    }

    @Test func `a mistake in the request does not use the ceremony up`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        var message = visitor.exchange(begun.session, response)
        message.headers["Content-Type"] = "text/plain"
        try await visitor.place.send(message).require(415)
        let other = visitor.with { $0.client = "other" }.exchange(begun.session, response)
        #expect(try await visitor.place.send(other).require(403).code == Self.elsewhere)
        try await visitor.finish(begun.session, response).require(200)
    }

    @Test func `of sixteen answers at once one gets tokens`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        let answers = try await atOnce { try await visitor.finish(begun.session, response) }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(answers.filter { $0.code == "sign-in.ceremony.already-taken" }.count == 15)
    }

    @Test func `of sixteen sign-ups at once one makes an account`() async throws {
        let visitor = Visitor(at: try await Place())
        var ready: [Message] = []
        for _ in 0..<16 {
            let other = visitor.with { $0.device = SoftwareAuthenticator() }
            let begun = try await other.beginSignUp()
            ready.append(try other.exchange(begun.session, other.created(begun)))
        }
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for message in ready { group.addTask { try await visitor.place.send(message) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.filter { $0.status == 200 }.count == 1)
        #expect(answers.filter { $0.code == "sign-in.account-exists" }.count == 15)
        #expect(try await visitor.place.users().count == 1)
    }

    @Test(arguments: [(299, "200"), (300, "sign-in.ceremony.expired")])
    func `a ceremony ends after five minutes`(seconds: Int64, code: String) async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        visitor.place.clock.advance(seconds: seconds)
        #expect(try await visitor.finish(begun.session, visitor.signed(begun)).code == code)
    }

    @Test func `a ceremony belongs to its client`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let answer = try await visitor.with { $0.client = "other" }.finish(begun.session, visitor.signed(begun))
        #expect(try answer.require(403).code == Self.elsewhere)
    }

    @Test func `a ceremony belongs to its host`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let answer = try await visitor.with { $0.host = Place.otherHost }.finish(
            begun.session, visitor.signed(begun))
        #expect(try answer.require(403).code == "sign-in.ceremony.not-sealed-here")
    }

    @Test func `a passkey of one host opens no account at the other`() async throws {
        let visitor = try await signedUp()
        let other = visitor.with {
            $0.host = Place.otherHost
            $0.origin = "https://\(Place.otherHost)"
        }
        let begun = try await other.beginSignIn()
        #expect(throws: AuthenticatorFailure.self) { try other.signed(begun) }
        let forged = try visitor.signed(try await visitor.beginSignIn())
        let answer = try await other.finish(begun.session, forged).require(403)
        #expect(answer.code.hasPrefix("authentication."))
    }

    private func guest() async throws -> Visitor {
        try await signedUp {
            $0.client = "guest"
            $0.origin = "https://login.brand1.test"
        }
    }

    @Test(arguments: ["umbrella", "org_umbrella1", "nowhere"])
    func `a ceremony belongs to its organization`(name: String) async throws {
        let visitor = try await guest().with { $0.organization = "acme" }
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        let other = visitor.with { $0.organization = name }
        #expect(try await other.finish(begun.session, response).require(403).code == Self.elsewhere)
        let token = try await ReadToken(
            visitor.finish(begun.session, response).require(200).text("id_token"), at: visitor.place)
        #expect(token["org_id"] == "org_acme1")
    }

    @Test(arguments: ["acme", "org_acme1"])
    func `an organization may be named with the response alone`(name: String) async throws {
        let visitor = try await guest()
        let begun = try await visitor.beginSignIn()
        let answer = try await visitor.with { $0.organization = name }
            .finish(begun.session, visitor.signed(begun)).require(200)
        #expect(try await ReadToken(answer.text("id_token"), at: visitor.place)["org_id"] == "org_acme1")
        let refreshed = try await visitor.refresh(answer.text("refresh_token")).require(200)
        #expect(try await ReadToken(refreshed.text("id_token"), at: visitor.place)["org_id"] == "org_acme1")
    }

    @Test(arguments: [
        ("guest", "umbrella", "sign-in.organization.connection-not-admitted"),
        ("guest", "nowhere", "sign-in.organization.unknown"), ("spa", "acme", "sign-in.organization.not-allowed"),
    ])
    func `an organization named with the response has to admit the person`(
        client: String, name: String, code: String
    ) async throws {
        let visitor = try await signedUp {
            $0.client = client
            if client == "guest" { $0.origin = "https://login.brand1.test" }
        }
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        let answer = try await visitor.with { $0.organization = name }.finish(begun.session, response).require(400)
        #expect(answer.code == code)
        try await visitor.finish(begun.session, response).require(200)
    }

    @Test func `a ceremony belongs to its realm`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        let other = visitor.with { $0.realm = "names" }
        #expect(try await other.finish(begun.session, response).require(403).code == Self.elsewhere)
        try await visitor.with { $0.realm = "people" }.finish(begun.session, response).require(200)
    }

    @Test func `a passkey of one realm opens no account in another`() async throws {
        let visitor = try await signedUp()
        let answer = try await visitor.with { $0.realm = "names" }.signIn().require(403)
        #expect(answer.code == "sign-in.connection-mismatch")
        #expect(answer.value("error") == "invalid_grant")
        #expect(answer.value("signal") == nil)
    }

    // MARK: Purposes

    @Test func `an answer to a sign-in finishes no sign-up`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.with { $0.profile = ["email": "eve@example.org"] }.beginSignUp()
        let response = try visitor.signed(try await visitor.beginSignIn())
        let answer = try await visitor.finish(begun.session, response).require(403)
        #expect(answer.code == "registration.response.member-missing")
        #expect(try await visitor.place.users().count == 1)
    }

    @Test func `an answer to a sign-up finishes no sign-in`() async throws {
        let visitor = try await signedUp()
        let other = visitor.with { $0.profile = ["email": "eve@example.org"] }
        let response = try other.created(try await other.beginSignUp())
        let answer = try await visitor.finish(try await visitor.beginSignIn().session, response).require(403)
        #expect(answer.code == "authentication.response.member-missing")
    }

    @Test func `an enrolment is no sign-in`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginEnrolment(visitor.accountToken())
        let device = SoftwareAuthenticator()
        let answer = try await visitor.finish(begun.session, visitor.with { $0.device = device }.created(begun))
        #expect(try answer.require(403).code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test(arguments: [true, false])
    func `neither a sign-up nor a sign-in is an enrolment`(isSignUp: Bool) async throws {
        let visitor = try await signedUp()
        let token = try await visitor.accountToken()
        let other = visitor.with {
            $0.profile = ["email": "eve@example.org"]
            $0.device = SoftwareAuthenticator()
        }
        let enrolment = try await visitor.beginEnrolment(token)
        let begun = isSignUp ? try await other.beginSignUp() : try await visitor.beginSignIn()
        let response = isSignUp ? try other.created(begun) : try visitor.signed(begun)
        var message = visitor.enrolment(begun, response)
        message.path = enrolment.path + "/verify"
        let answer = try await visitor.account(message, token: token).require(400)
        #expect(answer.code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test func `an enrolment belongs to its account`() async throws {
        let visitor = try await signedUp()
        let eve = visitor.with {
            $0.profile = ["email": "eve@example.org"]
            $0.device = SoftwareAuthenticator()
        }
        try await eve.signUp().require(200)
        let token = try await eve.accountToken()
        let begun = try await visitor.beginEnrolment(visitor.accountToken())
        let answer = try await eve.account(eve.enrolment(begun, eve.created(begun)), token: token)
        #expect(answer.status == 400)
        #expect(answer.code == Self.elsewhere)
    }

    @Test func `an invitation is neither a sign-in nor an enrolment`() async throws {
        let visitor = try await signedUp()
        let place = visitor.place
        let invitation = try await place.invite(try #require(place.users().first).id)
        let begun = try Visitor.Begun(
            await place.send(.post("/invitation/challenge", ["invitation": .string(invitation)])).require(200))
        let invited = visitor.with {
            $0.device = SoftwareAuthenticator()
            $0.origin = "https://login.brand1.test"
        }
        let response = try invited.created(begun)
        #expect(try await visitor.finish(begun.session, response).require(403).code == Self.elsewhere)
        let token = try await visitor.accountToken()
        var message = visitor.enrolment(begun, response)
        message.path = "/me/v1/authentication-methods/passkey%7Cnew/verify"
        #expect(try await visitor.account(message, token: token).require(400).code == Self.elsewhere)
        message.path = "/invitation/verify"
        try await place.send(message).require(201)
        #expect(try await place.send(message).require(403).code == "sign-in.ceremony.already-taken")
        let late = try await place.send(.post("/invitation/challenge", ["invitation": .string(invitation)]))
        #expect(try late.require(403).code == "sign-in.invitation.already-taken")
    }

    @Test func `a sign-up is no answer to an invitation`() async throws {
        let visitor = Visitor(at: try await Place())
        let begun = try await visitor.beginSignUp()
        var message = visitor.enrolment(begun, try visitor.created(begun))
        message.path = "/invitation/verify"
        #expect(try await visitor.place.send(message).require(403).code == Self.elsewhere)
    }

    @Test func `a session that was made up or changed is none`() async throws {
        let visitor = try await signedUp()
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        let changed = String(begun.session.dropLast(4)) + (begun.session.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        for session in ["x", "null", changed, begun.session + "A"] {
            let answer = try await visitor.finish(session, response).require(403)
            #expect(answer.code == "sign-in.ceremony.not-sealed-here")
        }
    }

    private func atOnce(_ body: @escaping @Sendable () async throws -> Answer) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<16 { group.addTask { try await body() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
