// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

struct JourneyTests {
    @Test func `a user signs up and signs in again`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let signedUp = try await testUser.signUp()
        #expect(signedUp.isNewAccount)
        #expect(!signedUp.isCounterRegressed)
        #expect(signedUp.user[.email]?.value == "somebody@example.org")
        #expect(signedUp.user[.email]?.isVerified == false)
        let signedIn = try await testUser.signIn()
        #expect(!signedIn.isNewAccount)
        #expect(signedIn.user.id == signedUp.user.id)
        #expect(try await testUser.record(of: signedIn).isUserVerified)
    }

    @Test func `a sign-up stores the account, its passkey and its events`() async throws {
        let fixture = try SignInFixture()
        let signedUp = try await TestUser(at: fixture).signUp()
        let (user, passkeys, events, signIns) = try await fixture.storage.read { snapshot in
            (
                try snapshot.users.find(signedUp.user.id), try snapshot.passkeys.list(of: signedUp.user.id),
                try snapshot.events.list(user: signedUp.user.id, limit: 10),
                try snapshot.events.listSignIns(of: signedUp.user.id, limit: 10)
            )
        }
        #expect(user?.profile.name == "Somebody")
        #expect(passkeys.map(\.origin.relyingPartyID) == ["login.example.org"])
        #expect(Set(events.map(\.kind)) == [.userCreated, .passkeyRegistered, .signedIn])
        #expect(signIns.map(\.method) == ["passkey"])
    }

    @Test func `the options name the application and the user and list no credentials`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        var profile = SignUpProfile()
        profile.identifiers = [.email: "somebody@example.org"]
        let started = try await BeginSignUp(ceremonies: testUser.fixture.ceremonies)(
            profile, for: try testUser.request(), in: testUser.fixture.configuration)
        #expect(started.options.relyingPartyName == "Example")
        #expect(started.options.user.name == "somebody@example.org")
        #expect(started.options.user.displayName == "somebody@example.org")
        #expect(started.options.user.id.bytes.count == 32)
        #expect(started.options.timeout == 300_000)
        #expect(started.options.excludedCredentials.isEmpty)
        #expect(started.options.userVerification == .preferred)
    }

    @Test func `every byte of the 32-byte challenges is random`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let testUser = TestUser(at: enrolledUser.fixture)
        var challenges: [[[UInt8]]] = [[], [], []]
        for number in 0..<32 {
            let request = try testUser.request()
            challenges[0].append(
                try BeginSignIn(ceremonies: testUser.fixture.ceremonies)(request, in: testUser.fixture.configuration)
                    .options.challenge.bytes)
            var profile = SignUpProfile()
            profile.identifiers = [.email: "person\(number)@example.org"]
            let signUp = BeginSignUp(ceremonies: testUser.fixture.ceremonies)
            challenges[1].append(
                try await signUp(profile, for: request, in: testUser.fixture.configuration).options.challenge.bytes)
            challenges[2].append(try await enrolledUser.begin().options.challenge.bytes)
        }
        for list in challenges {
            #expect(list.allSatisfy { $0.count == 32 })
            for position in 0..<32 {
                #expect(Set(list.map { $0[position] }).count > 1)
            }
        }
    }

    @Test func `starting a sign-up stores nothing`() async throws {
        let fixture = try SignInFixture()
        _ = try await TestUser(at: fixture).beginSignUp()
        #expect(try await fixture.storage.read { try $0.users.list(after: nil, limit: 10) }.isEmpty)
    }

    @Test func `a sign-up with a taken identifier is rejected at the start`() async throws {
        let fixture = try SignInFixture()
        try await TestUser(at: fixture).signUp()
        let other = TestUser(at: fixture).with { $0.address = "SOMEBODY@example.org" }
        #expect(await code { try await other.beginSignUp() } == "sign-in.account-exists")
    }

    @Test func `a sign-up whose identifier was taken after its start is rejected and stores nothing`() async throws {
        let fixture = try SignInFixture()
        let late = TestUser(at: fixture)
        let attempt = try await late.beginSignUp()
        try await TestUser(at: fixture).signUp()
        #expect(await code { try await late.finish(attempt) } == "sign-in.account-exists")
        #expect(try await fixture.storage.read { try $0.users.list(after: nil, limit: 10) }.count == 1)
        #expect(await code { try await late.finish(attempt) } == "sign-in.ceremony.consumed")
    }

    @Test func `a response works once`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let attempt = try await testUser.beginSignUp()
        _ = try await testUser.finish(attempt)
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.ceremony.consumed")
    }

    @Test func `one of sixteen concurrent responses is accepted`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        try await testUser.signUp()
        let attempt = try testUser.beginSignIn()
        let codes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { await code { try await testUser.finish(attempt) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.filter { $0 == "done" }.count == 1)
        #expect(codes.filter { $0 == "sign-in.ceremony.consumed" }.count == 15)
    }

    @Test func `a rejected response consumes the ceremony and stores no event`() async throws {
        let fixture = try SignInFixture()
        let testUser = TestUser(at: fixture)
        try await testUser.signUp()
        let before = try await fixture.storage.read { try $0.events.list(user: nil, limit: 10) }
        var attempt = try testUser.with { $0.mutation = .flipSignatureBit }.beginSignIn()
        #expect(await code { try await testUser.finish(attempt) } == "authentication.signature-invalid")
        attempt.response = try testUser.beginSignIn().response
        #expect(await code { try await testUser.finish(attempt) } != "done")
        let events = try await fixture.storage.read { try $0.events.list(user: nil, limit: 10) }
        #expect(events.map(\.kind) == before.map(\.kind))
    }

    @Test func `a sign-up started before sign-ups were disabled is rejected`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let attempt = try await testUser.beginSignUp()
        let closed = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["disable_signup": true]
            }
        }
        let code = await code { try await attempt.finish(at: testUser.fixture.ceremonies, in: closed.configuration) }
        #expect(code == "sign-in.sign-up-disabled")
    }

    @Test func `an expired response is rejected`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        var attempt = try await testUser.beginSignUp()
        testUser.fixture.clock.advance(seconds: 300)
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.ceremony.expired")
        // It is not verified either.
        attempt.response = []
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.ceremony.expired")
    }

    @Test(arguments: [true, false])
    func `a response is accepted only for its own client and host`(_ isOtherHost: Bool) async throws {
        let testUser = TestUser(at: try SignInFixture())
        var attempt = try await testUser.beginSignUp()
        if isOtherHost { attempt.host = "login.brand2.test" } else { attempt.client = "other" }
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test func `a sign-in response can't finish a sign-up`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        try await testUser.signUp()
        var attempt = try await testUser.with { $0.address = "another@example.org" }.beginSignUp()
        attempt.response = try testUser.beginSignIn().response
        #expect(await code { try await testUser.finish(attempt) } == "registration.response.member-missing")
    }

    @Test func `an unregistered credential is unknown`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let userOfOtherServer = TestUser(at: try SignInFixture())
        try await userOfOtherServer.signUp()
        var attempt = try userOfOtherServer.beginSignIn()
        attempt.session = try BeginSignIn(ceremonies: testUser.fixture.ceremonies)(
            try testUser.request(), in: testUser.fixture.configuration
        ).session
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.credential-unknown")
    }

    @Test func `a blocked user does not get in`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let signedUp = try await testUser.signUp()
        let (storage, id, now) = (testUser.fixture.storage, signedUp.user.id, testUser.fixture.clock.now)
        try await storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: now) }
        let attempt = try testUser.beginSignIn()
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.account-blocked")
        // A response works once, even if the account is unblocked before it expires.
        try await storage.withTransaction { try $0.users.apply(.blocked(false), to: id, at: now) }
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.ceremony.consumed")
    }

    @Test(arguments: [true, false])
    func `a replayed message leaves no sign-in, and the response may be sent again`(_ isSignUp: Bool) async throws {
        let testUser = TestUser(at: try SignInFixture())
        if !isSignUp { try await testUser.signUp() }
        let attempt = try await isSignUp ? testUser.beginSignUp() : testUser.beginSignIn()
        let (storage, now) = (testUser.fixture.storage, testUser.fixture.clock.now)
        let use = OneTimeUse(
            kind: .proofOfPossession, id: [1], expiresAt: Timestamp(secondsSince1970: now.secondsSince1970 + 60))
        try await storage.withTransaction { try $0.oneTime.consume(use.id, expiresAt: use.expiresAt) }
        let before = try await storage.read { try $0.events.list(user: nil, limit: 10) }
        var records = AccompanyingRecords()
        records.uses = [OneTimeUse(kind: .clientAssertion, id: [2], expiresAt: use.expiresAt), use]
        let ceremonies = testUser.fixture.ceremonies
        let code = await code { [records] in
            try await attempt.finish(at: ceremonies, in: testUser.fixture.configuration, with: records)
        }
        #expect(code == "sign-in.replayed")
        let after = try await storage.read { snapshot in
            (try snapshot.events.list(user: nil, limit: 10), try snapshot.oneTime.isConsumed([2]))
        }
        #expect(after.0 == before)
        #expect(!after.1)
        #expect(try await testUser.finish(attempt).isNewAccount == isSignUp)
    }

    @Test func `a refresh token is stored with the sign-in`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let user = try await testUser.signUp().user.id
        let now = testUser.fixture.clock.now
        let grant = RefreshToken.Grant(
            user: user, client: "web", host: SignInFixture.host, authenticatedAt: now)
        var records = AccompanyingRecords()
        records.refreshToken = RefreshToken(
            hash: [1], family: RefreshToken.Family(rawValue: "family"), grant: grant, issuedAt: now, expiresAt: nil)
        _ = try await testUser.beginSignIn().finish(
            at: testUser.fixture.ceremonies, in: testUser.fixture.configuration, with: records)
        #expect(try await testUser.fixture.storage.read { try $0.refreshTokens.list(of: user) }.map(\.hash) == [[1]])
    }

    @Test func `a sign-in that was accepted before the user was blocked is not stored`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let user = try await testUser.signUp().user.id
        let attempt = try testUser.beginSignIn()
        let (ceremonies, now) = (testUser.fixture.ceremonies, testUser.fixture.clock.now)
        let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(
            PasskeySignIn.Submission(
                ceremony: try ceremonies.open(attempt.session, at: attempt.host),
                response: CredentialResponse(json: attempt.response), client: attempt.client,
                sender: RequestSender()),
            in: testUser.fixture.configuration)
        try await testUser.fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: user, at: now) }
        #expect(await code { try await ceremonies.completion(signIn) } == "sign-in.account-blocked")
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.ceremony.consumed")
    }

    @Test func `a counter that does not advance is rejected`() async throws {
        let testUser = TestUser(at: try SignInFixture(), profile: .legacyDeviceBound)
        try await testUser.signUp()
        #expect(try await testUser.record(of: try await testUser.signIn()).signCount == 2)
        let repeated = testUser.with { $0.mutation = .counterRepeated }
        #expect(await code { try await repeated.signIn() } == "authentication.counter-regressed")
    }
}
