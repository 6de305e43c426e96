// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
package import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// Begins, opens and consumes ceremonies for all use cases. It is a class because each use case holds it.
package final class CeremonyService: Sendable {
    package let storage: any Storage
    package let seal: CeremonySeal
    package let now: @Sendable () -> Timestamp
    /// Where the ceremonies run. A seal belongs to one surface, so that a session of one is not accepted at the other.
    package let surface: CeremonySurface
    /// The reference of the request, by which the log finds the ceremonies that it begins.
    private let reference: [UInt8]
    /// Verifies registrations that carry certificates.
    package let queue: VerificationQueue
    /// Receives the work of each verification, in multiples of one ES256 signature check, whether it succeeds or not.
    package let report: @Sendable (Int) -> Void

    package init(
        storage: any Storage, seal: CeremonySeal, surface: CeremonySurface = .clients,
        reference: String? = nil, queue: VerificationQueue = VerificationQueue(),
        now: @escaping @Sendable () -> Timestamp = { .now() }, report: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.storage = storage
        self.seal = seal
        self.surface = surface
        self.reference = reference.flatMap(RequestReference.bytes) ?? Randomness.bytes(12)
        self.queue = queue
        self.now = now
        self.report = report
    }

    /// Admits a client that signs users up or in.
    func admit(
        _ request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> CeremonyAdmission {
        switch surface {
        case .clients, .ceremonyAPI: try CeremonyAdmission(request, in: configuration)
        case .hostedPages: try CeremonyAdmission(onHostedPages: request, in: configuration)
        }
    }

    /// Begins a ceremony. Nothing is stored.
    func begin(_ purpose: Ceremony.Purpose, under admission: CeremonyAdmission) -> Ceremony {
        begin(purpose, for: admission.binding, under: admission.policy)
    }

    func begin(_ purpose: Ceremony.Purpose, for binding: CeremonyBinding, under policy: CeremonyPolicy) -> Ceremony {
        let time = now()
        return Ceremony(
            purpose: purpose, binding: binding,
            secrets: CeremonySecrets(
                id: TimeOrderedID.prefix(at: time) + reference,
                challenge: Challenge(uncheckedBytes: Randomness.bytes(32))),
            userVerification: surface == .ceremonyAPI ? .required : policy.userVerification,
            expiresAt: Timestamp(secondsSince1970: time.secondsSince1970 + Int64(policy.ceremonyLifetime)))
    }

    /// Opens the session that a client sends back. It must be of this host and must not have expired.
    package func open(_ session: String, at host: String) throws(SignInFailure) -> Ceremony {
        let ceremony: Ceremony
        do {
            ceremony = try seal.open(session)
        } catch {
            throw .ceremony(error)
        }
        guard ceremony.expiresAt > now() else { throw .ceremony(.expired) }
        guard ceremony.host == host else { throw .ceremony(.belongsElsewhere) }
        return ceremony
    }

    /// Opens the ceremony whose sealed form is the challenge.
    package func open(challenge: Challenge, at host: String) throws(SignInFailure) -> Ceremony {
        try open(challenge.base64URL, at: host).challenging(with: challenge)
    }

    /// Consumes a ceremony and stores what follows from its response, as one durable unit.
    ///
    /// A consumed ceremony is forgotten once it has expired. So the expiry is checked again inside the transaction.
    func consume<Value: Sendable>(
        _ ceremony: Ceremony, storing body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws(SignInFailure) -> Value {
        let (id, expiresAt) = (ceremony.id, ceremony.expiresAt)
        return try await write { [now] transaction in
            guard expiresAt > now() else { throw SignInFailure.ceremony(.expired) }
            do {
                try transaction.oneTime.consume(id, expiresAt: expiresAt)
            } catch StorageConflict.alreadyConsumed {
                throw SignInFailure.ceremony(.alreadyConsumed)
            }
            return try body(transaction)
        }
    }

    /// Consumes the ceremony of a rejected response. The response stays rejected if this fails.
    ///
    /// No event is recorded for a user who is not signed in: anybody can send such responses, and what they leave must be
    /// gone when the ceremony would have expired. The log has the reason.
    func consumeRejected(_ ceremony: Ceremony, recording event: AuditEvent? = nil) async {
        await consumeRejected(ceremony) { transaction in
            if let event { try transaction.events.insert(event) }
        }
    }

    /// Consumes the ceremony of a rejected response together with what is recorded of the rejection.
    func consumeRejected(
        _ ceremony: Ceremony, storing body: @escaping @Sendable (any StorageTransaction) throws -> Void
    ) async {
        try? await consume(ceremony, storing: body)
    }
}

/// Where a ceremony runs.
package enum CeremonySurface: Sendable {
    /// In clients, which call the passkey API.
    case clients
    /// On the server's own pages, on behalf of a client.
    case hostedPages
    /// In the plain ceremony API, which has no member for a session: the challenge itself is the sealed ceremony. It always
    /// requires that the user is verified.
    case ceremonyAPI
}

// MARK: Storage

extension CeremonyService {
    /// Reads, and translates errors of the storage.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws(SignInFailure) -> Value {
        do {
            return try await storage.read(body)
        } catch {
            throw SignInFailure(error)
        }
    }

    /// Stores changes as one durable unit, and translates errors of the storage.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws(SignInFailure) -> Value {
        do {
            return try await storage.withTransaction(body)
        } catch {
            throw SignInFailure(error)
        }
    }
}

extension SignInFailure {
    /// Translates an error of the storage.
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
