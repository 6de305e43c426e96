// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// The reason why an attestation statement is invalid (§7.1, step 22).
public struct AttestationRejection: Error, Hashable, Sendable {
    /// The format of the statement. In a compound attestation, it is that of the inner statement.
    public let format: AttestationFormatID
    /// The reason why the statement is invalid.
    public let reason: Reason

    package init(format: AttestationFormatID, reason: Reason) {
        self.format = format
        self.reason = reason
    }

    /// The reason why the statement is invalid.
    public enum Reason: Hashable, Sendable {
        // The statement.
        /// A member of the statement is absent.
        case memberMissing(String)
        /// A member of the statement has the wrong type or an unacceptable value.
        case memberMalformed(String)
        /// The statement has the format `none` but is not empty.
        case statementNotEmpty
        /// The statement uses ECDAA, which is no longer part of WebAuthn.
        case ecdaaNotSupported
        /// The statement's algorithm is unknown.
        case algorithmUnknown(COSEAlgorithmID)
        /// OpenSSL doesn't support the statement's algorithm.
        case algorithmUnavailable(COSEAlgorithmID)
        /// The algorithm of a self attestation is not the credential's.
        case algorithmMismatch
        /// The signature is not valid for the expected key and this registration.
        case signatureInvalid
        /// The statement is bound to a different registration.
        case ceremonyMismatch
        /// The attested key is not the credential's key.
        case publicKeyMismatch
        /// The AAGUID in the certificate is not the one in the authenticator data.
        case aaguidMismatch

        // Its certificates.
        /// A certificate is not X.509 in DER, or has trailing bytes.
        case certificateMalformed
        /// The certificate is not of version 3.
        case certificateVersionUnsupported
        /// The certificate's subject doesn't have exactly one country, or it is not assigned by ISO 3166.
        case certificateCountryInvalid
        /// The certificate's subject has no organization.
        case certificateOrganizationMissing
        /// The organizational unit in the certificate's subject is not `Authenticator Attestation`.
        case certificateUnitMismatch
        /// The certificate's subject has no common name.
        case certificateCommonNameMissing
        /// The certificate's subject is not empty.
        case certificateSubjectNotEmpty
        /// The certificate's basic constraints are absent, or state that it is a CA.
        case certificateBasicConstraintsInvalid
        /// The certificate extension with the AAGUID is malformed or critical.
        case certificateAAGUIDExtensionMalformed
        /// The certificate's alternative name does not describe a TPM.
        case certificateAlternativeNameMalformed
        /// The certificate's extended key usage doesn't include TPM attestation.
        case certificateKeyUsageMismatch
        /// The certificate's key is not on the curve P-256.
        case certificateCurveMismatch
        /// The certificate extension that the format requires is absent or malformed.
        case certificateExtensionMalformed
        /// The certificate's public key is malformed.
        case certificatePublicKeyMalformed
        /// The statement has more certificates than the policy allows.
        case certificatesTooMany

        // Android's key description.
        /// All applications of the device can use the key.
        case keyForAllApplications
        /// The key was not generated in the key store.
        case keyOriginMismatch
        /// The key is not for signing.
        case keyPurposeMismatch

        // TPM structures.
        /// `ver` is not `2.0`.
        case tpmVersionUnsupported
        /// `pubArea` is not a well-formed TPMT_PUBLIC.
        case tpmPublicAreaMalformed
        /// `certInfo` is not a well-formed TPMS_ATTEST.
        case tpmCertificationInfoMalformed
        /// `magic` is not TPM_GENERATED_VALUE.
        case tpmMagicMismatch
        /// `type` is not TPM_ST_ATTEST_CERTIFY.
        case tpmTypeMismatch
        /// The certified name is not that of `pubArea`.
        case tpmNameMismatch

        // SafetyNet's response.
        /// The response is not a JWS with certificates.
        case safetyNetResponseMalformed
        /// The certificate is not for attest.android.com.
        case safetyNetHostMismatch
        /// The device did not pass the compatibility test suite.
        case safetyNetIntegrityMissing
        /// The response is too old, or from the future.
        case safetyNetTimestampInvalid

        // Compound statements.
        /// There are fewer than two statements, or fewer than the policy requires.
        case compoundStatementsTooFew
        /// There are more statements than the policy allows.
        case compoundStatementsTooMany
        /// A compound statement contains another one.
        case compoundNested
        /// A statement has an unknown format.
        case compoundFormatUnknown

        /// The verification requires more work than the policy allows.
        case tooCostly
    }
}
