// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

extension ResponseMalformation {
    var explanation: String {
        switch self {
        case .notJSON(let detail): "The response is not strict JSON (\(detail))."
        case .notAnObject: "The response is JSON, but not an object."
        case .memberMissing(let name): "The response has no \"\(name)\"."
        case .memberTypeMismatch(let name): "\"\(name)\" has the wrong JSON type."
        case .memberNotBase64URL(let name): "\"\(name)\" is not base64url without padding."
        case .memberEmpty(let name): "\"\(name)\" is empty."
        case .typeNotPublicKey: "\"type\" is not \"public-key\"."
        case .identifierMismatch: "\"id\" and \"rawId\" identify different credentials."
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
        case .notCBOR(let detail): "The attestation object is not acceptable CBOR (\(detail))."
        case .notAMap: "The attestation object is CBOR, but not a map."
        case .memberMalformed(let name): "The attestation object's \"\(name)\" is absent or has the wrong type."
        case .authenticatorDataMalformed(let rejection): rejection.explanation
        case .credentialMissing: "The authenticator data has no attested credential data: the AT flag is not set."
        case .tooLarge(let count): "The attestation object has \(count) bytes, more than the policy allows."
        }
    }
}

extension AuthenticatorDataRejection {
    var explanation: String {
        switch self {
        case .truncated: "The authenticator data ends before all the parts that its flags and lengths declare."
        case .trailingBytes(let count): "The authenticator data has trailing bytes: \(count)."
        case .publicKeyMalformed: "The credential's public key is not a CBOR map in canonical form."
        case .extensionsMalformed: "The authenticator's extension outputs are not a well-formed CBOR map."
        }
    }
}

extension COSEKeyRejection {
    /// The explanation for developers, in a sentence.
    public var explanation: String {
        switch self {
        case .notAMap: "The public key is not a well-formed CBOR map."
        case .algorithmMissing: "The public key has no algorithm."
        case .algorithmUnknown(let id): "The public key's algorithm, \(id), is unknown."
        case .keyTypeMismatch(let id): "The public key's type or curve doesn't match its algorithm, \(id)."
        case .parameterMissing(let label): "The public key's parameter \(label) is absent or not a byte string."
        case .parameterUnacceptable: "A parameter of the public key has an unacceptable length or value."
        case .pointNotOnCurve: "The public key is not a point on its curve."
        case .privateParameterPresent(let label):
            "The public key contains the parameter \(label), which belongs to the private key."
        case .algorithmUnavailable(let id):
            "OpenSSL doesn't support the algorithm \(id). ML-DSA requires OpenSSL 3.5."
        }
    }
}

extension TrustRejection {
    /// The explanation for developers, in a sentence.
    public var explanation: String {
        switch self {
        case .attestationMissing: "The registration has no attestation, but the policy requires it."
        case .selfAttestationNotAccepted:
            "The attestation is a self attestation, but the policy requires a certificate."
        case .metadataStale: "The metadata's nextUpdate has passed. Fetch a newer BLOB."
        case .authenticatorCompromised(let status): "The metadata reports \(status) for this authenticator."
        case .noPathToAnchor: "The attestation certificate doesn't chain to a trust anchor."
        case .certificateExpired: "A certificate of the attestation has expired."
        case .certificateNotYetValid: "A certificate of the attestation is not yet valid."
        case .certificateRevoked: "A certificate of the attestation is revoked."
        case .chainInvalid(let detail): "The attestation's certificates are not a valid chain (\(detail))."
        case .tooCostly: "Building a chain to a trust anchor requires more work than the policy allows."
        }
    }
}

extension AttestationRejection {
    /// The explanation for developers, in a sentence.
    public var explanation: String { "The \(format) attestation is invalid (§\(section)): \(reason.explanation)." }

    /// The section of the specification that defines the format.
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
        case .memberMalformed(let name): "its \"\(name)\" has the wrong type or an unacceptable value"
        case .statementNotEmpty: "its statement is not empty"
        case .ecdaaNotSupported: "ECDAA is no longer part of WebAuthn"
        case .algorithmUnknown(let id): "its algorithm, \(id), is unknown"
        case .algorithmUnavailable(let id): "OpenSSL doesn't support its algorithm, \(id)"
        case .algorithmMismatch: "its algorithm is not the credential's"
        case .signatureInvalid: "its signature is not valid for the expected key and this registration"
        case .ceremonyMismatch: "it is bound to a different registration"
        case .publicKeyMismatch: "the attested key is not the credential's"
        case .aaguidMismatch: "the AAGUID in its certificate is not the one in the authenticator data"
        case .certificateMalformed: "a certificate is not X.509 in DER"
        case .certificateVersionUnsupported: "its certificate is not version 3"
        case .certificateCountryInvalid: "its certificate's subject doesn't have exactly one ISO 3166 country code"
        case .certificateOrganizationMissing: "its certificate's subject has no organization"
        case .certificateUnitMismatch:
            "the organizational unit in its certificate's subject is not \"Authenticator Attestation\""
        case .certificateCommonNameMissing: "its certificate's subject has no common name"
        case .certificateSubjectNotEmpty: "its certificate's subject is not empty"
        case .certificateBasicConstraintsInvalid:
            "its certificate has no basic constraints, or they state that it is a CA"
        case .certificateAAGUIDExtensionMalformed:
            "its certificate's AAGUID extension is malformed or critical"
        case .certificateAlternativeNameMalformed: "its certificate's subject alternative name doesn't describe a TPM"
        case .certificateKeyUsageMismatch: "its certificate's extended key usage doesn't include TPM attestation"
        case .certificateCurveMismatch: "its certificate's key is not on the curve P-256"
        case .certificateExtensionMalformed: "the certificate extension that the format requires is absent or malformed"
        case .certificatePublicKeyMalformed: "its certificate's public key is malformed"
        case .certificatesTooMany: "it has more certificates than the policy allows"
        case .keyForAllApplications: "all applications of the device can use the key"
        case .keyOriginMismatch: "the key was not generated in the key store"
        case .keyPurposeMismatch: "the key is not for signing"
        case .tpmVersionUnsupported: "its \"ver\" is not 2.0"
        case .tpmPublicAreaMalformed: "its \"pubArea\" is not a well-formed TPMT_PUBLIC"
        case .tpmCertificationInfoMalformed: "its \"certInfo\" is not a well-formed TPMS_ATTEST"
        case .tpmMagicMismatch: "the magic of its \"certInfo\" is not TPM_GENERATED_VALUE"
        case .tpmTypeMismatch: "the type of its \"certInfo\" is not TPM_ST_ATTEST_CERTIFY"
        case .tpmNameMismatch: "its \"certInfo\" certifies a different key than \"pubArea\""
        case .safetyNetResponseMalformed: "the SafetyNet response is not a JWS with certificates"
        case .safetyNetHostMismatch: "the SafetyNet response is not signed by attest.android.com"
        case .safetyNetIntegrityMissing: "the device didn't pass the compatibility test suite (ctsProfileMatch)"
        case .safetyNetTimestampInvalid: "the SafetyNet response is too old, or from the future"
        case .compoundStatementsTooFew: "it contains fewer statements than required"
        case .compoundStatementsTooMany: "it contains more statements than the policy allows"
        case .compoundNested: "it contains another compound statement"
        case .compoundFormatUnknown: "it contains a statement with an unknown format"
        case .tooCostly: "verifying it requires more work than the policy allows"
        }
    }
}
