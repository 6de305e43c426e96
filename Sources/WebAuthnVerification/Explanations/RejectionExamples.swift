// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages

// The examples from which `docs/error-codes.md` is generated. Three dots stand for received text.

extension RegistrationRejection {
    /// One rejection per code.
    package static let examples: [RegistrationRejection] = {
        var examples: [RegistrationRejection] = ResponseMalformation.sharedExamples.map { .responseMalformed($0) }
        examples += ClientDataRejection.examples.map { .clientDataMalformed($0) }
        examples += [
            .typeMismatch(received: "…"), .challengeMismatch,
            .originNotAllowed(received: "https://…", allowed: ["https://example.com"]), .crossOriginNotAllowed,
            .topOriginNotAllowed("https://…"),
        ]
        examples += AttestationObjectRejection.examples.map { .attestationObjectMalformed($0) }
        examples += [
            .credentialIDMismatch, .relyingPartyIDMismatch, .userPresenceMissing, .userVerificationMissing,
            .backupFlagsInconsistent, .algorithmNotOffered(.es256),
        ]
        examples += COSEKeyRejection.examples.map { .publicKeyUnacceptable($0) }
        examples.append(.attestationFormatUnknown(AttestationFormatID(rawValue: "…")))
        examples += AttestationRejection.examples.map { .attestationInvalid($0) }
        examples += TrustRejection.examples.map { .attestationUntrusted($0) }
        return examples + [.credentialIDTooLong(1024), .credentialAlreadyRegistered]
    }()
}

extension AuthenticationRejection {
    /// One rejection per code.
    package static let examples: [AuthenticationRejection] = {
        var examples: [AuthenticationRejection] = ResponseMalformation.sharedExamples.map { .responseMalformed($0) }
        examples += [
            .responseMalformed(.userHandleTooLong(65)), .credentialNotAllowed, .credentialMismatch, .userHandleMissing,
            .userHandleMismatch, .credentialOwnerMismatch, .credentialRelyingPartyMismatch,
        ]
        examples += ClientDataRejection.examples.map { .clientDataMalformed($0) }
        examples += [
            .typeMismatch(received: "…"), .challengeMismatch,
            .originNotAllowed(received: "https://…", allowed: ["https://example.com"]), .crossOriginNotAllowed,
            .topOriginNotAllowed("https://…"),
        ]
        examples += AuthenticatorDataRejection.examples.map { .authenticatorDataMalformed($0) }
        examples += [
            .relyingPartyIDMismatch, .userPresenceMissing, .userVerificationMissing, .backupFlagsInconsistent,
            .backupEligibilityChanged,
        ]
        examples += COSEKeyRejection.examples.map { .publicKeyUnacceptable($0) }
        return examples + [.signatureInvalid, .counterRegressed(stored: 7, received: 5)]
    }()
}

extension MetadataRejection {
    /// One rejection per code.
    package static let examples: [MetadataRejection] = [
        .tokenMalformed, .algorithmNotAllowed, .certificatesMissing, .signerUntrusted(.noPathToAnchor),
        .signerMismatch, .signatureInvalid, .payloadMalformed("…"), .numberRegressed(known: 7, received: 5),
    ]
}

extension ResponseMalformation {
    fileprivate static let sharedExamples: [ResponseMalformation] = [
        .notJSON("…"), .notAnObject, .memberMissing("…"), .memberTypeMismatch("…"), .memberNotBase64URL("…"),
        .memberEmpty("…"), .typeNotPublicKey, .identifierMismatch, .extensionResultsNotAnObject,
    ]
}

extension ClientDataRejection {
    fileprivate static let examples: [ClientDataRejection] = [.notUTF8, .notJSON("…"), .notAnObject]
}

extension AttestationObjectRejection {
    fileprivate static let examples: [AttestationObjectRejection] =
        [.notCBOR("…"), .notAMap, .memberMalformed("…"), .credentialMissing, .tooLarge(40_000)]
        + AuthenticatorDataRejection.examples.map { .authenticatorDataMalformed($0) }
}

extension AuthenticatorDataRejection {
    fileprivate static let examples: [AuthenticatorDataRejection] = [
        .truncated, .trailingBytes(1), .publicKeyMalformed, .extensionsMalformed,
    ]
}

extension COSEKeyRejection {
    fileprivate static let examples: [COSEKeyRejection] = [
        .notAMap, .algorithmMissing, .algorithmUnknown(COSEAlgorithmID(rawValue: 0)), .keyTypeMismatch(.es256),
        .parameterMissing(label: -2), .parameterUnacceptable, .pointNotOnCurve, .privateParameterPresent(label: -4),
        .algorithmUnavailable(.mlDSA65),
    ]
}

extension TrustRejection {
    fileprivate static let examples: [TrustRejection] = [
        .attestationMissing, .selfAttestationNotAccepted, .metadataStale, .authenticatorCompromised(status: "REVOKED"),
        .noPathToAnchor, .certificateExpired, .certificateNotYetValid, .certificateRevoked, .chainInvalid("…"),
        .tooCostly,
    ]
}

extension AttestationRejection {
    /// One rejection per reason. Reasons that several formats share appear with one of them.
    fileprivate static let examples: [AttestationRejection] = {
        let reasons: [(AttestationFormatID, [Reason])] = [
            (.none, [.statementNotEmpty]),
            (
                .packed,
                [
                    .memberMissing("…"), .memberMalformed("…"), .ecdaaNotSupported,
                    .algorithmUnknown(COSEAlgorithmID(rawValue: 0)), .algorithmUnavailable(.mlDSA65),
                    .algorithmMismatch, .signatureInvalid, .aaguidMismatch, .certificateMalformed,
                    .certificateVersionUnsupported, .certificateCountryInvalid, .certificateOrganizationMissing,
                    .certificateUnitMismatch, .certificateCommonNameMissing, .certificateBasicConstraintsInvalid,
                    .certificateAAGUIDExtensionMalformed, .certificatePublicKeyMalformed, .certificatesTooMany,
                    .tooCostly,
                ]
            ),
            (
                .tpm,
                [
                    .tpmVersionUnsupported, .tpmPublicAreaMalformed, .publicKeyMismatch,
                    .tpmCertificationInfoMalformed, .tpmMagicMismatch, .tpmTypeMismatch, .ceremonyMismatch,
                    .tpmNameMismatch, .certificateSubjectNotEmpty, .certificateAlternativeNameMalformed,
                    .certificateKeyUsageMismatch,
                ]
            ),
            (
                .androidKey,
                [
                    .certificateExtensionMalformed, .keyForAllApplications, .keyOriginMismatch, .keyPurposeMismatch,
                ]
            ),
            (
                .androidSafetyNet,
                [
                    .safetyNetResponseMalformed, .safetyNetHostMismatch, .safetyNetIntegrityMissing,
                    .safetyNetTimestampInvalid,
                ]
            ),
            (.fidoU2F, [.certificateCurveMismatch]),
            (
                .compound,
                [
                    .compoundStatementsTooFew, .compoundStatementsTooMany, .compoundNested, .compoundFormatUnknown,
                ]
            ),
        ]
        return reasons.flatMap { format, reasons in reasons.map { AttestationRejection(format: format, reason: $0) } }
    }()
}
