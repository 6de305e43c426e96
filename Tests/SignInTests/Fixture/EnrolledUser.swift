// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import WebAuthnMessages
import WebAuthnVerification

/// A signed-in user with an account in a fixture.
struct EnrolledUser: Sendable {
    let fixture: SignInFixture
    var user: User
    /// `nil` at the server's own pages.
    var client: Client?
    var host = SignInFixture.host
    var settings = CeremonySettings()
    var mutation: ResponseMutation?

    /// Signs up with a first passkey.
    static func signedUp(
        at fixture: SignInFixture, profile: AuthenticatorProfile = .iCloudKeychain,
        address: String = "somebody@example.org"
    ) async throws -> EnrolledUser {
        let testUser = TestUser(at: fixture, profile: profile).with { $0.address = address }
        return EnrolledUser(fixture: fixture, user: try await testUser.signUp().user, client: try fixture.client())
    }

    func with(_ change: (inout EnrolledUser) -> Void) -> EnrolledUser {
        var copy = self
        change(&copy)
        return copy
    }

    var owner: AccountOwner {
        owner(by: .accessToken(of: user.id, authenticatedAt: fixture.clock.now))
    }

    func owner(by proof: AccountOwner.Proof) -> AccountOwner {
        let sender = RequestSender(address: "192.0.2.1", reference: "request 1", userAgent: "Browser 1")
        return AccountOwner(proof, client: client, host: host, sender: sender)
    }

    var management: PasskeyManagement { PasskeyManagement(accounts: fixture.accounts) }

    func begin(_ request: EnrollmentRequest = EnrollmentRequest()) async throws -> StartedCeremony<CreationOptions> {
        try await BeginEnrollment(ceremonies: fixture.ceremonies)(request, by: owner, in: fixture.configuration)
    }

    func submission(
        for started: StartedCeremony<CreationOptions>, with device: SoftwareAuthenticator,
        from origin: String = TestUser.origin
    ) throws -> FinishEnrollment.Submission {
        let response = try device.create(
            optionsJSON: started.options.jsonBytes, origin: origin, settings: settings, mutation: mutation)
        return FinishEnrollment.Submission(session: started.session, response: CredentialResponse(json: response))
    }

    func finish(_ submission: FinishEnrollment.Submission) async throws -> EnrolledPasskey {
        try await FinishEnrollment(ceremonies: fixture.ceremonies)(submission, by: owner, in: fixture.configuration)
    }

    @discardableResult
    func enroll(
        with device: SoftwareAuthenticator = SoftwareAuthenticator(), _ request: EnrollmentRequest = EnrollmentRequest()
    ) async throws -> EnrolledPasskey {
        try await finish(try submission(for: try await begin(request), with: device))
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

    func removeAccount() async throws {
        try await fixture.storage.withTransaction { try $0.users.remove(user.id) }
    }

    /// Stores a passkey as an import would.
    @discardableResult
    func insertPasskey(
        _ number: UInt8, relyingPartyID: String = SignInFixture.host, change: (inout PasskeyTraits) -> Void = { _ in }
    ) async throws -> Passkey {
        var traits = PasskeyTraits()
        change(&traits)
        let origin = Passkey.Origin(
            credentialID: CredentialID([number]), publicKey: [1], relyingPartyID: relyingPartyID,
            userHandle: traits.handle ?? user.handle, aaguid: traits.aaguid, transports: [.internal], attachment: nil,
            isBackupEligible: traits.isBackupEligible, isCreatedConditionally: false, attestationFormat: .none,
            userAgent: nil, createdAt: fixture.clock.now)
        let passkey = Passkey(
            stored: PasskeyID(rawValue: "passkey|dev_\(number)\(user.id.identity)"), owner: user.id, origin: origin)
        try await fixture.storage.withTransaction { try $0.passkeys.insert(passkey) }
        return passkey
    }

    /// The traits in which an inserted passkey can differ.
    struct PasskeyTraits {
        var handle: UserHandle?
        var aaguid = AAGUID.zero
        var isBackupEligible = true
    }
}

/// Returns the results of sixteen concurrent calls, as `code` returns them.
func codes<Value: Sendable>(ofMany body: @escaping @Sendable (Int) async throws -> Value) async -> [String] {
    await withTaskGroup(of: String.self) { group in
        for number in 0..<16 { group.addTask { await code { try await body(number) } } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
