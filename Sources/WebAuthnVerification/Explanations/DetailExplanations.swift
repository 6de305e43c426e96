// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

extension ResponseMalformation {
    var explanation: String {
        switch self {
        case .notJSON(let detail): "The response is not strict JSON (\(detail))."
        case .notAnObject: "The response is JSON, but not an object."
        case .memberMissing(let name): "The response has no \"\(name)\"."
        case .memberTypeMismatch(let name): "\"\(name)\" has another JSON type than it should."
        case .memberNotBase64URL(let name): "\"\(name)\" is not base64url without padding."
        case .memberEmpty(let name): "\"\(name)\" is empty."
        case .typeNotPublicKey: "\"type\" is not \"public-key\"."
        case .identifierMismatch: "\"id\" and \"rawId\" name different credentials."
        case .userHandleTooLong(let count): "The user handle has \(count) bytes; at most 64 are allowed."
        case .extensionResultsNotAnObject: "\"clientExtensionResults\" is not an object."
        }
    }
}

extension ClientDataRejection {
    var explanation: String {
        switch self {
        case .notUTF8: "The client data is not UTF-8."
        case .notJSON(let detail): "The client data is not strict JSON (\(detail))."
        case .notAnObject: "The client data is JSON, but not an object."
        }
    }
}

extension AttestationObjectRejection {
    var explanation: String {
        switch self {
        case .notCBOR(let detail): "The attestation object is not CBOR as authenticators may send it (\(detail))."
        case .notAMap: "The attestation object is CBOR, but not a map."
        case .memberMalformed(let name): "The attestation object's \"\(name)\" is absent or has another type."
        case .authenticatorDataMalformed(let rejection): rejection.explanation
        case .credentialMissing: "The authenticator data describes no credential: the flag AT is clear."
        case .tooLarge(let count): "The attestation object has \(count) bytes, more than the policy allows."
        }
    }
}

extension AuthenticatorDataRejection {
    var explanation: String {
        switch self {
        case .truncated: "The authenticator data ends before what its flags and lengths announce."
        case .trailingBytes(let count): "The authenticator data goes on for \(count) bytes after all it announces."
        case .publicKeyMalformed: "The credential's public key is not a CBOR map in canonical form."
        case .extensionsMalformed: "The authenticator's extension outputs are not a well-formed CBOR map."
        }
    }
}

extension COSEKeyRejection {
    /// What was found, in a sentence for a developer.
    public var explanation: String {
        switch self {
        case .notAMap: "The public key is not a well-formed CBOR map."
        case .algorithmMissing: "The public key does not name its algorithm."
        case .algorithmUnknown(let id): "The public key's algorithm, \(id), is not known."
        case .keyTypeMismatch(let id): "The public key's type or curve does not go with its algorithm, \(id)."
        case .parameterMissing(let label): "The public key lacks the parameter \(label), or it is no byte string."
        case .parameterUnacceptable: "A parameter of the public key has an unacceptable length or value."
        case .pointNotOnCurve: "The public key is not a point of its curve."
        case .privateParameterPresent(let label):
            "The public key carries the parameter \(label), which belongs to a private key."
        case .algorithmUnavailable(let id):
            "The OpenSSL in use does not have the algorithm \(id); ML-DSA comes with version 3.5."
        }
    }
}

extension TrustRejection {
    /// What was found, in a sentence for a developer.
    public var explanation: String {
        switch self {
        case .attestationMissing: "The registration has no attestation, and the policy requires one."
        case .selfAttestationNotAccepted: "The credential vouches for itself, and the policy wants a certificate."
        case .metadataStale: "The metadata is past its nextUpdate: fetch a newer BLOB."
        case .authenticatorCompromised(let status): "The metadata reports \(status) for this authenticator."
        case .noPathToAnchor: "The attestation certificate does not lead to a trusted anchor."
        case .certificateExpired: "A certificate of the attestation had expired at the time of verification."
        case .certificateNotYetValid: "A certificate of the attestation was not valid yet at the time of verification."
        case .certificateRevoked: "A certificate of the attestation is revoked."
        case .chainInvalid(let detail): "The attestation's certificates are not a valid chain (\(detail))."
        case .tooCostly: "Finding a chain to a trusted anchor takes more work than the policy allows."
        }
    }
}

