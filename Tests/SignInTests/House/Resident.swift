// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification

/// Somebody with an account at a house, who is signed in.
struct Resident: Sendable {
    let house: House
    let user: User
    var client: Client
    var host = House.host
    var settings = CeremonySettings()
    var tamper: Tamper?

    /// Moves in: signs up with a first passkey.
    static func movedIn(
        at house: House, profile: AuthenticatorProfile = .iCloudKeychain, address: String = "somebody@example.org"
    ) async throws -> Resident {
        let person = Person(at: house, profile: profile).with { $0.address = address }
        return Resident(house: house, user: try await person.signUp().user, client: try house.client())
    }

    func with(_ change: (inout Resident) -> Void) -> Resident {
        var copy = self
        change(&copy)
        return copy
    }

    var holder: AccountHolder {
        var holder = AccountHolder(user: user.id, client: client, host: host)
        holder.address = "192.0.2.1"
        holder.reference = "request 1"
        holder.userAgent = "Browser 1"
        return holder
    }

    var management: PasskeyManagement { PasskeyManagement(desk: house.desk) }

    func begin(_ wish: EnrolmentWish = EnrolmentWish()) async throws -> Begun<CreationOptions> {
        try await BeginEnrolment(desk: house.desk)(holder, wish, in: house.directory)
    }

    func answer(
        _ begun: Begun<CreationOptions>, with device: SoftwareAuthenticator, from origin: String = Person.origin
    ) throws -> FinishEnrolment.Answer {
        let response = try device.create(
            optionsJSON: begun.options.jsonBytes, origin: origin, settings: settings, tamper: tamper)
        return FinishEnrolment.Answer(session: begun.session, response: response)
    }

    func finish(_ answer: FinishEnrolment.Answer) async throws -> Enrolled {
        try await FinishEnrolment(desk: house.desk)(answer, of: holder, in: house.directory)
    }

    @discardableResult
    func enrol(
        with device: SoftwareAuthenticator = SoftwareAuthenticator(), _ wish: EnrolmentWish = EnrolmentWish()
    ) async throws -> Enrolled {
        try await finish(try answer(try await begin(wish), with: device))
    }

    func passkeys() async throws -> [Passkey] {
        try await house.storage.read { try $0.passkeys.list(of: user.id) }
    }

    func events(_ kind: AuditEvent.Kind) async throws -> [AuditEvent] {
        try await house.storage.read { try $0.events.list(user: user.id, limit: 100) }.filter { $0.kind == kind }
    }

    /// Changes the account as an operator would.
    func change(_ change: User.Change) async throws {
        let now = house.clock.now
        try await house.storage.withTransaction { try $0.users.apply(change, to: user.id, at: now) }
    }

    func moveOut() async throws {
        try await house.storage.withTransaction { try $0.users.remove(user.id) }
    }

    /// Puts a passkey on record that came from elsewhere.
    @discardableResult
    func keep(
        _ number: UInt8, relyingPartyID: String = House.host, _ change: (inout PasskeyTraits) -> Void = { _ in }
    ) async throws -> Passkey {
        var traits = PasskeyTraits()
        change(&traits)
        let origin = Passkey.Origin(
            credentialID: CredentialID([number]), publicKey: [1], relyingPartyID: relyingPartyID,
            userHandle: traits.handle ?? user.handle, aaguid: traits.aaguid, transports: [.internal], attachment: nil,
            isBackupEligible: traits.isBackupEligible, isCreatedSilently: false, attestationFormat: .none,
            userAgent: nil, createdAt: house.clock.now)
        let passkey = Passkey(
            stored: PasskeyID(rawValue: "passkey|dev_\(number)\(user.id.identity)"), owner: user.id, origin: origin)
        try await house.storage.withTransaction { try $0.passkeys.insert(passkey) }
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
