// SPDX-License-Identifier: Apache-2.0

/// The faults of a `none` statement, WebAuthn §8.7.
public enum NoneAlteration: String, CaseIterable, Sendable {
    case nonEmptyStatement
    case statementNotMap
}

/// The faults of a `packed` statement signed by the credential, WebAuthn §8.2.
public enum PackedSelfAlteration: String, CaseIterable, Sendable {
    case badSignature, emptySignature, missingSignature, signatureAsText
    case signatureByOtherKey
    /// The signature covers the authenticator data without the hash of the client data.
    case wrongSignedData
    /// `alg` differs from the credential's algorithm.
    case algMismatch
    case missingAlg, algAsText, unknownAlg
    case ecdaa
    /// An `x5c` without certificates.
    case emptyX5C
    case statementNotMap
}

/// The faults of a `packed` statement signed by an attestation key, WebAuthn §8.2 and §8.2.1.
public enum PackedAlteration: String, CaseIterable, Sendable {
    case badSignature, emptySignature, missingSignature, signatureAsText
    case signatureByOtherKey, signatureByCredentialKey, wrongSignedData
    /// `alg` names another digest than the one that was signed with.
    case algMismatch
    case missingAlg, algAsText, unknownAlg
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage, certificateTrailingByte
    /// An `ecdaaKeyId`, which Level 2 removed, instead of the certificates.
    case ecdaa
    case statementNotMap
    case certificateVersion1, certificateVersion2
    case countryMissing, countryNotISO, organizationMissing, unitMissing, unitWrong, commonNameMissing, commonNameEmpty
    case basicConstraintsMissing, certificateIsAuthority
    case aaguidMismatch, aaguidCritical, aaguidUnwrapped
    /// Only authenticators that share their attestation root with others must name their AAGUID.
    case aaguidAbsent

    static let harmless: Set<PackedAlteration> = [.aaguidAbsent]
}

/// The faults of a `tpm` statement, WebAuthn §8.3 and §8.3.1.
public enum TPMAlteration: String, CaseIterable, Sendable {
    case wrongVersion, missingVersion
    case badSignature, emptySignature, missingSignature, signatureAsText, signatureByOtherKey
    case missingAlg, algAsText, unknownAlg
    /// `alg` names another digest than the one that was signed with.
    case algMismatch
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case ecdaa, statementNotMap
    case missingPubArea, missingCertInfo
    /// A consistent public area, correctly named by the TPM, of another key than the credential's.
    case wrongPubArea
    /// The public area names another exponent, and everything else is right.
    case wrongExponent
    /// The public area names another curve.
    case wrongCurve
    case pubAreaTrailingBytes, pubAreaTruncated, pubAreaUnknownType
    /// The name has an unknown digest algorithm.
    case unknownNameAlgorithm
    case wrongMagic, wrongType
    case wrongExtraData
    /// `extraData` made with another digest than that of `alg`.
    case extraDataWrongDigest
    case wrongName
    /// The name carries another digest identifier than the public area.
    case nameAlgorithmMismatch
    case certInfoTrailingBytes, certInfoTruncated
    case certificateVersion1, subjectNotEmpty
    case alternativeNameMissing, alternativeNameNotCritical
    case manufacturerUnknown, manufacturerMissing, modelMissing, tpmVersionMissing
    case keyUsageMissing, keyUsageWrong
    case basicConstraintsMissing, certificateIsAuthority
    case aaguidMismatch
    /// The attributes of the TPM in one relative distinguished name, as some vendors write them.
    case attributesInOneSet
    /// The certificate names the right AAGUID.
    case aaguidPresent

    static let harmless: Set<TPMAlteration> = [.attributesInOneSet, .aaguidPresent]
}

/// The faults of a `android-key` statement, WebAuthn §8.4 and §8.4.1.
public enum AndroidKeyAlteration: String, CaseIterable, Sendable {
    case badSignature, emptySignature, missingSignature, signatureAsText
    /// The signature is the credential's, but over the authenticator data alone.
    case wrongSignedData
    case missingAlg, algAsText, unknownAlg, algMismatch
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case statementNotMap
    /// The certificate and the signature are of another key than the credential's.
    case wrongKey
    case descriptionMissing, descriptionMalformed
    case wrongChallenge
    case allApplicationsInSoftwareList, allApplicationsInTEEList
    case originImported, originMissing
    /// The origin is in the operating system's list only, which a policy may accept.
    case originInSoftwareList
    case purposeVerify, purposeMissing
}

/// The faults of a `android-safetynet` statement, WebAuthn §8.5.
public enum SafetyNetAlteration: String, CaseIterable, Sendable {
    case missingVersion, emptyVersion, versionAsNumber
    case missingResponse, emptyResponse, responseAsText, responseMalformed
    case statementNotMap
    case badSignature, signatureByOtherKey
    case unknownAlg, algNone, missingX5C, emptyX5C, certificateGarbage
    case wrongNonce, missingNonce
    case ctsFalse, ctsMissing
    /// The certificate is for another host than attest.android.com.
    case wrongHost
    case oldTimestamp, futureTimestamp, missingTimestamp
}

/// The faults of a `apple` statement, WebAuthn §8.8.
public enum AppleAlteration: String, CaseIterable, Sendable {
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case statementNotMap
    case wrongNonce, nonceMissing, nonceMalformed
    /// The certificate has another key than the credential's.
    case wrongKey
}

/// The faults of a `fido-u2f` statement, WebAuthn §8.6.
public enum FIDOU2FAlteration: String, CaseIterable, Sendable {
    case badSignature, emptySignature, missingSignature, signatureAsText, signatureByOtherKey
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case statementNotMap
    case twoCertificates
    case p384Certificate, rsaCertificate
    /// The signature covers another credential id, relying party or key than the authenticator data.
    case signedOtherCredentialId, signedOtherRelyingParty, signedCompressedKey
    /// The signature covers what a packed one does.
    case signedPackedStyle
    /// Signed over data that does not begin with a zero byte.
    case signedWrongFirstByte
    /// An AAGUID other than zero, which U2F cannot have and the certification program rejects.
    case aaguidSet
}

/// The faults of a `compound` statement, WebAuthn §8.9.
public enum CompoundAlteration: String, CaseIterable, Sendable {
    case empty, oneElement
    /// A compound statement inside.
    case nested
    /// One of the statements has a bad signature. The policy decides how many must be valid.
    case oneInvalid
    case allInvalid
    case unknownFormat, missingFormat, missingElementStatement, elementNotMap
    case statementNotArray
}

/// The faults of the certificates from the attestation certificate up to the trust anchor.
public enum ChainAlteration: String, CaseIterable, Sendable {
    case leafExpired, leafNotYetValid
    case intermediateExpired, intermediateNotYetValid, intermediateNotAuthority, missingIntermediate
    /// Names the intermediate as its issuer and is signed with another key.
    case forgedLeaf
    /// The intermediate names the root as its issuer and is signed with another key.
    case forgedIntermediate
    /// A chain that is valid in itself and ends at another root.
    case untrustedRoot
    /// The same, with that root, which has the trusted root's name, in the statement.
    case selfSuppliedRoot
    /// A self-signed attestation certificate without an authority.
    case selfSignedLeaf
    case rootIncluded
    /// An unrelated certificate at the end.
    case strangerIncluded

    static let withoutIntermediate: Set<ChainAlteration> = [
        .leafExpired, .leafNotYetValid, .forgedLeaf, .untrustedRoot, .selfSignedLeaf,
    ]
}
