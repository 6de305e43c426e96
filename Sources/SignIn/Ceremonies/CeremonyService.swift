// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
package import IdentityModel
import WebAuthnMessages
package import WireFormats

/// Where ceremonies are started and taken: what all use cases have in common.
package struct CeremonyService: Sendable {
    package let storage: any Storage
    package let seal: CeremonySeal
    package let now: @Sendable () -> Timestamp
    /// Where registrations with certificates are judged.
    package var queue: JudgingQueue
    /// Is told the work of each judgment, in multiples of one ES256 signature check, also of one that ends in a rejection.
    package var report: @Sendable (Int) -> Void = { _ in }

    package init(
        storage: any Storage, seal: CeremonySeal, queue: JudgingQueue = JudgingQueue(),
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.storage = storage
        self.seal = seal
        self.queue = queue
        self.now = now
    }

    /// A ceremony that begins now. Nothing is stored.
    func begin(_ purpose: Ceremony.Purpose, _ admission: CeremonyAdmission) -> Ceremony {
        Ceremony(
            purpose: purpose, binding: admission.binding,
            secrets: CeremonySecrets(
                id: Randomness.bytes(16), challenge: Challenge(uncheckedBytes: Randomness.bytes(32))),
            userVerification: admission.policy.userVerification,
            expiresAt: Timestamp(secondsSince1970: now().secondsSince1970 + Int64(admission.policy.ceremonyLifetime)))
    }

    /// The ceremony that a client brings back, if it may be gone on with at this host.
    func open(_ session: String, client: String?, host: String) throws(SignInFailure) -> Ceremony {
        let ceremony: Ceremony
        do {
            ceremony = try seal.open(session)
        } catch {
            throw .ceremony(error)
        }
        guard ceremony.expiresAt > now() else { throw .ceremony(.expired) }
        guard ceremony.host == host, client == nil || ceremony.client == client else {
            throw .ceremony(.belongsElsewhere)
        }
        return ceremony
    }

    /// Takes the ceremony and does what follows from its submission, as one durable unit. What was taken is forgotten when
    /// its time is over, so the time is looked at once more, where nothing can be forgotten in between.
    func take<Value: Sendable>(
        _ ceremony: Ceremony, _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws(SignInFailure) -> Value {
        do {
            return try await storage.withTransaction { transaction in
                guard ceremony.expiresAt > now() else { throw SignInFailure.ceremony(.expired) }
                do {
                    try transaction.oneTime.take(ceremony.id, expiresAt: ceremony.expiresAt)
                } catch StorageConflict.alreadyTaken {
                    throw SignInFailure.ceremony(.alreadyTaken)
                }
                return try body(transaction)
            }
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Takes the ceremony of an submission that was judged and refused. An submission for which even that fails is refused all
    /// the same.
    ///
    /// No event goes with it where nobody is signed in: anybody can send such answers, and what they leave has to be gone
    /// when the ceremony would have expired. The log has why.
    func consume(_ ceremony: Ceremony, _ event: AuditEvent? = nil) async {
        await consume(ceremony) { transaction in
            if let event { try transaction.events.insert(event) }
        }
    }

    /// Takes it together with what is to be recorded of the refusal.
    func consume(
        _ ceremony: Ceremony, recording body: @escaping @Sendable (any StorageTransaction) throws -> Void
    ) async {
        try? await take(ceremony, body)
    }
}

extension SignInFailure {
    /// What a storage says, in the words of the use cases.
    package init(_ error: any Error) {
        self =
            switch error {
            case let failure as SignInFailure: failure
            case StorageConflict.alreadyExists: .accountExists
            case StorageConflict.notFound: .accountUnknown
            case is StorageConflict: .modifiedConcurrently
            case StorageError.unavailable(let reason), StorageError.incompatible(let reason):
                .storageUnavailable(reason: reason)
            default: .storageUnavailable(reason: "\(error)")
            }
    }
}
