// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

struct EnrollmentTests {
    @Test func `a user enrolls another device and signs in with it`() async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let other = TestUser(at: fixture, profile: .googlePasswordManager)
        let enrolled = try await enrolledUser.enroll(with: other.device)
        #expect(enrolled.user.id == enrolledUser.user.id)
        let signedIn = try await other.signIn()
        #expect(signedIn.user.id == enrolledUser.user.id)
        #expect(signedIn.signIn.ways == [enrolled.passkey.id.way])
    }

    @Test func `an enrollment stores the passkey and an event`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let enrolled = try await enrolledUser.enroll()
        let stored = try #require(try await enrolledUser.passkeys().last)
        #expect(stored == enrolled.passkey)
        #expect(stored.origin.userHandle == enrolledUser.user.handle)
        #expect(stored.origin.userAgent == "Browser 1")
        #expect(!stored.origin.isCreatedConditionally)
        let event = try #require(try await enrolledUser.events(.passkeyRegistered).first)
        #expect(event.details["passkey"]?.stringValue == stored.id.rawValue)
        #expect(event.client == "web")
        #expect(event.address == "192.0.2.1")
        #expect(event.reference == "request 1")
    }

    @Test func `the options have the account's handle and names and exclude no credentials`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let options = try await enrolledUser.begin().options
        #expect(options.user.id == enrolledUser.user.handle)
        #expect(options.user.name == "somebody@example.org")
        #expect(options.user.displayName == "Somebody")
        #expect(options.relyingPartyName == "Example")
        #expect(options.relyingPartyID == SignInFixture.host)
        #expect(options.timeout == 300_000)
        #expect(options.excludedCredentials.isEmpty)
    }

    @Test func `an account without identifiers is named by its profile`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        try await enrolledUser.change(.identifiers([]))
        #expect(try await enrolledUser.begin().options.user.name == "Somebody")
    }

    @Test func `starting an enrollment stores nothing`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        _ = try await enrolledUser.begin()
        #expect(try await enrolledUser.passkeys().count == 1)
        #expect(try await enrolledUser.events(.passkeyRegistered).count == 1)
    }

    @Test func `the account's passkeys are excluded on request, except credentials from before passkeys`() async throws
    {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        try await enrolledUser.insertPasskey(1)
        try await enrolledUser.insertPasskey(2, relyingPartyID: "login.brand2.test")
        // Without an AAGUID, of Apple's anonymous attestation, and of Windows Hello.
        for (number, model) in [
            (3, "00000000-0000-0000-0000-000000000000"), (4, "f24a8e70-d0d3-f82c-2937-32523cc4de5a"),
            (5, "08987058-cadc-4b81-b6e1-30de50dcbe96"),
        ] {
            let aaguid = try #require(AAGUID(model))
            try await enrolledUser.insertPasskey(UInt8(number)) { ($0.aaguid, $0.isBackupEligible) = (aaguid, false) }
        }
        var request = EnrollmentRequest()
        request.excludesExistingCredentials = true
        let excluded = try await enrolledUser.begin(request).options.excludedCredentials
        let first = try #require(try await enrolledUser.passkeys().first)
        #expect(excluded.map(\.id) == [first.origin.credentialID, CredentialID([1]), CredentialID([5])])
        #expect(excluded.last?.transports == [.internal])
    }

    @Test func `a conditional enrollment accepts a passkey created without the user and records that`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture.requiringVerification())
        let silent = enrolledUser.with { $0.settings = .with { $0.mediation = .conditional } }
        var request = EnrollmentRequest()
        request.isConditional = true
        #expect(try await silent.begin(request).options.userVerification == .preferred)
        let passkey = try await silent.enroll(request).passkey
        #expect(passkey.origin.isCreatedConditionally)
        #expect(!passkey.isUserVerified)
    }

    @Test func `a passkey created without the user is rejected unless the enrollment is conditional`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let silent = enrolledUser.with { $0.settings = .with { $0.mediation = .conditional } }
        #expect(await code { try await silent.enroll() } == "registration.user-presence-missing")
    }

    @Test func `user verification is requested and enforced where it is required`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture.requiringVerification())
        #expect(try await enrolledUser.begin().options.userVerification == .required)
        let unverified = enrolledUser.with { $0.mutation = .uvCleared }
        #expect(await code { try await unverified.enroll() } == "registration.user-verification-missing")
    }

    @Test func `a response works once`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let submission = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        _ = try await enrolledUser.finish(submission)
        #expect(await code { try await enrolledUser.finish(submission) } == "sign-in.ceremony.consumed")
    }

    @Test func `one of sixteen concurrent responses is accepted`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let started = try await enrolledUser.begin()
        let submissions = try (0..<16).map { _ in
            try enrolledUser.submission(for: started, with: SoftwareAuthenticator())
        }
        let codes = await codes { try await enrolledUser.finish(submissions[$0]) }
        #expect(codes.filter { $0 == "done" }.count == 1)
        #expect(codes.filter { $0 == "sign-in.ceremony.consumed" }.count == 15)
        #expect(try await enrolledUser.passkeys().count == 2)
    }

    @Test func `a credential can't be registered twice, and the second response is consumed`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let started = try await enrolledUser.begin()
        let submission = try enrolledUser.submission(for: started, with: SoftwareAuthenticator())
        let id = try submission.response.registration().credentialID
        try await enrolledUser.register(id)
        #expect(
            await code { try await enrolledUser.finish(submission) } == "registration.credential-already-registered")
        #expect(await code { try await enrolledUser.finish(submission) } == "sign-in.ceremony.consumed")
    }

    @Test func `an account has at most twenty passkeys`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        for number in 1..<UInt8(PasskeyManagement.limit - 1) { try await enrolledUser.insertPasskey(number) }
        let late = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        try await enrolledUser.enroll()
        #expect(await code { try await enrolledUser.begin() } == "sign-in.too-many-passkeys")
        #expect(await code { try await enrolledUser.finish(late) } == "sign-in.too-many-passkeys")
        #expect(try await enrolledUser.passkeys().count == 20)
    }
}

extension SignInFixture {
    static func requiringVerification() throws -> SignInFixture {
        try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["thumbturn"] = ["user_verification": "required"]
            }
        }
    }
}

extension EnrolledUser {
    fileprivate func enroll(_ request: EnrollmentRequest) async throws -> EnrolledPasskey {
        try await enroll(with: SoftwareAuthenticator(), request)
    }

    /// Stores a passkey with a credential ID.
    fileprivate func register(_ id: CredentialID) async throws {
        let origin = Passkey.Origin(
            credentialID: id, publicKey: [1], relyingPartyID: SignInFixture.host, userHandle: user.handle,
            aaguid: .zero,
            transports: [], attachment: nil, isBackupEligible: false, isCreatedConditionally: false,
            attestationFormat: .none, userAgent: nil, createdAt: fixture.clock.now)
        let passkey = Passkey(stored: PasskeyID(rawValue: "passkey|dev_x"), owner: user.id, origin: origin)
        try await fixture.storage.withTransaction { try $0.passkeys.insert(passkey) }
    }
}
