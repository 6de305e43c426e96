// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

// Codes are for programs: they never change, and no two conditions share one. `docs/decisions/0004` has the rules.

extension RegistrationRejection {
    /// A name for the condition that never changes, such as `registration.challenge-mismatch`.
    public var code: String { "registration." + suffix }

    private var suffix: String {
        switch self {
        case .responseMalformed(let malformation): "response." + malformation.codeSuffix
        case .clientDataMalformed(let rejection): "client-data." + rejection.codeSuffix
        case .typeMismatch: "type-mismatch"
        case .challengeMismatch: "challenge-mismatch"
        case .originNotAllowed: "origin-not-allowed"
        case .crossOriginNotAllowed: "cross-origin-not-allowed"
        case .topOriginNotAllowed: "top-origin-not-allowed"
        case .attestationObjectMalformed(let rejection): "attestation-object." + rejection.codeSuffix
        case .credentialIDMismatch: "credential-id-mismatch"
        case .relyingPartyIDMismatch: "relying-party-id-mismatch"
        case .userPresenceMissing: "user-presence-missing"
        case .userVerificationMissing: "user-verification-missing"
        case .backupFlagsInconsistent: "backup-flags-inconsistent"
        case .algorithmNotOffered: "algorithm-not-offered"
        case .publicKeyUnacceptable(let rejection): "public-key." + rejection.codeSuffix
        case .attestationFormatUnknown: "attestation-format-unknown"
        case .attestationRefused(let rejection): "attestation." + rejection.codeSuffix
        case .attestationUntrusted(let rejection): "trust." + rejection.codeSuffix
        case .credentialIDTooLong: "credential-id-too-long"
        case .credentialAlreadyRegistered: "credential-already-registered"
        }
    }
}

extension AuthenticationRejection {
    /// A name for the condition that never changes, such as `authentication.signature-invalid`.
    public var code: String { "authentication." + suffix }

    private var suffix: String {
        switch self {
        case .responseMalformed(let malformation): "response." + malformation.codeSuffix
        case .credentialNotAllowed: "credential-not-allowed"
        case .credentialMismatch: "credential-mismatch"
        case .userHandleMissing: "user-handle-missing"
        case .userHandleMismatch: "user-handle-mismatch"
        case .credentialOfOtherUser: "credential-of-other-user"
        case .credentialOfOtherRelyingParty: "credential-of-other-relying-party"
        case .clientDataMalformed(let rejection): "client-data." + rejection.codeSuffix
        case .typeMismatch: "type-mismatch"
        case .challengeMismatch: "challenge-mismatch"
        case .originNotAllowed: "origin-not-allowed"
        case .crossOriginNotAllowed: "cross-origin-not-allowed"
        case .topOriginNotAllowed: "top-origin-not-allowed"
        case .authenticatorDataMalformed(let rejection): "authenticator-data." + rejection.codeSuffix
        case .relyingPartyIDMismatch: "relying-party-id-mismatch"
        case .userPresenceMissing: "user-presence-missing"
        case .userVerificationMissing: "user-verification-missing"
        case .backupFlagsInconsistent: "backup-flags-inconsistent"
        case .backupEligibilityChanged: "backup-eligibility-changed"
        case .publicKeyUnacceptable(let rejection): "public-key." + rejection.codeSuffix
        case .signatureInvalid: "signature-invalid"
        case .counterRegressed: "counter-regressed"
        }
    }
}

extension ResponseMalformation {
    fileprivate var codeSuffix: String {
        switch self {
        case .notJSON: "not-json"
        case .notAnObject: "not-an-object"
        case .memberMissing: "member-missing"
        case .memberOfWrongType: "member-of-wrong-type"
        case .memberNotBase64URL: "member-not-base64url"
        case .memberEmpty: "member-empty"
        case .typeNotPublicKey: "type-not-public-key"
        case .identifiersDiffer: "identifiers-differ"
        case .userHandleTooLong: "user-handle-too-long"
        case .extensionResultsNotAnObject: "extension-results-not-an-object"
        }
    }
}

extension ClientDataRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .notUTF8: "not-utf8"
        case .notJSON: "not-json"
        case .notAnObject: "not-an-object"
        }
    }
}

extension AttestationObjectRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .notCBOR: "not-cbor"
        case .notAMap: "not-a-map"
        case .memberMalformed: "member-malformed"
        case .authenticatorDataMalformed(let rejection): "authenticator-data." + rejection.codeSuffix
        case .credentialMissing: "credential-missing"
        case .tooLarge: "too-large"
        }
    }
}

extension AuthenticatorDataRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .truncated: "truncated"
        case .trailingBytes: "trailing-bytes"
        case .publicKeyMalformed: "public-key-malformed"
        case .extensionsMalformed: "extensions-malformed"
        }
    }
}

extension COSEKeyRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .notAMap: "not-a-map"
        case .algorithmMissing: "algorithm-missing"
        case .algorithmUnknown: "algorithm-unknown"
        case .keyTypeMismatch: "type-mismatch"
        case .parameterMissing: "parameter-missing"
        case .parameterUnacceptable: "parameter-unacceptable"
        case .pointNotOnCurve: "point-not-on-curve"
        case .privateParameterPresent: "private-parameter-present"
        case .algorithmUnavailable: "algorithm-unavailable"
        }
    }
}

extension TrustRejection {
    fileprivate var codeSuffix: String {
        switch self {
        case .attestationMissing: "attestation-missing"
        case .selfAttestationNotAccepted: "self-attestation-not-accepted"
        case .metadataStale: "metadata-stale"
        case .authenticatorCompromised: "authenticator-compromised"
        case .noPathToAnchor: "no-path-to-anchor"
        case .certificateExpired: "certificate-expired"
        case .certificateNotYetValid: "certificate-not-yet-valid"
        case .certificateRevoked: "certificate-revoked"
        case .chainInvalid: "chain-invalid"
        case .tooCostly: "too-costly"
        }
    }
}

extension AttestationRejection {
    /// The section of the format, then the rule: `8.3.magic`.
    fileprivate var codeSuffix: String { section + "." + reason.codeSuffix }

    /// The section of the specification that has the format's rules.
    public var section: String {
        switch format {
        case .packed: "8.2"
        case .tpm: "8.3"
        case .androidKey: "8.4"
        case .androidSafetyNet: "8.5"
        case .fidoU2F: "8.6"
        case .none: "8.7"
        case .apple: "8.8"
        default: "8.9"
        }
    }
}

extension AttestationRejection.Reason {
    fileprivate var codeSuffix: String {
        switch self {
        case .memberMissing(let name): "\(name)-missing"
        case .memberMalformed(let name): "\(name)-malformed"
        case .statementNotEmpty: "statement-not-empty"
        case .ecdaaNotSupported: "ecdaa-not-supported"
        case .algorithmUnknown: "algorithm-unknown"
        case .algorithmUnavailable: "algorithm-unavailable"
        case .algorithmMismatch: "algorithm-mismatch"
        case .signatureInvalid: "signature-invalid"
        case .ceremonyMismatch: "ceremony-mismatch"
        case .publicKeyMismatch: "public-key-mismatch"
        case .aaguidMismatch: "aaguid-mismatch"
        case .certificate(let rule): rule.rawValue
        case .keyDescription(let rule): rule.rawValue
        case .tpm(let rule): rule.rawValue
        case .safetyNet(let rule): rule.rawValue
        case .compound(let rule): rule.rawValue
        case .certificatesTooMany: "too-many-certificates"
        case .tooCostly: "too-costly"
        }
    }
}
