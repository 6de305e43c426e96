// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

// Codes are stable and unique. `docs/decisions/0004` has the rules.

extension RegistrationRejection {
    /// The stable name of the rejection, such as `registration.challenge-mismatch`.
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
        case .attestationInvalid(let rejection): "attestation." + rejection.reason.codeSuffix
        case .attestationUntrusted(let rejection): "trust." + rejection.codeSuffix
        case .credentialIDTooLong: "credential-id-too-long"
        case .credentialAlreadyRegistered: "credential-already-registered"
        }
    }
}

extension AuthenticationRejection {
    /// The stable name of the rejection, such as `authentication.signature-invalid`.
    public var code: String { "authentication." + suffix }

    private var suffix: String {
        switch self {
        case .responseMalformed(let malformation): "response." + malformation.codeSuffix
        case .credentialNotAllowed: "credential-not-allowed"
        case .credentialMismatch: "credential-mismatch"
        case .userHandleMissing: "user-handle-missing"
        case .userHandleMismatch: "user-handle-mismatch"
        case .credentialOwnerMismatch: "credential-owner-mismatch"
        case .credentialRelyingPartyMismatch: "credential-relying-party-mismatch"
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
        case .memberTypeMismatch: "member-type-mismatch"
        case .memberNotBase64URL: "member-not-base64url"
        case .memberEmpty: "member-empty"
        case .typeNotPublicKey: "type-not-public-key"
        case .identifierMismatch: "identifier-mismatch"
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
        case .keyTypeMismatch: "key-type-mismatch"
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

extension AttestationRejection.Reason {
    fileprivate var codeSuffix: String {
        switch self {
        case .memberMissing: "member-missing"
        case .memberMalformed: "member-malformed"
        case .statementNotEmpty: "statement-not-empty"
        case .ecdaaNotSupported: "ecdaa-not-supported"
        case .algorithmUnknown: "algorithm-unknown"
        case .algorithmUnavailable: "algorithm-unavailable"
        case .algorithmMismatch: "algorithm-mismatch"
        case .signatureInvalid: "signature-invalid"
        case .ceremonyMismatch: "ceremony-mismatch"
        case .publicKeyMismatch: "public-key-mismatch"
        case .aaguidMismatch: "aaguid-mismatch"
        case .certificateMalformed: "certificate-malformed"
        case .certificateVersionUnsupported: "certificate-version-unsupported"
        case .certificateCountryInvalid: "certificate-country-invalid"
        case .certificateOrganizationMissing: "certificate-organization-missing"
        case .certificateUnitMismatch: "certificate-unit-mismatch"
        case .certificateCommonNameMissing: "certificate-common-name-missing"
        case .certificateSubjectNotEmpty: "certificate-subject-not-empty"
        case .certificateBasicConstraintsInvalid: "certificate-basic-constraints-invalid"
        case .certificateAAGUIDExtensionMalformed: "certificate-aaguid-extension-malformed"
        case .certificateAlternativeNameMalformed: "certificate-alternative-name-malformed"
        case .certificateKeyUsageMismatch: "certificate-key-usage-mismatch"
        case .certificateCurveMismatch: "certificate-curve-mismatch"
        case .certificateExtensionMalformed: "certificate-extension-malformed"
        case .certificatePublicKeyMalformed: "certificate-public-key-malformed"
        case .certificatesTooMany: "certificates-too-many"
        case .keyForAllApplications: "key-for-all-applications"
        case .keyOriginMismatch: "key-origin-mismatch"
        case .keyPurposeMismatch: "key-purpose-mismatch"
        case .tpmVersionUnsupported: "tpm-version-unsupported"
        case .tpmPublicAreaMalformed: "tpm-public-area-malformed"
        case .tpmCertificationInfoMalformed: "tpm-certification-info-malformed"
        case .tpmMagicMismatch: "tpm-magic-mismatch"
        case .tpmTypeMismatch: "tpm-type-mismatch"
        case .tpmNameMismatch: "tpm-name-mismatch"
        case .safetyNetResponseMalformed: "safetynet-response-malformed"
        case .safetyNetHostMismatch: "safetynet-host-mismatch"
        case .safetyNetIntegrityMissing: "safetynet-integrity-missing"
        case .safetyNetTimestampInvalid: "safetynet-timestamp-invalid"
        case .compoundStatementsTooFew: "compound-statements-too-few"
        case .compoundStatementsTooMany: "compound-statements-too-many"
        case .compoundNested: "compound-nested"
        case .compoundFormatUnknown: "compound-format-unknown"
        case .tooCostly: "too-costly"
        }
    }
}
