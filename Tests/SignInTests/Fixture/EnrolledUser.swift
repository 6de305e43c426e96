// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification

/// A user with an account at a fixture, who is signed in.
struct EnrolledUser: Sendable {
    let fixture: SignInFixture
    let user: User
    var client: Client
    var host = SignInFixture.host
    var settings = CeremonySettings()
    var mutation: ResponseMutation?

    /// Moves in: signs up with a first passkey.
    static func signedUp(
        at fixture: SignInFixture, profile: AuthenticatorProfile = .iCloudKeychain,
        address: String = "somebody@example.org"
    ) async throws -> EnrolledUser {
        let person = Person(at: fixture, profile: profile).with { $0.address = address }
        return EnrolledUser(fixture: fixture, user: try await person.signUp().user, client: try fixture.client())
    }

    func with(_ change: (inout EnrolledUser) -> Void) -> EnrolledUser {
        var copy = self
        change(&copy)
        return copy
    }

    var owner: AccountOwner {
        var owner = AccountOwner(user: user.id, client: client, host: host)
        owner.address = "192.0.2.1"
        owner.reference = "request 1"
        owner.userAgent = "Browser 1"
        return owner
    }

    var management: PasskeyManagement { PasskeyManagement(ceremonies: fixture.ceremonies) }

    func begin(_ request: EnrollmentRequest = EnrollmentRequest()) async throws -> StartedCeremony<CreationOptions> {
        try await BeginEnrollment(ceremonies: fixture.ceremonies)(request, by: owner, in: fixture.configuration)
    }

    func answer(
        _ started: StartedCeremony<CreationOptions>, with device: SoftwareAuthenticator,
        from origin: String = Person.origin
    ) throws -> FinishEnrollment.Submission {
        let response = try device.create(
            optionsJSON: started.options.jsonBytes, origin: origin, settings: settings, mutation: mutation)
        return FinishEnrollment.Submission(session: started.session, response: CredentialResponse(json: response))
    }

    func finish(_ answer: FinishEnrollment.Submission) async throws -> EnrolledPasskey {
        try await FinishEnrollment(ceremonies: fixture.ceremonies)(answer, by: owner, in: fixture.configuration)
    }

    @discardableResult
    func enroll(
        with device: SoftwareAuthenticator = SoftwareAuthenticator(), _ request: EnrollmentRequest = EnrollmentRequest()
    ) async throws -> EnrolledPasskey {
        try await finish(try answer(try await begin(request), with: device))
    }

    func passkeys() async throws -> [Passkey] {
        try await fixture.storage.read { try $0.passkeys.list(of: user.id) }
    }

    func events(_ kind: AuditEvent.Kind) async throws -> [AuditEvent] {
        try await fixture.storage.read { try $0.events.list(user: user.id, limit: 100) }.filter { $0.kind == kind }
    }

    /// Changes the account as an operator would.
    func change(_ change: User.Change) async throws {
        let now = fixture.clock.now
        try await fixture.storage.withTransaction { try $0.users.apply(change, to: user.id, at: now) }
    }

    func moveOut() async throws {
        try await fixture.storage.withTransaction { try $0.users.remove(user.id) }
    }

    /// Puts a passkey on record that came from elsewhere.
    @discardableResult
    func keep(
        _ number: UInt8, relyingPartyID: String = SignInFixture.host, _ change: (inout PasskeyTraits) -> Void = { _ in }
    ) async throws -> Passkey {
        var traits = PasskeyTraits()
        change(&traits)
        let origin = Passkey.Origin(
            credentialID: CredentialID([number]), publicKey: [1], relyingPartyID: relyingPartyID,
            userHandle: traits.handle ?? user.handle, aaguid: traits.aaguid, transports: [.internal], attachment: nil,
            isBackupEligible: traits.isBackupEligible, isCreatedSilently: false, attestationFormat: .none,
            userAgent: nil, createdAt: fixture.clock.now)
        let passkey = Passkey(
            stored: PasskeyID(rawValue: "passkey|dev_\(number)\(user.id.identity)"), owner: user.id, origin: origin)
        try await fixture.storage.withTransaction { try $0.passkeys.insert(passkey) }
        return passkey
    }

    /// In what a kept passkey may differ from others.
    struct PasskeyTraits {
        var handle: UserHandle?
        var aaguid = AAGUID.zero
        var isBackupEligible = true
    }
}

/// The codes of sixteen attempts at once.
func codes<Value: Sendable>(ofMany body: @escaping @Sendable (Int) async throws -> Value) async -> [String] {
    await withTaskGroup(of: String.self) { group in
        for number in 0..<16 { group.addTask { await code { try await body(number) } } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
