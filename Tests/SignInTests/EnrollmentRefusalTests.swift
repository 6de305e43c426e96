// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import SoftwareAuthenticator
import StorageConformance
import Testing
import WebAuthnMessages
import WireFormats

@Suite("Enrollments that are refused")
struct EnrollmentRefusalTests {
    // MARK: At the beginning

    @Test("a connection that is not the account's is unknown")
    func otherConnection() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        var request = EnrollmentRequest()
        request.connection = "people"
        #expect(await code { try await enrolledUser.begin(request) } == "done")
        request.connection = "others"
        #expect(await code { try await enrolledUser.begin(request) } == "sign-in.connection-unknown")
    }

    @Test("an identity that is not the account's is unknown")
    func otherIdentity() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        var request = EnrollmentRequest()
        request.identityUserID = String(enrolledUser.user.id.identity)
        #expect(await code { try await enrolledUser.begin(request) } == "done")
        request.identityUserID = enrolledUser.user.id.rawValue
        #expect(await code { try await enrolledUser.begin(request) } == "sign-in.identity-unknown")
    }

    @Test("the client needs neither grant nor organization")
    func clientWithoutGrant() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let admitted = enrolledUser.with {
            $0.client.grantTypes = []
            $0.client.organizationUsage = .require
        }
        #expect(await code { try await admitted.enroll() } == "done")
    }

    @Test("a third party's client is refused")
    func thirdParty() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture()).with {
            $0.client.isFirstParty = false
        }
        #expect(await code { try await enrolledUser.begin() } == "sign-in.client-not-admitted.third-party")
    }

    @Test("a host that is not served is refused")
    func otherHost() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture()).with {
            $0.host = "login.brand2.test"
        }
        #expect(await code { try await enrolledUser.begin() } == "sign-in.ceremony.binding-mismatch")
    }

    @Test("a user who is blocked or removed can't begin an enrollment", arguments: [true, false])
    func unusable(_ isBlocked: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        if isBlocked { try await enrolledUser.change(.blocked(true)) } else { try await enrolledUser.moveOut() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await enrolledUser.begin() } == expected)
    }

    // MARK: At the end

    @Test("a user who is blocked or removed during an enrollment gets no passkey", arguments: [true, false])
    func unusableMeanwhile(_ isBlocked: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        if isBlocked { try await enrolledUser.change(.blocked(true)) } else { try await enrolledUser.moveOut() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await enrolledUser.finish(answer) } == expected)
    }

    @Test("an account of the same id that was made meanwhile is another one")
    func replaced() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        try await enrolledUser.moveOut()
        let handle = try #require(UserHandle([1]))
        try await enrolledUser.fixture.storage.withTransaction { transaction in
            let user = User(id: enrolledUser.user.id, connection: "people", handle: handle, createdAt: .now())
            try transaction.users.insert(user)
        }
        #expect(await code { try await enrolledUser.finish(answer) } == "sign-in.account-unknown")
    }

    @Test("an answer belongs to its person")
    func otherPerson() async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        #expect(await code { try await neighbor.finish(answer) } == "sign-in.ceremony.binding-mismatch")
        #expect(await code { try await enrolledUser.finish(answer) } == "done")
    }

    @Test("an answer belongs to its client and host", arguments: [true, false])
    func elsewhere(_ isOtherHost: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture.withTwoHosts())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let client = try enrolledUser.fixture.client("other")
        let other = enrolledUser.with {
            if isOtherHost { $0.host = SignInFixture.otherHost } else { $0.client = client }
        }
        #expect(await code { try await other.finish(answer) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test("an answer after its time is refused")
    func expired() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        enrolledUser.fixture.clock.advance(seconds: 301)
        #expect(await code { try await enrolledUser.finish(answer) } == "sign-in.ceremony.expired")
    }

    @Test("an answer whose time ends before it is stored is refused, because it may be forgotten by then")
    func expiredMeanwhile() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let clock = enrolledUser.fixture.clock
        let storage = WatchedStorage(enrolledUser.fixture.storage) { _ in clock.advance(seconds: 301) }
        let ceremonies = CeremonyService(
            storage: storage, seal: enrolledUser.fixture.ceremonies.seal, now: { clock.now })
        let attempt = {
            try await FinishEnrollment(ceremonies: ceremonies)(
                answer, by: enrolledUser.owner, in: enrolledUser.fixture.configuration)
        }
        #expect(await code(attempt) == "sign-in.ceremony.expired")
    }

    @Test("the session of a sign-up or a sign-in enrolls nothing", arguments: [true, false])
    func otherPurpose(_ isSignUp: Bool) async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let person = Person(at: fixture).with { $0.address = "another@example.org" }
        var answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        answer.session =
            isSignUp
            ? try await person.beginSignUp().session
            : try BeginSignIn(ceremonies: fixture.ceremonies)(try person.request(), in: fixture.configuration).session
        #expect(await code { try await enrolledUser.finish(answer) } == "sign-in.ceremony.purpose-mismatch")
    }

    @Test("the session of an enrollment signs nobody in")
    func enrollmentAtSignIn() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let signIn = SignInAttempt(session: answer.session, response: [UInt8]("{}".utf8))
        let code = await code { try await Person(at: enrolledUser.fixture).finish(signIn) }
        #expect(code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test("passkeys may have been switched off meanwhile")
    func switchedOff() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let without = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
            }
        }
        let finish = FinishEnrollment(ceremonies: enrolledUser.fixture.ceremonies)
        let code = await code { try await finish(answer, by: enrolledUser.owner, in: without.configuration) }
        #expect(code == "sign-in.passkeys-disabled")
    }

    @Test("an answer that could not be stored may be given again")
    func storageFails() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let storage = WatchedStorage(enrolledUser.fixture.storage) { attempt in
            if attempt == 1 { throw StorageError.unavailable(reason: "the disk is full") }
        }
        let finish = FinishEnrollment(
            ceremonies: CeremonyService(storage: storage, seal: enrolledUser.fixture.ceremonies.seal))
        let attempt = { try await finish(answer, by: enrolledUser.owner, in: enrolledUser.fixture.configuration) }
        #expect(await code(attempt) == "sign-in.storage-unavailable")
        #expect(await code(attempt) == "done")
    }

    // MARK: Tampered answers

    @Test("each tampered answer is refused, recorded and used up", arguments: Self.mutations)
    func tampered(_ mutation: ResponseMutation) async throws {
        let fixture =
            mutation.need(in: .registration) == .userVerificationRequired
            ? try SignInFixture.requiringVerification() : nil
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture ?? SignInFixture()).with {
            $0.mutation = mutation
        }
        if mutation.need(in: .registration) == .signedAttestation { return try await spoiltAttestation(enrolledUser) }
        try await refused(enrolledUser, SoftwareAuthenticator(profile: Self.profile(mutation)))
    }

    @Test("what tampered answers are made from is accepted", arguments: Self.mutations)
    func unspoilt(_ mutation: ResponseMutation) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let device = SoftwareAuthenticator(profile: Self.profile(mutation))
        #expect(await code { try await enrolledUser.enroll(with: device) } == "done")
    }

    private func spoiltAttestation(_ enrolledUser: EnrolledUser) async throws {
        let attesting = enrolledUser.with { $0.settings.attestation = .always }
        try await refused(attesting, SoftwareAuthenticator(profile: .securityKey))
    }

    private func refused(_ enrolledUser: EnrolledUser, _ device: SoftwareAuthenticator) async throws {
        let answer = try enrolledUser.answer(try await enrolledUser.begin(), with: device)
        let refusal = await code { try await enrolledUser.finish(answer) }
        #expect(refusal.hasPrefix("registration."))
        let events = try await enrolledUser.events(.registrationRefused)
        #expect(events.map { $0.details["code"]?.stringValue } == [refusal])
        #expect(events.first?.address == "192.0.2.1")
        #expect(try await enrolledUser.passkeys().count == 1)
        #expect(try await enrolledUser.fixture.isUsedUp(answer.session))
    }

    /// All but one that only some challenges can be tampered by.
    static let mutations = ResponseMutation.allCases.filter {
        $0.ceremonies.contains(.registration) && $0.verdict == .refused && $0 != .challengeStandardAlphabet
    }

    private static func profile(_ mutation: ResponseMutation) -> AuthenticatorProfile {
        switch mutation.need(in: .registration) {
        case .rsaKey: .windowsHello
        case .edwardsKey: .securityKey.with { $0.algorithms = [.edDSA] }
        default: .iCloudKeychain
        }
    }
}

extension SignInFixture {
    static let otherHost = "id.login.example.org"

    /// A fixture with another host that has the same relying party.
    static func withTwoHosts() throws -> SignInFixture {
        try SignInFixture { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .customDomain, id: otherHost,
                    json: ["domain": .string(otherHost), "relying_party_identifier": "login.example.org"]))
        }
    }

    /// Whether the ceremony of a session was taken.
    func isUsedUp(_ session: String) async throws -> Bool {
        let id = try ceremonies.seal.open(session).id
        return try await storage.read { try $0.oneTime.isTaken(id) }
    }
}
