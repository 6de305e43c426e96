// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with `tpm`, WebAuthn §8.3 and §8.3.1.
public enum TPMAlteration: String, CaseIterable, Sendable {
    case wrongVersion, missingVersion
    case badSignature, emptySignature, missingSignature, signatureAsText, signatureByOtherKey
    case missingAlg, algAsText, unknownAlg
    /// `alg` names another digest than the one that was signed with.
    case algMismatch
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case ecdaa, statementNotMap
    case missingPubArea, missingCertInfo
    /// A consistent public area, rightly named by the TPM, of a key that is not the credential's.
    case wrongPubArea
    /// The public area names another exponent, and nothing but the exponent differs.
    case wrongExponent
    /// The public area names another curve.
    case wrongCurve
    case pubAreaTrailingBytes, pubAreaTruncated, pubAreaUnknownType
    /// The name's digest is an algorithm nobody knows.
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
    /// The certificate names the AAGUID, and rightly.
    case aaguidPresent

    static let harmless: Set<TPMAlteration> = [.attributesInOneSet, .aaguidPresent]
}
