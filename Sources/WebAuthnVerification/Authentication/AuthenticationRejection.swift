// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// The reason why an authentication is rejected. Each has the step of §7.2 that failed and a stable code.
public enum AuthenticationRejection: Error, Hashable, Sendable {
    /// The response is not the JSON of WebAuthn Level 3.
    case responseMalformed(ResponseMalformation)
    /// The options don't allow the credential.
    case credentialNotAllowed
    /// The response is for a different credential than the record.
    case credentialMismatch
    /// The response has no user handle, and the user was not identified before.
    case userHandleMissing
    /// The user handle is not that of the credential's owner.
    case userHandleMismatch
    /// The credential doesn't belong to the user who was identified before.
    case credentialOwnerMismatch
    /// The credential was registered with a different relying party.
    case credentialRelyingPartyMismatch
    /// The client data is malformed.
    case clientDataMalformed(ClientDataRejection)
    /// `type` is not `webauthn.get`.
    case typeMismatch(received: String?)
    /// The challenge is not the one in the options.
    case challengeMismatch
    /// The origin is not allowed. It is `nil` if the client data has no origin.
    case originNotAllowed(received: Origin?, allowed: Set<Origin>)
    /// The ceremony ran in a cross-origin frame.
    case crossOriginNotAllowed
    /// The top-level origin is not allowed to embed the relying party.
    case topOriginNotAllowed(Origin?)
    /// The authenticator data is malformed.
    case authenticatorDataMalformed(AuthenticatorDataRejection)
    /// The authenticator acted for a different relying party.
    case relyingPartyIDMismatch
    /// The user was not present.
    case userPresenceMissing
    /// The user was not verified.
    case userVerificationMissing
    /// The credential is backed up but not eligible for backup.
    case backupFlagsInconsistent
    /// The BE flag differs from the one at registration.
    case backupEligibilityChanged
    /// The stored public key is not acceptable.
    case publicKeyUnacceptable(COSEKeyRejection)
    /// The signature is invalid.
    case signatureInvalid
    /// The counter did not increase. The authenticator may have been cloned.
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

    /// Whether OpenSSL lacks the algorithm, so that the response can't be verified.
    public var isAlgorithmUnavailable: Bool {
        if case .publicKeyUnacceptable(.algorithmUnavailable) = self { true } else { false }
    }
}
