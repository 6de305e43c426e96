// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// Mistakes that other servers have made.
struct KnownMistakeTests {
    private func signedUp(
        _ profile: AuthenticatorProfile = .iCloudKeychain, change: (inout TestClient) -> Void = { _ in }
    ) async throws -> TestClient {
        let testClient = TestClient(at: try await TestServer(), device: profile).with(change)
        try await testClient.signUp().require(200)
        return testClient
    }

    // MARK: User verification

    @Test func `a sign-in without required user verification is rejected`() async throws {
        let testClient = try await signedUp { $0.realm = "verified" }
        let options = try await testClient.server.send(testClient.challenge).require(200)
        #expect(options.value("authn_params_public_key.userVerification") == "required")
        let response = try await testClient.with { $0.mutation = .uvCleared }.signIn().require(403)
        #expect(response.code == "authentication.user-verification-missing")
    }

    @Test func `where user verification is preferred, tokens say whether it was done`() async throws {
        let testClient = try await signedUp()
        let methods = { (mutation: ResponseMutation?) async throws -> JSONValue? in
            let response = try await testClient.with { $0.mutation = mutation }.signIn().require(200)
            return try await VerifiedToken(response.text("id_token"), at: testClient.server)["amr"]
        }
        let (verified, present) = (try await methods(nil), try await methods(.uvCleared))
        #expect(verified?.arrayValue?.contains("user") == true)
        #expect(present?.arrayValue?.contains("user") == false)
    }

