// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// The set-up of a new server: its owner is the first account, created with a one-time code.
///
/// 1. `issueCode` stores the hash of a new `SetupCode`, unless the server has an owner.
/// 2. `BeginSetup` checks the code that the user enters, and returns the options. Nothing is stored.
/// 3. `PasskeySignIn` judges the response. The completion consumes the code and stores the account, the passkey and the
///    owner.
package struct ServerSetup: Sendable {
    /// The lifetime of a code in seconds.
    package static let codeLifetime = 3600

    /// A new code, and when it expires.
    package struct IssuedCode: Sendable {
        package let code: SetupCode
        package let expiresAt: Timestamp
    }

    private let storage: any Storage
    private let now: @Sendable () -> Timestamp

    package init(storage: any Storage, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.storage = storage
        self.now = now
    }

    /// Whether the server has no owner.
    package func isNeeded() async throws(SignInFailure) -> Bool {
        do {
            return try await storage.read { try $0.owners.list().isEmpty }
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Whether a user owns the server.
    package func isOwner(_ user: UserID) async throws(SignInFailure) -> Bool {
        do {
            return try await storage.read { try $0.owners.list().contains(user) }
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Replaces the code. Returns `nil` if the server has an owner.
    ///
    /// - Parameter administrator: Who asked for the code, of which an audit event is stored; `nil` if the server issues
    ///   it itself.
    package func issueCode(by administrator: Administrator? = nil) async throws(SignInFailure) -> IssuedCode? {
        let time = now()
        let expiry = time.secondsSince1970 + Int64(Self.codeLifetime)
        let issued = IssuedCode(code: .random(), expiresAt: Timestamp(secondsSince1970: expiry))
        let event = administrator.map { administrator in
            var event = AuditEvent(.setupCodeIssued, at: time)
            event.attribute(to: administrator)
            return event
        }
        do {
            return try await storage.withTransaction { transaction in
                guard try transaction.owners.list().isEmpty else { return nil }
                if let event { try transaction.events.insert(event) }
                try transaction.owners.setSetupCode(
                    SetupCodeRecord(hash: issued.code.hash, expiresAt: issued.expiresAt))
                return issued
            }
        } catch {
            throw SignInFailure(error)
        }
    }
}

/// Begins the ceremony that creates the owner's account and passkey.
package struct BeginSetup: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Checks the code and the identifiers, and returns the options for the page. Nothing is stored, and the code can
    /// still be used elsewhere: the first response that is accepted consumes it.
    ///
    /// Sign-ups need not be enabled. The device verifies the user, because this passkey opens everything.
    package func callAsFunction(
        code text: String, profile: SignUpProfile, at host: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedCeremony<CreationOptions> {
        guard let connection = configuration.ownersConnection else { throw .admission(.connectionUnknown(nil)) }
        var admission = try CeremonyAdmission(ownPagesAt: host, realm: connection.name, in: configuration)
        admission.policy.userVerification = .required
        let (hash, time) = (SetupCode(entered: text)?.hash ?? [], ceremonies.now())
        try await ceremonies.accounts.read { try $0.owners.requireCode(hash: hash, at: time) }
        let draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        try await ceremonies.requireFree(draft.identifiers, in: connection.name)
        let ceremony = ceremonies.begin(.setup(draft, codeHash: hash), under: admission)
        let names = AccountNames(
            identifiers: draft.identifiers, profile: draft.profile, rules: connection.identifiers)
        let options = admission.creationOptions(for: ceremony, handle: draft.handle, names: names)
        return StartedCeremony(options: options, session: ceremonies.seal.seal(ceremony))
    }
}

extension ConfigurationSnapshot {
    /// The connection of the owner's account: the default one, or else the first with passkeys.
    package var ownersConnection: Connection? {
        connection(nil)
            ?? connections.sorted { $0.key < $1.key }.map(\.value).first(where: \.methods.isPasskeyEnabled)
    }
}

extension OwnerReading {
    /// Throws unless the server has no owner and the hash is that of the current code.
    func requireCode(hash: [UInt8], at time: Timestamp) throws {
        guard try list().isEmpty else { throw SignInFailure.setup(.finished) }
        guard let current = try setupCode(), constantTimeEqual(current.hash, to: hash) else {
            throw SignInFailure.setup(.codeMismatch)
        }
        guard current.expiresAt > time else { throw SignInFailure.setup(.codeExpired) }
    }
}

extension OwnerStore {
    /// Consumes the code. Of all ceremonies that began with it, one succeeds.
    func consumeCode(hash: [UInt8], at time: Timestamp) throws {
        try requireCode(hash: hash, at: time)
        try setSetupCode(nil)
    }
}
