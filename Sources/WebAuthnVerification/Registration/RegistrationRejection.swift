// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// The reason why a registration is rejected. Each has the step of §7.1 that failed and a stable code.
public enum RegistrationRejection: Error, Hashable, Sendable {
    /// The response is not the JSON of WebAuthn Level 3.
    case responseMalformed(ResponseMalformation)
    /// The client data is malformed.
    case clientDataMalformed(ClientDataRejection)
    /// `type` is not `webauthn.create`.
    case typeMismatch(received: String?)
    /// The challenge is not the one in the options.
    case challengeMismatch
    /// The origin is not allowed. It is `nil` if the client data has no origin.
    case originNotAllowed(received: Origin?, allowed: Set<Origin>)
    /// The ceremony ran in a cross-origin frame.
    case crossOriginNotAllowed
    /// The top-level origin is not allowed to embed the relying party.
    case topOriginNotAllowed(Origin?)
    /// The attestation object is malformed.
    case attestationObjectMalformed(AttestationObjectRejection)
    /// `rawId` is not the identifier in the attested credential data.
    case credentialIDMismatch
    /// The authenticator acted for a different relying party.
    case relyingPartyIDMismatch
    /// The user was not present.
    case userPresenceMissing
    /// The user was not verified.
    case userVerificationMissing
    /// The credential is backed up but not eligible for backup.
    case backupFlagsInconsistent
    /// The options don't offer the credential's algorithm.
    case algorithmNotOffered(COSEAlgorithmID)
    /// The credential's public key is not acceptable.
    case publicKeyUnacceptable(COSEKeyRejection)
    /// The attestation format is unknown.
    case attestationFormatUnknown(AttestationFormatID)
    /// The attestation statement is invalid.
    case attestationInvalid(AttestationRejection)
    /// The attestation statement is valid but not trusted.
    case attestationUntrusted(TrustRejection)
    /// The credential's identifier has this many bytes, which is too long.
    case credentialIDTooLong(Int)
    /// The credential's identifier is already registered.
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

    /// Whether OpenSSL lacks the algorithm, so that the response can't be verified.
    public var isAlgorithmUnavailable: Bool {
        switch self {
        case .publicKeyUnacceptable(.algorithmUnavailable): true
        case .attestationInvalid(let rejection):
            if case .algorithmUnavailable = rejection.reason { true } else { false }
        default: false
        }
    }
}