    @Test func `an ordinary sign-up without user presence is rejected`() async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.settings.mediation = .conditional }
        let response = try await testClient.signUp().require(403)
        #expect(response.code == "registration.user-presence-missing")
    }

    // MARK: Origins and hosts

    @Test(arguments: [
        "https://evilapp.brand1.test", "https://app.brand1.test.evil.test", "https://app.brand1.testing",
        "https://evil-brand1.test", "https://x.app.brand1.test",
    ])
    func `an origin that starts or ends like an allowed one is rejected`(origin: String) async throws {
        let testClient = try await signedUp()
        let response = try await testClient.with {
            $0.origin = origin
            $0.settings.client = .native
        }.signIn().require(403)
        #expect(response.code == "authentication.origin-not-allowed")
    }

    @Test(arguments: ["X-Forwarded-Host", "X-Original-Host", "Forwarded", "X-Host"])
    func `the relying party comes from the configuration, not from headers`(name: String) async throws {
        let testClient = TestClient(at: try await TestServer())
        let value = name == "Forwarded" ? "host=evil.test" : "evil.test"
        let response = try await testClient.server.send(testClient.registration.setting(name, to: value)).require(200)
        #expect(response.value("authn_params_public_key.rp.id") == "brand1.test")
        let document = try await testClient.server.send(
            .get("/.well-known/openid-configuration").setting(name, to: value)
        ).require(200)
        #expect(document.value("issuer") == "https://login.brand1.test/")
    }

    @Test func `every ceremony names the same relying party`() async throws {
        let testClient = try await signedUp()
        let token = try await testClient.accountToken()
        let invitation = try await testClient.server.invite(#require(testClient.server.users().first).id)
        let responses = [
            try await testClient.with { $0.profile = ["email": "eve@example.org"] }.server.send(
                testClient.with { $0.profile = ["email": "eve@example.org"] }.registration),
            try await testClient.account(
                .post("/me/v1/authentication-methods", json: ["type": "passkey"]), token: token),
            try await testClient.server.send(.post("/invitation/challenge", json: ["invitation": .string(invitation)])),
        ]
        for response in responses {
            let options = response.value("authn_params_public_key") ?? response.value("options")
            #expect(options?["rp"]?["id"] == "brand1.test")
        }
        let signIn = try await testClient.server.send(testClient.challenge)
        #expect(signIn.value("authn_params_public_key.rpId") == "brand1.test")
    }

    // MARK: Counters and credentials

    @Test func `a counter that stays at zero is not a regression`() async throws {
        let testClient = try await signedUp()
        for _ in 0..<3 { try await testClient.signIn().require(200) }
    }

    @Test func `a counter that does not advance is rejected`() async throws {
        let testClient = try await signedUp(.legacyDeviceBound)
        try await testClient.signIn().require(200)
        let response = try await testClient.with { $0.mutation = .counterRepeated }.signIn().require(403)
        #expect(response.code == "authentication.counter-regressed")
    }

    @Test func `one of two sign-ins with the same counter succeeds`() async throws {
        let testClient = try await signedUp(.legacyDeviceBound)
        let (first, second) = (try await testClient.beginSignIn(), try await testClient.beginSignIn())
        let response = try testClient.signed(first)
        let repeated = try testClient.with { $0.mutation = .counterRepeated }.signed(second)
        try await testClient.finish(first.session, response: response).require(200)
        #expect(
            try await testClient.finish(second.session, response: repeated).code == "authentication.counter-regressed")
    }

    @Test func `a user handle is random and reveals nothing about the user`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let ids = [
            try await testClient.server.send(testClient.registration).text("authn_params_public_key.user.id"),
            try await testClient.server.send(testClient.registration).text("authn_params_public_key.user.id"),
        ]
        #expect(Set(ids).count == 2)
        #expect(ids.allSatisfy { Base64URL.decode($0)?.count == 32 })
    }

    @Test func `a second passkey does not replace the first`() async throws {
        let testClient = try await signedUp()
        let token = try await testClient.accountToken()
        try await testClient.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }.enroll(token).require(
            201)
        let list = try await testClient.list(token).require(200)
        #expect(list.value("authentication_methods")?.arrayValue?.count == 2)
        #expect(list.value("signal.all_accepted_credentials.allAcceptedCredentialIds")?.arrayValue?.count == 2)
    }

    @Test func `unrequested attestation is verified all the same`() async throws {
        let testClient = TestClient(at: try await TestServer(), device: .enterprisePacked).with {
            $0.settings.attestation = .always
            $0.mutation = .flipSignatureBit
        }
        #expect(try await testClient.signUp().require(403).code.hasPrefix("registration.attestation."))
    }

    // MARK: Challenges

    @Test func `a response signed for another challenge is rejected`() async throws {
        let testClient = try await signedUp()
        let (first, second) = (try await testClient.beginSignIn(), try await testClient.beginSignIn())
        let response = try await testClient.finish(first.session, response: testClient.signed(second)).require(403)
        #expect(response.code == "authentication.challenge-mismatch")
    }

    @Test func `concurrent ceremonies of one user do not interfere`() async throws {
        let testClient = try await signedUp()
        let ceremonies = [
            try await testClient.beginSignIn(), try await testClient.beginSignIn(), try await testClient.beginSignIn(),
        ]
        for started in ceremonies.reversed() {
            try await testClient.finish(started.session, response: testClient.signed(started)).require(200)
        }
    }

    @Test func `a signed token without a challenge is rejected`() async throws {
        let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
        let server = try await TestServer {
            $0.append(
                TestServerConfiguration.client(
                    "device", members: ["app_type": "native", "grant_types": [.string(grant)]]))
        }
        for (client, code) in [("spa", "oauth.grant-type-not-allowed"), ("device", "oauth.parameter-missing")] {
            let body: JSONObject = [
                "grant_type": .string(grant), "client_id": .string(client), "assertion": "e30.e30.e30",
            ]
            #expect(try await server.send(.post("/oauth/token", json: body)).code == code)
        }
    }

    // MARK: Accounts

    @Test func `no account is created before the ceremony is finished`() async throws {
        let testClient = TestClient(at: try await TestServer())
        let started = try await testClient.beginSignUp()
        #expect(try await testClient.server.users().isEmpty)
        let tampered = try testClient.with { $0.mutation = .wrongChallenge }.created(started)
        try await testClient.finish(started.session, response: tampered).require(403)
        #expect(try await testClient.server.users().isEmpty)
        try await testClient.signUp().require(200)
    }

    @Test func `starting a sign-in does not reveal whether an account exists`() async throws {
        let testClient = try await signedUp()
        let hint = { (email: String) async throws -> [String] in
            let message = Message.post("/passkey/challenge", json: ["client_id": "spa", "username": .string(email)])
            let options = try await testClient.server.send(message).require(200).value("authn_params_public_key")
            return options?.objectValue?.members.map(\.name) ?? []
        }
        #expect(try await hint("ada@example.org") == hint("nobody@example.org"))
    }

    @Test func `only Auth0's sign-up mode reveals at the start that an identifier is taken`() async throws {
        let server = try await TestServer { documents in
            for index in documents.indices where documents[index].id == "people" {
                documents[index].json["thumbturn"] = ["sign_up_mode": "strict"]
            }
        }
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let taken = try await server.send(testClient.registration).require(200)
        let free = try await server.send(testClient.with { $0.profile = ["email": "eve@example.org"] }.registration)
        let names = { (response: TestResponse) in
            response.value("authn_params_public_key")?.objectValue?.members.map(\.name)
        }
        #expect(names(taken) == names(free))
        let late = try await testClient.with { $0.device = SoftwareAuthenticator() }.signUp().require(400)
        #expect(late.code == "sign-in.account-exists")
        #expect(try await server.users().count == 1)
    }

    @Test func `no endpoint reveals whether a user has passkeys`() async throws {
        let server = try await signedUp().server
        for path in ["/passkeys/check?username=ada@example.org", "/passkey/check?username=ada@example.org"] {
            try await server.send(.get(path)).require(404)
        }
    }

    @Test func `an identifier is verified only by proof`() async throws {
        let testClient = try await signedUp()
        let token = try await VerifiedToken(testClient.signIn().require(200).text("id_token"), at: testClient.server)
        #expect(token["email_verified"] == false)
    }

    @Test func `an unknown credential is signaled, and only an unknown one`() async throws {
        let testClient = try await signedUp()
        let user = try #require(try await testClient.server.users().first)
        let tampered = try await testClient.with { $0.mutation = .flipSignatureBit }.signIn().require(403)
        #expect(tampered.value("signal") == nil)
        try await testClient.server.storage.withTransaction { try $0.users.remove(user.id) }
        let response = try await testClient.signIn().require(403)
        let id = try #require(testClient.device.credentials.first).id
        #expect(try response.text("signal.unknown_credential.credentialId") == Base64URL.encode(id))
        #expect(response.value("signal.unknown_credential.rpId") == "brand1.test")
    }
}
