// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// The reason why a registration is rejected. Each has the step of §7.1 that failed and a stable code.
public enum RegistrationRejection: Error, Hashable, Sendable {
    /// The response does not have the shape of Level 3's JSON.
    case responseMalformed(ResponseMalformation)
    /// The client data cannot be read.
    case clientDataMalformed(ClientDataRejection)
    /// `type` is not `webauthn.create`.
    case typeMismatch(received: String?)
    /// The challenge is not the one that was sent.
    case challengeMismatch
    /// The response comes from an origin that is not one of those allowed; `nil` if the client data names none.
    case originNotAllowed(received: Origin?, allowed: Set<Origin>)
    /// The ceremony took place inside a frame of another site.
    case crossOriginNotAllowed
    /// The site at the top is not one that may frame the relying party.
    case topOriginNotAllowed(Origin?)
    /// The attestation object is malformed.
    case attestationObjectMalformed(AttestationObjectRejection)
    /// `rawId` is not the identifier that the authenticator signed.
    case credentialIDMismatch
    /// The response was made for another relying party.
    case relyingPartyIDMismatch
    /// The user was not present.
    case userPresenceMissing
    /// The user was not verified.
    case userVerificationMissing
    /// The credential is backed up without being eligible for it.
    case backupFlagsInconsistent
    /// The credential's algorithm was not offered.
    case algorithmNotOffered(COSEAlgorithmID)
    /// The credential's public key cannot be used.
    case publicKeyUnacceptable(COSEKeyRejection)
    /// The attestation format is unknown.
    case attestationFormatUnknown(AttestationFormatID)
    /// The attestation statement is invalid.
    case attestationInvalid(AttestationRejection)
    /// The attestation statement is valid, and not trusted.
    case attestationUntrusted(TrustRejection)
    /// The credential's identifier is too long.
    case credentialIDTooLong(Int)
    /// The credential's identifier is registered already.
    case credentialAlreadyRegistered

    /// The step of §7.1 that failed.
    public var step: RegistrationStep {
        switch self {
        case .responseMalformed(.extensionResultsNotAnObject): .extensionResults
        case .responseMalformed, .credentialIDMismatch: .responseShape
        case .clientDataMalformed(.notUTF8): .clientDataText
        case .clientDataMalformed: .clientDataJSON
        case .typeMismatch: .type
        case .challengeMismatch: .challenge
        case .originNotAllowed: .origin
        case .crossOriginNotAllowed: .crossOrigin
        case .topOriginNotAllowed: .topOrigin
        case .attestationObjectMalformed: .attestationObject
        case .relyingPartyIDMismatch: .relyingPartyIDHash
        case .userPresenceMissing: .userPresence
        case .userVerificationMissing: .userVerification
        case .backupFlagsInconsistent: .backupFlags
        case .algorithmNotOffered, .publicKeyUnacceptable: .publicKey
        case .attestationFormatUnknown: .attestationFormat
        case .attestationInvalid: .attestationStatement
        case .attestationUntrusted(.metadataStale): .trustAnchors
        case .attestationUntrusted: .trustworthiness
        case .credentialIDTooLong: .credentialIDLength
        case .credentialAlreadyRegistered: .credentialIDUniqueness
        }
    }

    /// Whether the cryptographic library in use lacks the algorithm, so that the response can't be verified.
    public var isAlgorithmUnavailable: Bool {
        switch self {
        case .publicKeyUnacceptable(.algorithmUnavailable): true
        case .attestationInvalid(let rejection):
            if case .algorithmUnavailable = rejection.reason { true } else { false }
        default: false
        }
    }
}
