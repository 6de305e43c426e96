// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

struct EnrollmentRejectionTests {
    // MARK: At the beginning

    @Test func `a connection other than the account's is unknown`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        var request = EnrollmentRequest()
        request.connection = "people"
        #expect(await code { try await enrolledUser.begin(request) } == "done")
        request.connection = "others"
        #expect(await code { try await enrolledUser.begin(request) } == "sign-in.connection-unknown")
    }

    @Test func `an identity other than the account's is unknown`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        var request = EnrollmentRequest()
        request.identityUserID = String(enrolledUser.user.id.identity)
        #expect(await code { try await enrolledUser.begin(request) } == "done")
        request.identityUserID = enrolledUser.user.id.rawValue
        #expect(await code { try await enrolledUser.begin(request) } == "sign-in.identity-unknown")
    }

    @Test func `the client needs neither the grant nor an organization`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let client = try SignInFixture.client(with: ["grant_types": [], "organization_usage": "require"])
        let admitted = enrolledUser.with { $0.client = client }
        #expect(await code { try await admitted.enroll() } == "done")
    }

    @Test func `a third-party client is rejected`() async throws {
        let client = try SignInFixture.client(with: ["is_first_party": false])
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture()).with { $0.client = client }
        #expect(await code { try await enrolledUser.begin() } == "sign-in.client-not-admitted.third-party")
    }

    @Test func `a host that is not served is rejected`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture()).with {
            $0.host = "login.brand2.test"
        }
        #expect(await code { try await enrolledUser.begin() } == "sign-in.ceremony.binding-mismatch")
    }

    @Test(arguments: [true, false])
    func `a user who is blocked or removed can't begin an enrollment`(_ isBlocked: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        if isBlocked { try await enrolledUser.change(.blocked(true)) } else { try await enrolledUser.removeAccount() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await enrolledUser.begin() } == expected)
    }

    // MARK: At the end

    @Test(arguments: [true, false])
    func `a user who is blocked or removed during an enrollment gets no passkey`(_ isBlocked: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        if isBlocked { try await enrolledUser.change(.blocked(true)) } else { try await enrolledUser.removeAccount() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await enrolledUser.finish(submission) } == expected)
    }

    @Test func `an account recreated with the same ID does not get the passkey`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        try await enrolledUser.removeAccount()
        let handle = try #require(UserHandle([1]))
        try await enrolledUser.fixture.storage.withTransaction { transaction in
            let user = User(id: enrolledUser.user.id, connection: "people", handle: handle, createdAt: .now())
            try transaction.users.insert(user)
        }
        #expect(await code { try await enrolledUser.finish(submission) } == "sign-in.account-unknown")
    }

    @Test func `a response is accepted only from its own user`() async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        #expect(await code { try await neighbor.finish(submission) } == "sign-in.ceremony.binding-mismatch")
        #expect(await code { try await enrolledUser.finish(submission) } == "done")
    }

    @Test(arguments: [true, false])
    func `a response is accepted only for its own client and host`(_ isOtherHost: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture.withTwoHosts())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let client = try enrolledUser.fixture.client("other")
        let other = enrolledUser.with {
            if isOtherHost { $0.host = SignInFixture.otherHost } else { $0.client = client }
        }
        #expect(await code { try await other.finish(submission) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test func `an expired response is rejected`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        enrolledUser.fixture.clock.advance(seconds: 301)
        #expect(await code { try await enrolledUser.finish(submission) } == "sign-in.ceremony.expired")
    }

    @Test func `a response that expires before it is stored is rejected`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let clock = enrolledUser.fixture.clock
        let storage = InstrumentedStorage(enrolledUser.fixture.storage) { _ in clock.advance(seconds: 301) }
        let ceremonies = CeremonyService(
            accounts: AccountStorage(storage, now: { clock.now }), seal: enrolledUser.fixture.ceremonies.seal)
        let attempt = {
            try await FinishEnrollment(ceremonies: ceremonies)(
                submission, by: enrolledUser.owner, in: enrolledUser.fixture.configuration)
        }
        #expect(await code(attempt) == "sign-in.ceremony.expired")
    }

    @Test(arguments: [true, false])
    func `a sign-up or sign-in session can't finish an enrollment`(_ isSignUp: Bool) async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let testUser = TestUser(at: fixture).with { $0.address = "another@example.org" }
        var submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        submission.session =
            isSignUp
            ? try await testUser.beginSignUp().session
            : try BeginSignIn(ceremonies: fixture.ceremonies)(try testUser.request(), in: fixture.configuration).session
        #expect(await code { try await enrolledUser.finish(submission) } == "sign-in.ceremony.purpose-mismatch")
    }

    @Test func `an enrollment session can't finish a sign-in`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let signIn = SignInAttempt(session: submission.session, response: [UInt8]("{}".utf8))
        let code = await code { try await TestUser(at: enrolledUser.fixture).finish(signIn) }
        #expect(code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test func `an enrollment is rejected if passkeys were disabled after it started`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let without = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
            }
        }
        let finish = FinishEnrollment(ceremonies: enrolledUser.fixture.ceremonies)
        let code = await code { try await finish(submission, by: enrolledUser.owner, in: without.configuration) }
        #expect(code == "sign-in.passkeys-disabled")
    }

    @Test func `a response can be sent again after a storage failure`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        let storage = InstrumentedStorage(enrolledUser.fixture.storage) { attempt in
            if attempt == 1 { throw StorageError.unavailable(reason: "the disk is full") }
        }
        let finish = FinishEnrollment(
            ceremonies: CeremonyService(accounts: AccountStorage(storage), seal: enrolledUser.fixture.ceremonies.seal))
        let attempt = { try await finish(submission, by: enrolledUser.owner, in: enrolledUser.fixture.configuration) }
        #expect(await code(attempt) == "sign-in.storage-unavailable")
        #expect(await code(attempt) == "done")
    }

    // MARK: Tampered responses

    @Test(arguments: Self.mutations)
    func `a tampered response is rejected, recorded and consumed`(_ mutation: ResponseMutation) async throws {
        let fixture =
            mutation.need(in: .registration) == .userVerificationRequired
            ? try SignInFixture.requiringVerification() : nil
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture ?? SignInFixture()).with {
            $0.mutation = mutation
        }
        if mutation.need(in: .registration) == .signedAttestation {
            return try await expectTamperedAttestationRejected(enrolledUser)
        }
        try await expectRejected(enrolledUser, with: SoftwareAuthenticator(profile: Self.profile(mutation)))
    }

    @Test(arguments: Self.mutations)
    func `the response that each mutation starts from is accepted`(_ mutation: ResponseMutation) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let device = SoftwareAuthenticator(profile: Self.profile(mutation))
        #expect(await code { try await enrolledUser.enroll(with: device) } == "done")
    }

    private func expectTamperedAttestationRejected(_ enrolledUser: EnrolledUser) async throws {
        let attesting = enrolledUser.with { $0.settings.attestation = .always }
        try await expectRejected(attesting, with: SoftwareAuthenticator(profile: .securityKey))
    }

    private func expectRejected(_ enrolledUser: EnrolledUser, with device: SoftwareAuthenticator) async throws {
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: device)
        let rejection = await code { try await enrolledUser.finish(submission) }
        #expect(rejection.hasPrefix("registration."))
        let events = try await enrolledUser.events(.registrationRejected)
        #expect(events.map { $0.details["code"]?.stringValue } == [rejection])
        #expect(events.first?.address == "192.0.2.1")
        #expect(try await enrolledUser.passkeys().count == 1)
        #expect(try await enrolledUser.fixture.isConsumed(submission.session))
    }

    /// Leaves out the mutation that changes only some challenges.
    static let mutations = ResponseMutation.allCases.filter {
        $0.ceremonies.contains(.registration) && $0.verdict == .rejected && $0 != .challengeStandardAlphabet
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

    /// Whether the ceremony of a session was consumed.
    func isConsumed(_ session: String) async throws -> Bool {
        let id = try ceremonies.seal.open(session).id
        return try await storage.read { try $0.oneTime.isConsumed(id) }
    }
}
