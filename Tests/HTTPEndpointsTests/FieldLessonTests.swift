// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SQLiteStorage
import SoftwareAuthenticator
import Testing
import WireFormats

/// Mistakes that other servers have made.
struct FieldLessonTests {
    private func signedUp(
        _ profile: AuthenticatorProfile = .iCloudKeychain, _ change: (inout Visitor) -> Void = { _ in }
    ) async throws -> Visitor {
        let visitor = Visitor(at: try await Place(), device: profile).with(change)
        try await visitor.signUp().require(200)
        return visitor
    }

    // MARK: Verification of the person

    @Test func `where verification of the person is required a sign-in without it is refused`() async throws {
        let visitor = try await signedUp { $0.realm = "verified" }
        let options = try await visitor.place.send(visitor.challenge).require(200)
        #expect(options.value("authn_params_public_key.userVerification") == "required")
        let answer = try await visitor.with { $0.tamper = .uvCleared }.signIn().require(403)
        #expect(answer.code == "authentication.user-verification-missing")
    }

    @Test func `where verification of the person is preferred tokens say whether it was done`() async throws {
        let visitor = try await signedUp()
        let methods = { (tamper: Tamper?) async throws -> JSONValue? in
            let answer = try await visitor.with { $0.tamper = tamper }.signIn().require(200)
            return try await ReadToken(answer.text("id_token"), at: visitor.place)["amr"]
        }
        let (verified, present) = (try await methods(nil), try await methods(.uvCleared))
        #expect(verified?.arrayValue?.contains("user") == true)
        #expect(present?.arrayValue?.contains("user") == false)
    }

    @Test func `an ordinary sign-up without anybody present is refused`() async throws {
        let visitor = Visitor(at: try await Place()).with { $0.settings.mediation = .conditional }
        let answer = try await visitor.signUp().require(403)
        #expect(answer.code == "registration.user-presence-missing")
    }

    // MARK: Origins and hosts

    @Test(arguments: [
        "https://evilapp.brand1.test", "https://app.brand1.test.evil.test", "https://app.brand1.testing",
        "https://evil-brand1.test", "https://x.app.brand1.test",
    ])
    func `an origin that ends or begins like one of ours is another`(origin: String) async throws {
        let visitor = try await signedUp()
        let answer = try await visitor.with {
            $0.origin = origin
            $0.settings.client = .native
        }.signIn().require(403)
        #expect(answer.code == "authentication.origin-not-allowed")
    }

    @Test(arguments: ["X-Forwarded-Host", "X-Original-Host", "Forwarded", "X-Host"])
    func `the relying party is configured, whatever a header says`(name: String) async throws {
        let visitor = Visitor(at: try await Place())
        let value = name == "Forwarded" ? "host=evil.test" : "evil.test"
        let answer = try await visitor.place.send(visitor.registration.with(name, value)).require(200)
        #expect(answer.value("authn_params_public_key.rp.id") == "brand1.test")
        let document = try await visitor.place.send(
            .get("/.well-known/openid-configuration").with(name, value)
        ).require(200)
        #expect(document.value("issuer") == "https://login.brand1.test/")
    }

