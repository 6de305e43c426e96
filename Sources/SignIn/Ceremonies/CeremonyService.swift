// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
package import WebAuthnMessages
import WireFormats

/// Begins, opens and consumes ceremonies for all use cases. It is a class because each use case holds it.
///
/// 1. A use case begins a `Ceremony`, under a `CeremonyAdmission` unless users of all connections may finish it. It
///    returns a `StartedCeremony`: the options, and the ceremony that `CeremonySeal` has sealed. Nothing is stored.
/// 2. The client sends the ceremony back with the response. `open` checks the seal, the expiry and the host; the use
///    case checks the client and the purpose.
/// 3. `check` has the response verified: a registration with certificates in the `VerificationQueue`, any other at
///    once.
/// 4. `take` consumes the ceremony in the transaction that stores the result. `consumeRejected` consumes that of a
///    response that is rejected for good.
package final class CeremonyService: Sendable {
    package let accounts: AccountStorage
    package let seal: CeremonySeal
    /// The surface on which the ceremonies run. A seal belongs to one surface, so that a session of one is not accepted
    /// at the other.
    package let surface: CeremonySurface
    /// The random bytes of the request's reference, by which the log finds the ceremonies that it begins.
    private let reference: [UInt8]
    /// Verifies registrations that carry certificates.
    package let queue: VerificationQueue
    /// Receives a report on each verification.
    package let report: @Sendable (VerificationReport) -> Void
    /// Has the addresses of new accounts proven; `nil` where that is not possible.
    let verification: SignUpVerification?
    /// Invents credentials for names.
    let decoyHash: DecoyHash

    var now: @Sendable () -> Timestamp { accounts.now }

    package init(
        accounts: AccountStorage, seal: CeremonySeal, surface: CeremonySurface = .clients,
        reference: String? = nil, queue: VerificationQueue = VerificationQueue(),
        report: @escaping @Sendable (VerificationReport) -> Void = { _ in }, decoyHash: DecoyHash? = nil,
        verification: SignUpVerification? = nil
    ) {
        self.verification = verification
        self.accounts = accounts
        self.seal = seal
        self.surface = surface
        self.reference = reference.flatMap(RequestReference.bytes) ?? Randomness.bytes(RequestReference.byteCount)
        self.queue = queue
        self.report = report
        self.decoyHash = decoyHash ?? Self.randomDecoyHash
    }

    private static let randomDecoyHash: DecoyHash = {
        let key = HMACKey(Randomness.keyBytes(32), digest: .sha256)
        return { key.authenticationCode(for: Array($0.utf8) + [0] + $1) }
    }()

    /// Admits a client that signs users up or in.
    func admit(
        _ request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> CeremonyAdmission {
        switch surface {
        case .clients: try CeremonyAdmission(request, in: configuration)
        case .hostedPages: try CeremonyAdmission(onHostedPages: request, in: configuration)
        case .ceremonyAPI:
            try CeremonyAdmission(request, in: configuration).atOwnOrigin(of: request.host, in: configuration)
        }
    }

    /// Admits a user who is signed in.
    func admit(
        _ owner: AccountOwner, realm: String, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> CeremonyAdmission {
        let admission = try CeremonyAdmission(enrollmentBy: owner, realm: realm, in: configuration)
        return surface == .ceremonyAPI ? admission.atOwnOrigin(of: owner.host, in: configuration) : admission
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
    func consume<Value: Sendable>(
        _ ceremony: Ceremony, storing body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws(SignInFailure) -> Value {
        try await accounts.write { [self] transaction in
            try take(ceremony, in: transaction)
            return try body(transaction)
        }
    }

    /// Consumes a ceremony in a transaction. Of two responses to it, one is stored.
    ///
    /// A consumed ceremony is forgotten once it has expired. So the expiry is checked again inside the transaction.
    func take(_ ceremony: Ceremony, in transaction: any StorageTransaction) throws {
        guard ceremony.expiresAt > now() else { throw SignInFailure.ceremony(.expired) }
        try transaction.reporting(.alreadyConsumed, as: SignInFailure.ceremony(.alreadyConsumed)) {
            try transaction.oneTime.consume(ceremony.id, expiresAt: ceremony.expiresAt)
        }
    }

    /// Consumes the ceremony of a rejected response. The response stays rejected if this fails.
    ///
    /// No event is recorded for a user who is not signed in: anybody can send such responses, and what they leave must
    /// be gone when the ceremony would have expired. The log has the reason.
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

/// The place where a ceremony runs.
package enum CeremonySurface: Sendable {
    /// In clients, which call the passkey API.
    case clients
    /// On the server's own pages, on behalf of a client.
    case hostedPages
    /// In the plain ceremony API, which has no member for a session: the challenge itself is the sealed ceremony.
    /// Responses must come from the server's own origin, and the user is always verified.
    case ceremonyAPI
}
