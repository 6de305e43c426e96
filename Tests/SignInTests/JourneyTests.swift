// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

@Suite("Journeys with passkeys")
struct JourneyTests {
    @Test("somebody signs up and signs in again")
    func signUpAndIn() async throws {
        let person = Person(at: try SignInFixture())
        let signedUp = try await person.signUp()
        #expect(signedUp.isNewAccount)
        #expect(!signedUp.isCounterRegressed)
        #expect(signedUp.user[.email]?.value == "somebody@example.org")
        #expect(signedUp.user[.email]?.isVerified == false)
        let signedIn = try await person.signIn()
        #expect(!signedIn.isNewAccount)
        #expect(signedIn.user.id == signedUp.user.id)
        #expect(signedIn.isUserVerified)
    }

    @Test("a sign-up stores the account, its passkey and what happened")
    func whatIsStored() async throws {
        let fixture = try SignInFixture()
        let signedUp = try await Person(at: fixture).signUp()
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

    @Test("options name the application and the person, and list no credentials")
    func options() async throws {
        let person = Person(at: try SignInFixture())
        var profile = SignUpProfile()
        profile.identifiers = [.email: "somebody@example.org"]
        let started = try await BeginSignUp(ceremonies: person.fixture.ceremonies)(
            profile, for: try person.request(), in: person.fixture.configuration)
        #expect(started.options.relyingPartyName == "Example")
        #expect(started.options.user.name == "somebody@example.org")
        #expect(started.options.user.displayName == "somebody@example.org")
        #expect(started.options.user.id.bytes.count == 32)
        #expect(started.options.timeout == 300_000)
        #expect(started.options.excludedCredentials.isEmpty)
        #expect(started.options.userVerification == .preferred)
    }

    @Test("challenges have 32 bytes, and each of them is random")
    func challenges() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let person = Person(at: enrolledUser.fixture)
        var challenges: [[[UInt8]]] = [[], [], []]
        for number in 0..<32 {
            let request = try person.request()
            challenges[0].append(
                try BeginSignIn(ceremonies: person.fixture.ceremonies)(request, in: person.fixture.configuration)
                    .options.challenge.bytes)
            var profile = SignUpProfile()
            profile.identifiers = [.email: "person\(number)@example.org"]
            let signUp = BeginSignUp(ceremonies: person.fixture.ceremonies)
            challenges[1].append(
                try await signUp(profile, for: request, in: person.fixture.configuration).options.challenge.bytes)
            challenges[2].append(try await enrolledUser.begin().options.challenge.bytes)
        }
        for list in challenges {
            #expect(list.allSatisfy { $0.count == 32 })
            for position in 0..<32 {
                #expect(Set(list.map { $0[position] }).count > 1)
            }
        }
    }

    @Test("beginning stores nothing")
    func beginningIsFree() async throws {
        let fixture = try SignInFixture()
        _ = try await Person(at: fixture).beginSignUp()
        #expect(try await fixture.storage.read { try $0.users.list(after: nil, limit: 10) }.isEmpty)
    }

    @Test("an identifier that is taken is refused at the beginning")
    func takenAtBeginning() async throws {
        let fixture = try SignInFixture()
        try await Person(at: fixture).signUp()
        let other = Person(at: fixture).with { $0.address = "SOMEBODY@example.org" }
        #expect(await code { try await other.beginSignUp() } == "sign-in.account-exists")
    }

    @Test("an identifier that was taken meanwhile is refused at the end, and leaves nothing behind")
    func takenMeanwhile() async throws {
        let fixture = try SignInFixture()
        let late = Person(at: fixture)
        let answer = try await late.beginSignUp()
        try await Person(at: fixture).signUp()
        #expect(await code { try await late.finish(answer) } == "sign-in.account-exists")
        #expect(try await fixture.storage.read { try $0.users.list(after: nil, limit: 10) }.count == 1)
        #expect(await code { try await late.finish(answer) } == "sign-in.ceremony.consumed")
    }