    @Test func `every way into a ceremony names the same relying party`() async throws {
        let visitor = try await signedUp()
        let token = try await visitor.accountToken()
        let invitation = try await visitor.place.invite(#require(visitor.place.users().first).id)
        let answers = [
            try await visitor.with { $0.profile = ["email": "eve@example.org"] }.place.send(
                visitor.with { $0.profile = ["email": "eve@example.org"] }.registration),
            try await visitor.account(.post("/me/v1/authentication-methods", ["type": "passkey"]), token: token),
            try await visitor.place.send(.post("/invitation/challenge", ["invitation": .string(invitation)])),
        ]
        for answer in answers { #expect(answer.value("authn_params_public_key.rp.id") == "brand1.test") }
        let signIn = try await visitor.place.send(visitor.challenge)
        #expect(signIn.value("authn_params_public_key.rpId") == "brand1.test")
    }

    // MARK: Counters and credentials

    @Test func `a counter that stays at zero is no copy`() async throws {
        let visitor = try await signedUp()
        for _ in 0..<3 { try await visitor.signIn().require(200) }
    }

    @Test func `a counter that does not grow is refused`() async throws {
        let visitor = try await signedUp(.legacyDeviceBound)
        try await visitor.signIn().require(200)
        let answer = try await visitor.with { $0.tamper = .counterRepeated }.signIn().require(403)
        #expect(answer.code == "authentication.counter-regressed")
    }

    @Test func `of two sign-ins with the same count one is let in`() async throws {
        let visitor = try await signedUp(.legacyDeviceBound)
        let (first, second) = (try await visitor.beginSignIn(), try await visitor.beginSignIn())
        let response = try visitor.signed(first)
        let repeated = try visitor.with { $0.tamper = .counterRepeated }.signed(second)
        try await visitor.finish(first.session, response).require(200)
        #expect(try await visitor.finish(second.session, repeated).code == "authentication.counter-regressed")
    }

    @Test func `a user handle is drawn at random and says nothing of the person`() async throws {
        let visitor = Visitor(at: try await Place())
        let ids = [
            try await visitor.place.send(visitor.registration).text("authn_params_public_key.user.id"),
            try await visitor.place.send(visitor.registration).text("authn_params_public_key.user.id"),
        ]
        #expect(Set(ids).count == 2)
        #expect(ids.allSatisfy { Base64URL.decode($0)?.count == 32 })
    }

    @Test func `a second passkey of a person replaces none of theirs on record`() async throws {
        let visitor = try await signedUp()
        let token = try await visitor.accountToken()
        try await visitor.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }.enrol(token).require(201)
        let list = try await visitor.account(.get("/me/v1/authentication-methods"), token: token).require(200)
        #expect(list.value("authentication_methods")?.arrayValue?.count == 2)
        #expect(list.value("signal.all_accepted_credentials.allAcceptedCredentialIds")?.arrayValue?.count == 2)
    }

    @Test func `attestation that was not asked for is verified all the same`() async throws {
        let visitor = Visitor(at: try await Place(), device: .enterprisePacked).with {
            $0.settings.attestation = .always
            $0.tamper = .flipSignatureBit
        }
        #expect(try await visitor.signUp().require(403).code.hasPrefix("registration.attestation."))
    }

    // MARK: Challenges

    @Test func `a signed answer to a challenge that was not ours is refused`() async throws {
        let visitor = try await signedUp()
        let (first, second) = (try await visitor.beginSignIn(), try await visitor.beginSignIn())
        let answer = try await visitor.finish(first.session, visitor.signed(second)).require(403)
        #expect(answer.code == "authentication.challenge-mismatch")
    }

    @Test func `ceremonies of one person do not get into each other's way`() async throws {
        let visitor = try await signedUp()
        let ceremonies = [
            try await visitor.beginSignIn(), try await visitor.beginSignIn(), try await visitor.beginSignIn(),
        ]
        for begun in ceremonies.reversed() {
            try await visitor.finish(begun.session, visitor.signed(begun)).require(200)
        }
    }

    @Test(arguments: [
        "urn:ietf:params:oauth:grant-type:jwt-bearer", "http://auth0.com/oauth/grant-type/password-realm",
    ])
    func `a signed token without a challenge is no way in`(grant: String) async throws {
        let body: JSONObject = ["grant_type": .string(grant), "client_id": "spa", "assertion": "e30.e30.e30"]
        let answer = try await Place().send(.post("/oauth/token", body)).require(400)
        #expect(answer.code == "oauth.grant_type_unknown")
    }

    // MARK: Accounts

    @Test func `no account is made before the ceremony is finished`() async throws {
        let visitor = Visitor(at: try await Place())
        let begun = try await visitor.beginSignUp()
        #expect(try await visitor.place.users().isEmpty)
        let spoilt = try visitor.with { $0.tamper = .wrongChallenge }.created(begun)
        try await visitor.finish(begun.session, spoilt).require(403)
        #expect(try await visitor.place.users().isEmpty)
        try await visitor.signUp().require(200)
    }

    @Test func `a sign-in says nothing of who has an account`() async throws {
        let visitor = try await signedUp()
        let hint = { (email: String) async throws -> [String] in
            let message = Message.post("/passkey/challenge", ["client_id": "spa", "username": .string(email)])
            let options = try await visitor.place.send(message).require(200).value("authn_params_public_key")
            return options?.objectValue?.members.map(\.name) ?? []
        }
        #expect(try await hint("ada@example.org") == hint("nobody@example.org"))
    }

    @Test func `only the mode of Auth0's wire says at the beginning that an identifier is taken`() async throws {
        let place = try await Place { documents in
            for index in documents.indices where documents[index].id == "people" {
                documents[index].json["thumbturn"] = ["sign_up_mode": "strict"]
            }
        }
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let taken = try await place.send(visitor.registration).require(200)
        let free = try await place.send(visitor.with { $0.profile = ["email": "eve@example.org"] }.registration)
        let names = { (answer: Answer) in
            answer.value("authn_params_public_key")?.objectValue?.members.map(\.name)
        }
        #expect(names(taken) == names(free))
        let late = try await visitor.with { $0.device = SoftwareAuthenticator() }.signUp().require(400)
        #expect(late.code == "sign-in.account-exists")
        #expect(try await place.users().count == 1)
    }

    @Test func `there is no question whether somebody has passkeys`() async throws {
        let place = try await signedUp().place
        for path in ["/passkeys/check?username=ada@example.org", "/passkey/check?username=ada@example.org"] {
            try await place.send(.get(path)).require(404)
        }
    }

    @Test func `an identifier counts as proven by nothing but proof`() async throws {
        let visitor = try await signedUp()
        let token = try await ReadToken(visitor.signIn().require(200).text("id_token"), at: visitor.place)
        #expect(token["email_verified"] == false)
    }

    @Test func `an unknown credential is signalled to the device, and only when it is unknown`() async throws {
        let visitor = try await signedUp()
        let user = try #require(try await visitor.place.users().first)
        let spoilt = try await visitor.with { $0.tamper = .flipSignatureBit }.signIn().require(403)
        #expect(spoilt.value("signal") == nil)
        try await visitor.place.storage.withTransaction { try $0.users.remove(user.id) }
        let answer = try await visitor.signIn().require(403)
        let id = try #require(visitor.device.credentials.first).id
        #expect(try answer.text("signal.unknown_credential.credentialId") == Base64URL.encode(id))
        #expect(answer.value("signal.unknown_credential.rpId") == "brand1.test")
    }
}