extension AttestationRejection {
    /// What was found, in a sentence for a developer.
    public var explanation: String { "The \(format) attestation is invalid (§\(section)): \(reason.explanation)." }

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
    fileprivate var explanation: String {
        switch self {
        case .memberMissing(let name): "its statement has no \"\(name)\""
        case .memberMalformed(let name): "its \"\(name)\" has another type or an unacceptable value"
        case .statementNotEmpty: "its statement should be empty"
        case .ecdaaNotSupported: "ECDAA is no longer part of WebAuthn"
        case .algorithmUnknown(let id): "its algorithm, \(id), is not known"
        case .algorithmUnavailable(let id): "the OpenSSL in use does not have its algorithm, \(id)"
        case .algorithmMismatch: "its algorithm is not the credential's"
        case .signatureInvalid: "its signature was not made by the expected key over this registration"
        case .ceremonyMismatch: "it is bound to another registration"
        case .publicKeyMismatch: "the key that it attests is not the credential's"
        case .aaguidMismatch: "its certificate names another authenticator model"
        case .certificateMalformed: "a certificate is not X.509 in DER"
        case .certificateVersionUnsupported: "its certificate is not of version 3"
        case .certificateCountryInvalid: "its certificate's subject does not name one country by its ISO 3166 code"
        case .certificateOrganizationMissing: "its certificate's subject names no organization"
        case .certificateUnitMismatch:
            "the organizational unit in its certificate's subject is not \"Authenticator Attestation\""
        case .certificateCommonNameMissing: "its certificate's subject has no common name"
        case .certificateSubjectNotEmpty: "its certificate's subject is not empty"
        case .certificateBasicConstraintsInvalid:
            "its certificate's basic constraints do not say that it is not a certificate authority"
        case .certificateAAGUIDExtensionMalformed:
            "its certificate's extension with the authenticator model is malformed or critical"
        case .certificateAlternativeNameMalformed: "its certificate's alternative name does not describe a TPM"
        case .certificateKeyUsageMismatch: "its certificate is not for TPM attestation keys"
        case .certificateCurveMismatch: "its certificate's key is not on the curve P-256"
        case .certificateExtensionMalformed: "its certificate lacks the extension of the format, or it is malformed"
        case .certificatePublicKeyMalformed: "its certificate's public key can't be read"
        case .certificatesTooMany: "it has more certificates than the policy allows"
        case .keyForAllApplications: "the key is available to all applications of the device"
        case .keyOriginMismatch: "the key was not generated inside the key store"
        case .keyPurposeMismatch: "the key is not for signing"
        case .tpmVersionUnsupported: "its \"ver\" is not 2.0"
        case .tpmPublicAreaMalformed: "its \"pubArea\" is not a well-formed TPMT_PUBLIC"
        case .tpmCertificationInfoMalformed: "its \"certInfo\" is not a well-formed TPMS_ATTEST"
        case .tpmMagicMismatch: "the magic of its \"certInfo\" is not TPM_GENERATED_VALUE"
        case .tpmTypeMismatch: "the type of its \"certInfo\" is not TPM_ST_ATTEST_CERTIFY"
        case .tpmNameMismatch: "its \"certInfo\" certifies another key than its \"pubArea\""
        case .safetyNetResponseMalformed: "the SafetyNet response is not a signed token with its certificates"
        case .safetyNetHostMismatch: "the SafetyNet response is not signed by attest.android.com"
        case .safetyNetIntegrityMissing: "the device did not pass SafetyNet's compatibility tests"
        case .safetyNetTimestampInvalid: "the SafetyNet response is too old, or from the future"
        case .compoundStatementsTooFew: "it contains fewer statements than required"
        case .compoundStatementsTooMany: "it contains more statements than the policy allows"
        case .compoundNested: "it contains another compound statement"
        case .compoundFormatUnknown: "it contains a statement of an unknown format"
        case .tooCostly: "verifying it takes more work than the policy allows"
        }
    }
}