    @Test("an answer works once")
    func once() async throws {
        let person = Person(at: try SignInFixture())
        let answer = try await person.beginSignUp()
        _ = try await person.finish(answer)
        #expect(await code { try await person.finish(answer) } == "sign-in.ceremony.consumed")
    }

    @Test("of sixteen answers at once one is taken")
    func onceOfMany() async throws {
        let person = Person(at: try SignInFixture())
        try await person.signUp()
        let answer = try person.beginSignIn()
        let codes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { await code { try await person.finish(answer) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.filter { $0 == "done" }.count == 1)
        #expect(codes.filter { $0 == "sign-in.ceremony.consumed" }.count == 15)
    }

    @Test("a refused answer uses the ceremony up, and leaves nothing that stays")
    func consumed() async throws {
        let fixture = try SignInFixture()
        let person = Person(at: fixture)
        try await person.signUp()
        let before = try await fixture.storage.read { try $0.events.list(user: nil, limit: 10) }
        var answer = try person.with { $0.mutation = .flipSignatureBit }.beginSignIn()
        #expect(await code { try await person.finish(answer) } == "authentication.signature-invalid")
        answer.response = try person.beginSignIn().response
        #expect(await code { try await person.finish(answer) } != "done")
        let events = try await fixture.storage.read { try $0.events.list(user: nil, limit: 10) }
        #expect(events.map(\.kind) == before.map(\.kind))
    }

    @Test("a sign-up that was started before sign-ups were closed is refused")
    func closedMeanwhile() async throws {
        let person = Person(at: try SignInFixture())
        let answer = try await person.beginSignUp()
        let closed = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["disable_signup": true]
            }
        }
        let code = await code { try await answer.finish(at: person.fixture.ceremonies, in: closed.configuration) }
        #expect(code == "sign-in.sign-up-disabled")
    }

    @Test("an answer after its time is refused")
    func expired() async throws {
        let person = Person(at: try SignInFixture())
        var answer = try await person.beginSignUp()
        person.fixture.clock.advance(seconds: 300)
        #expect(await code { try await person.finish(answer) } == "sign-in.ceremony.expired")
        // It is not judged either.
        answer.response = []
        #expect(await code { try await person.finish(answer) } == "sign-in.ceremony.expired")
    }

    @Test("an answer belongs to its client and host", arguments: [true, false])
    func elsewhere(_ isOtherHost: Bool) async throws {
        let person = Person(at: try SignInFixture())
        var answer = try await person.beginSignUp()
        if isOtherHost { answer.host = "login.brand2.test" } else { answer.client = "other" }
        #expect(await code { try await person.finish(answer) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test("an answer to a sign-in is no answer to a sign-up")
    func otherPurpose() async throws {
        let person = Person(at: try SignInFixture())
        try await person.signUp()
        var answer = try await person.with { $0.address = "another@example.org" }.beginSignUp()
        answer.response = try person.beginSignIn().response
        #expect(await code { try await person.finish(answer) } == "registration.response.member-missing")
    }

    @Test("a credential that nobody registered is unknown")
    func unknownCredential() async throws {
        let person = Person(at: try SignInFixture())
        let elsewhere = Person(at: try SignInFixture())
        try await elsewhere.signUp()
        let other = person.with { $0.settings = CeremonySettings() }
        var answer = try elsewhere.beginSignIn()
        answer.session = try BeginSignIn(ceremonies: other.fixture.ceremonies)(
            try other.request(), in: other.fixture.configuration
        ).session
        #expect(await code { try await other.finish(answer) } == "sign-in.credential-unknown")
    }

    @Test("a blocked user does not get in")
    func blocked() async throws {
        let person = Person(at: try SignInFixture())
        let signedUp = try await person.signUp()
        let (storage, id, now) = (person.fixture.storage, signedUp.user.id, person.fixture.clock.now)
        try await storage.withTransaction { try $0.users.apply(.blocked(true), to: id, at: now) }
        let answer = try person.beginSignIn()
        #expect(await code { try await person.finish(answer) } == "sign-in.account-blocked")
        // An answer is good once, also where the account is let in again in its time.
        try await storage.withTransaction { try $0.users.apply(.blocked(false), to: id, at: now) }
        #expect(await code { try await person.finish(answer) } == "sign-in.ceremony.consumed")
    }

    @Test("a replayed message leaves no sign-in, and the response may be sent again", arguments: [true, false])
    func replay(_ isSignUp: Bool) async throws {
        let person = Person(at: try SignInFixture())
        if !isSignUp { try await person.signUp() }
        let attempt = try await isSignUp ? person.beginSignUp() : person.beginSignIn()
        let (storage, now) = (person.fixture.storage, person.fixture.clock.now)
        let use = OneTimeUse(
            kind: .proofOfPossession, id: [1], expiresAt: Timestamp(secondsSince1970: now.secondsSince1970 + 60))
        try await storage.withTransaction { try $0.oneTime.take(use.id, expiresAt: use.expiresAt) }
        let before = try await storage.read { try $0.events.list(user: nil, limit: 10) }
        var records = AccompanyingRecords()
        records.uses = [OneTimeUse(kind: .clientAssertion, id: [2], expiresAt: use.expiresAt), use]
        let ceremonies = person.fixture.ceremonies
        let code = await code { [records] in
            try await attempt.finish(at: ceremonies, in: person.fixture.configuration, with: records)
        }
        #expect(code == "sign-in.replayed")
        let after = try await storage.read { snapshot in
            (try snapshot.events.list(user: nil, limit: 10), try snapshot.oneTime.isTaken([2]))
        }
        #expect(after.0 == before)
        #expect(!after.1)
        #expect(try await person.finish(attempt).isNewAccount == isSignUp)
    }

    @Test("a refresh token is stored with the sign-in")
    func refreshToken() async throws {
        let person = Person(at: try SignInFixture())
        let user = try await person.signUp().user.id
        let now = person.fixture.clock.now
        let grant = RefreshToken.Grant(
            user: user, client: "web", host: SignInFixture.host, authenticatedAt: now)
        var records = AccompanyingRecords()
        records.refreshToken = RefreshToken(
            hash: [1], family: RefreshToken.Family(rawValue: "family"), grant: grant, issuedAt: now, expiresAt: nil)
        _ = try await person.beginSignIn().finish(
            at: person.fixture.ceremonies, in: person.fixture.configuration, with: records)
        #expect(try await person.fixture.storage.read { try $0.refreshTokens.list(of: user) }.map(\.hash) == [[1]])
    }

    @Test("a sign-in that was verified before the user was blocked is not stored")
    func blockedMeanwhile() async throws {
        let person = Person(at: try SignInFixture())
        let user = try await person.signUp().user.id
        let attempt = try person.beginSignIn()
        let (ceremonies, now) = (person.fixture.ceremonies, person.fixture.clock.now)
        let finish = FinishSignIn(ceremonies: ceremonies)
        let verified = try await finish.verify(
            FinishSignIn.Submission(
                ceremony: try ceremonies.open(attempt.session, at: attempt.host),
                response: CredentialResponse(json: attempt.response), client: attempt.client),
            in: person.fixture.configuration)
        try await person.fixture.storage.withTransaction { try $0.users.apply(.blocked(true), to: user, at: now) }
        #expect(await code { try await finish.store(verified) } == "sign-in.account-blocked")
        #expect(await code { try await person.finish(attempt) } == "sign-in.ceremony.consumed")
    }

    @Test("a counter that stands still is refused, the next time too")
    func counter() async throws {
        let person = Person(at: try SignInFixture(), profile: .legacyDeviceBound)
        try await person.signUp()
        #expect(try await person.signIn().passkey.signCount == 2)
        let repeated = person.with { $0.mutation = .counterRepeated }
        #expect(await code { try await repeated.signIn() } == "authentication.counter-regressed")
    }
}
