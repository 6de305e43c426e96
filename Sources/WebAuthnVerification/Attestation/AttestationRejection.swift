// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// The reason why an attestation statement is invalid (§7.1, step 22).
public struct AttestationRejection: Error, Hashable, Sendable {
    /// The format of the statement; inside `compound`, that of the statement within.
    public let format: AttestationFormatID
    /// What is wrong with the statement.
    public let reason: Reason

    package init(format: AttestationFormatID, reason: Reason) {
        self.format = format
        self.reason = reason
    }

    /// What is wrong with the statement.
    public enum Reason: Hashable, Sendable {
        // The statement.
        /// A member of the statement is absent.
        case memberMissing(String)
        /// A member of the statement has another type or an unacceptable value.
        case memberMalformed(String)
        /// A statement of the format `none` is not empty.
        case statementNotEmpty
        /// The statement uses ECDAA, which WebAuthn has dropped.
        case ecdaaNotSupported
        /// The statement's algorithm is unknown.
        case algorithmUnknown(COSEAlgorithmID)
        /// The cryptographic library in use does not have the statement's algorithm.
        case algorithmUnavailable(COSEAlgorithmID)
        /// The algorithm of a self attestation is not the credential's.
        case algorithmMismatch
        /// The signature was not made by the expected key over this ceremony.
        case signatureInvalid
        /// The statement is bound to another ceremony.
        case ceremonyMismatch
        /// The attested key is not the credential's key.
        case publicKeyMismatch
        /// The certificate names another authenticator model.
        case aaguidMismatch

        // Its certificates.
        /// A certificate is not X.509 in DER, or has bytes before or after it.
        case certificateMalformed
        /// The certificate is not of version 3.
        case certificateVersionUnsupported
        /// The certificate's subject does not name exactly one assigned ISO 3166 country.
        case certificateCountryInvalid
        /// The certificate's subject names no organization.
        case certificateOrganizationMissing
        /// The organizational unit in the certificate's subject is not `Authenticator Attestation`.
        case certificateUnitMismatch
        /// The certificate's subject has no common name.
        case certificateCommonNameMissing
        /// The certificate's subject is not empty.
        case certificateSubjectNotEmpty
        /// The certificate's basic constraints are absent, or say that it is a certificate authority's.
        case certificateBasicConstraintsInvalid
        /// The certificate extension with the authenticator model is malformed or critical.
        case certificateAAGUIDExtensionMalformed
        /// The certificate's alternative name does not describe a TPM.
        case certificateAlternativeNameMalformed
        /// The certificate's extended key usage is not that of TPM attestation.
        case certificateKeyUsageMismatch
        /// The certificate's key is not on the curve P-256.
        case certificateCurveMismatch
        /// The certificate extension of the format is absent or malformed.
        case certificateExtensionMalformed
        /// The certificate's public key can't be read.
        case certificatePublicKeyMalformed
        /// There are more certificates than the policy allows.
        case certificatesTooMany

        // Android's key description.
        /// The key is available to all applications of the device.
        case keyForAllApplications
        /// The key was not generated inside the key store.
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
        /// `magic` does not say that a TPM made the structure.
        case tpmMagicMismatch
        /// `type` does not say that a key was certified.
        case tpmTypeMismatch
        /// The certified name is not the hash of `pubArea`.
        case tpmNameMismatch

        // SafetyNet's response.
        /// The response is not a signed token with its certificates.
        case safetyNetResponseMalformed
        /// The certificate is not one of attest.android.com.
        case safetyNetHostMismatch
        /// The device did not pass the compatibility test suite.
        case safetyNetIntegrityMissing
        /// The response is too old, or from the future.
        case safetyNetTimestampInvalid

        // Compound statements.
        /// There are fewer than two statements, or fewer than the policy demands.
        case compoundStatementsTooFew
        /// There are more statements than the policy allows.
        case compoundStatementsTooMany
        /// A compound statement contains another one.
        case compoundNested
        /// A statement is of an unknown format.
        case compoundFormatUnknown

        /// Verifying the statement takes more work than the policy allows.
        case tooCostly
    }
}
