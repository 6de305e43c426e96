// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// The reason why an authentication is rejected. Each has the step of §7.2 that failed and a stable code.
public enum AuthenticationRejection: Error, Hashable, Sendable {
    /// The response does not have the shape of Level 3's JSON.
    case responseMalformed(ResponseMalformation)
    /// The credential is not one of those that the options allow.
    case credentialNotAllowed
    /// The response names another credential than the record.
    case credentialMismatch
    /// The response has no user handle, and no user was identified before.
    case userHandleMissing
    /// The user handle names another account than the one that owns the credential.
    case userHandleMismatch
    /// The credential belongs to another account than the one that was identified before.
    case credentialOwnerMismatch
    /// The credential was registered with another relying party.
    case credentialRelyingPartyMismatch
    /// The client data cannot be read.
    case clientDataMalformed(ClientDataRejection)
    /// `type` is not `webauthn.get`.
    case typeMismatch(received: String?)
    /// The challenge is not the one that was sent.
    case challengeMismatch
    /// The response comes from an origin that is not one of those allowed; `nil` if the client data names none.
    case originNotAllowed(received: Origin?, allowed: Set<Origin>)
    /// The ceremony took place inside a frame of another site.
    case crossOriginNotAllowed
    /// The site at the top is not one that may frame the relying party.
    case topOriginNotAllowed(Origin?)
    /// The authenticator data is malformed.
    case authenticatorDataMalformed(AuthenticatorDataRejection)
    /// The response was made for another relying party.
    case relyingPartyIDMismatch
    /// The user was not present.
    case userPresenceMissing
    /// The user was not verified.
    case userVerificationMissing
    /// The credential is backed up without being eligible for it.
    case backupFlagsInconsistent
    /// The flag BE is not what it was at registration.
    case backupEligibilityChanged
    /// The public key on record cannot be used.
    case publicKeyUnacceptable(COSEKeyRejection)
    /// The signature was not made with the credential's key over this response.
    case signatureInvalid
    /// The counter did not increase: the authenticator may have been copied.
    case counterRegressed(stored: UInt32, received: UInt32)

    /// The step of §7.2 that failed.
    public var step: AuthenticationStep {
        switch self {
        case .responseMalformed(.extensionResultsNotAnObject): .extensionResults
        case .responseMalformed: .responseShape
        case .credentialNotAllowed: .allowedCredentials
        case .credentialMismatch, .userHandleMissing, .userHandleMismatch, .credentialOwnerMismatch,
            .credentialRelyingPartyMismatch:
            .userAndCredential
        case .clientDataMalformed(.notUTF8): .clientDataText
        case .clientDataMalformed: .clientDataJSON
        case .typeMismatch: .type
        case .challengeMismatch: .challenge
        case .originNotAllowed: .origin
        case .crossOriginNotAllowed: .crossOrigin
        case .topOriginNotAllowed: .topOrigin
        case .authenticatorDataMalformed, .relyingPartyIDMismatch: .relyingPartyIDHash
        case .userPresenceMissing: .userPresence
        case .userVerificationMissing: .userVerification
        case .backupFlagsInconsistent: .backupFlags
        case .backupEligibilityChanged: .backupEligibility
        case .publicKeyUnacceptable, .signatureInvalid: .signature
        case .counterRegressed: .signCount
        }
    }

    /// Whether the cryptographic library in use lacks the algorithm, so that the response can't be verified.
    public var isAlgorithmUnavailable: Bool {
        if case .publicKeyUnacceptable(.algorithmUnavailable) = self { true } else { false }
    }
}
