// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
public import WebAuthnVerification

extension PendingRegistration: Codable {
    /// Decodes a pending registration that doesn't require trusted attestation.
    public init(from decoder: any Decoder) throws {
        let record = try RegistrationRecord(from: decoder)
        self.init(
            relyingParty: record.relyingParty.value, challenge: record.challenge,
            registeredCredentials: record.registeredCredentials.value)
        userVerification = UserVerificationRequirement(rawValue: record.userVerification)
        mediation = record.isConditional ? .conditional : .modal
        algorithms = record.algorithms.map(COSEAlgorithmID.init(rawValue:))
        attestationPolicy = record.attestationPolicy.value
    }

    /// Encodes a pending registration, to store it in a session.
    ///
    /// Throws an `EncodingError` if ``attestationTrust`` is `required`. Trust anchors and metadata are configuration,
    /// which is not encoded; a decoded registration without them would be verified less strictly.
    public func encode(to encoder: any Encoder) throws {
        if case .required = attestationTrust {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "A pending registration that requires trusted attestation can't be encoded."))
        }
        try RegistrationRecord(
            relyingParty: RelyingPartyRecord(relyingParty), challenge: challenge,
            registeredCredentials: RegisteredCredentialsRecord(registeredCredentials),
            userVerification: userVerification.rawValue, isConditional: mediation == .conditional,
            algorithms: algorithms.map(\.rawValue), attestationPolicy: AttestationPolicyRecord(attestationPolicy)
        ).encode(to: encoder)
    }
}

extension PendingAuthentication: Codable {
    /// Decodes a pending authentication.
    public init(from decoder: any Decoder) throws {
        let record = try AuthenticationRecord(from: decoder)
        self.init(
            relyingParty: record.relyingParty.value, challenge: record.challenge,
            user: record.user.map(User.identified) ?? .discoverable)
        allowedCredentials = record.allowedCredentials.map { .listed(Set($0)) } ?? .any
        userVerification = UserVerificationRequirement(rawValue: record.userVerification)
        counterPolicy = record.acceptsCounterRegression ? .reportRegression : .rejectRegression
        appID = record.appID.map(AppID.requested) ?? .notRequested
    }

    /// Encodes a pending authentication, to store it in a session.
    public func encode(to encoder: any Encoder) throws {
        var record = AuthenticationRecord(
            relyingParty: RelyingPartyRecord(relyingParty), challenge: challenge,
            userVerification: userVerification.rawValue,
            acceptsCounterRegression: counterPolicy == .reportRegression)
        if case .identified(let handle) = user { record.user = handle }
        if case .listed(let ids) = allowedCredentials { record.allowedCredentials = Array(ids) }
        if case .requested(let id) = appID { record.appID = id }
        try record.encode(to: encoder)
    }
}

/// The stored form of a pending registration.
private struct RegistrationRecord: Codable {
    let relyingParty: RelyingPartyRecord
    let challenge: Challenge
    let registeredCredentials: RegisteredCredentialsRecord
    let userVerification: String
    let isConditional: Bool
    let algorithms: [Int]
    let attestationPolicy: AttestationPolicyRecord
}

/// The stored form of a pending authentication.
private struct AuthenticationRecord: Codable {
    let relyingParty: RelyingPartyRecord
    let challenge: Challenge
    let userVerification: String
    let acceptsCounterRegression: Bool
    var user: UserHandle?
    var allowedCredentials: [CredentialID]?
    var appID: String?
}

private struct RelyingPartyRecord: Codable {
    let id: String
    let name: String
    let origins: [String]
    let topOrigins: [String]?

    init(_ party: RelyingParty) {
        id = party.id
        name = party.name
        origins = party.origins.map(\.rawValue)
        topOrigins = if case .allowed(let origins) = party.framing { origins.map(\.rawValue) } else { nil }
    }

    var value: RelyingParty {
        RelyingParty(
            id: id, name: name, origins: Set(origins.map(Origin.init(rawValue:))),
            framing: topOrigins.map { .allowed(topOrigins: Set($0.map(Origin.init(rawValue:)))) } ?? .notAllowed)
    }
}

private enum RegisteredCredentialsRecord: Codable {
    case rejectedByStore
    case known([CredentialID])

    init(_ credentials: PendingRegistration.RegisteredCredentials) {
        self =
            switch credentials {
            case .rejectedByStore: .rejectedByStore
            case .known(let ids): .known(Array(ids))
            }
    }

    var value: PendingRegistration.RegisteredCredentials {
        switch self {
        case .rejectedByStore: .rejectedByStore
        case .known(let ids): .known(Set(ids))
        }
    }
}

/// The stored form of an attestation policy. Every member is required, so that a missing one can't loosen the policy.
private struct AttestationPolicyRecord: Codable {
    enum Freshness: Codable {
        case within(seconds: Int64)
        case notChecked
    }

    enum Quorum: Codable {
        case all
        case atLeast(count: Int)
    }

    let acceptsSoftwareKeys: Bool
    let freshness: Freshness
    let quorum: Quorum
    let objectBytes: Int
    let certificates: Int
    let statements: Int
    let work: Int

    init(_ policy: AttestationPolicy) {
        acceptsSoftwareKeys = policy.androidKeyAuthority == .trustedEnvironmentOrSoftware
        freshness =
            switch policy.safetyNetFreshness {
            case .within(let seconds): .within(seconds: seconds)
            case .notChecked: .notChecked
            }
        quorum =
            switch policy.compoundQuorum {
            case .all: .all
            case .atLeast(let count): .atLeast(count: count)
            }
        objectBytes = policy.limits.objectBytes
        certificates = policy.limits.certificates
        statements = policy.limits.statements
        work = policy.limits.work
    }

    var value: AttestationPolicy {
        var policy = AttestationPolicy()
        policy.androidKeyAuthority = acceptsSoftwareKeys ? .trustedEnvironmentOrSoftware : .trustedEnvironment
        switch freshness {
        case .within(let seconds): policy.safetyNetFreshness = .within(seconds: seconds)
        case .notChecked: policy.safetyNetFreshness = .notChecked
        }
        switch quorum {
        case .all: policy.compoundQuorum = .all
        case .atLeast(let count): policy.compoundQuorum = .atLeast(count)
        }
        policy.limits.objectBytes = objectBytes
        policy.limits.certificates = certificates
        policy.limits.statements = statements
        policy.limits.work = work
        return policy
    }
}
