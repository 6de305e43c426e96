// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// Why an attestation statement does not hold (§7.1, step 22).
public struct AttestationRejection: Error, Hashable, Sendable {
    /// The format whose rules were broken; inside `compound`, the format of the sub-statement.
    public let format: AttestationFormatID
    /// The rule that was broken.
    public let reason: Reason

    package init(_ format: AttestationFormatID, _ reason: Reason) {
        self.format = format
        self.reason = reason
    }

    /// The rules of all formats.
    public enum Reason: Hashable, Sendable {
        /// A member of the statement is absent.
        case memberMissing(String)
        /// A member of the statement has another type or an unacceptable value.
        case memberMalformed(String)
        /// `none` came with something in its statement.
        case statementNotEmpty
        /// The statement uses ECDAA, which WebAuthn has dropped.
        case ecdaaNotSupported
        /// The statement's algorithm is not one this library knows.
        case algorithmUnknown(COSEAlgorithmID)
        /// The cryptographic library in use does not have the statement's algorithm.
        case algorithmUnavailable(COSEAlgorithmID)
        /// The statement's algorithm is not the credential's own, as self attestation wants.
        case algorithmMismatch
        /// The signature is not by the key that has to make it, or not over this ceremony.
        case signatureInvalid
        /// The statement is bound to other data than this ceremony's.
        case ceremonyMismatch
        /// The attested key is not the credential's key.
        case publicKeyMismatch
        /// The certificate names another authenticator model.
        case aaguidMismatch
        /// A certificate breaks a rule of the format.
        case certificate(CertificateRule)
        /// The Android key description breaks a rule.
        case keyDescription(KeyDescriptionRule)
        /// A TPM structure breaks a rule.
        case tpm(TPMRule)
        /// The SafetyNet answer breaks a rule.
        case safetyNet(SafetyNetRule)
        /// The sub-statements of `compound` break a rule.
        case compound(CompoundRule)
        /// There are more certificates than the policy allows.
        case certificatesTooMany
        /// Judging the statement takes more work than the policy allows.
        case tooCostly
    }

    /// What the formats ask of certificates.
    public enum CertificateRule: String, Hashable, Sendable {
        /// It is X.509 in DER, with nothing before or after.
        case wellFormed = "certificate-malformed"
        /// It is of version 3.
        case versionThree = "certificate-version"
        /// Its subject names an assigned ISO 3166 country.
        case subjectCountry = "certificate-subject-country"
        /// Its subject names an organization.
        case subjectOrganization = "certificate-subject-organization"
        /// Its subject's unit is `Authenticator Attestation`.
        case subjectUnit = "certificate-subject-unit"
        /// Its subject has a common name.
        case subjectName = "certificate-subject-name"
        /// Its subject is empty.
        case subjectEmpty = "certificate-subject-not-empty"
        /// Its basic constraints say that it is no authority.
        case notAnAuthority = "certificate-basic-constraints"
        /// The extension with the authenticator model, if there is one, is well-formed and not critical.
        case aaguidExtension = "certificate-aaguid-extension"
        /// Its alternative name describes a TPM.
        case alternativeName = "certificate-alternative-name"
        /// Its extended key usage is the one of TPM attestation.
        case extendedKeyUsage = "certificate-extended-key-usage"
        /// Its key is on the curve P-256.
        case keyOnP256 = "certificate-key-curve"
        /// It carries the format's own extension, well-formed.
        case formatExtension = "certificate-extension"
        /// Its public key can be read.
        case publicKey = "certificate-public-key"
    }

    /// What Android's key description has to say.
    public enum KeyDescriptionRule: String, Hashable, Sendable {
        /// The key is bound to one application.
        case boundToApplication = "key-for-all-applications"
        /// The key was generated inside the key store.
        case generatedInside = "key-origin"
        /// The key is for signing.
        case forSigning = "key-purpose"
    }

    /// What the TPM structures have to say.
    public enum TPMRule: String, Hashable, Sendable {
        /// `ver` is `2.0`.
        case version = "version"
        /// `pubArea` is a well-formed TPMT_PUBLIC.
        case publicArea = "pub-area-malformed"
        /// `certInfo` is a well-formed TPMS_ATTEST.
        case certificationInfo = "cert-info-malformed"
        /// `magic` says that the TPM made the structure.
        case magic = "magic"
        /// `type` says that a key was certified.
        case type = "type"
        /// The certified name is the hash of `pubArea`.
        case attestedName = "attested-name"
    }

    /// What SafetyNet's answer has to say.
    public enum SafetyNetRule: String, Hashable, Sendable {
        /// It is a signed token with its certificates.
        case answer = "answer-malformed"
        /// The certificate is one of attest.android.com.
        case host = "host"
        /// The device passed the compatibility test suite.
        case compatibility = "cts-profile"
        /// It was made just now.
        case timestamp = "timestamp"
    }

    /// What `compound` has to contain.
    public enum CompoundRule: String, Hashable, Sendable {
        /// At least two statements.
        case atLeastTwo = "too-few-statements"
        /// At most as many statements as the policy allows.
        case atMost = "too-many-statements"
        /// No `compound` inside `compound`.
        case notNested = "nested"
        /// Only formats this library knows.
        case knownFormats = "format-unknown"
    }
}
