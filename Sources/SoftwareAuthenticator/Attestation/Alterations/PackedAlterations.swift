// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with `none`, WebAuthn §8.7.
public enum NoneAlteration: String, CaseIterable, Sendable {
    case nonEmptyStatement
    case statementNotMap
}

/// What can be wrong with `packed` signed by the credential, WebAuthn §8.2.
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

/// What can be wrong with `packed` signed by an attestation key, WebAuthn §8.2 and §8.2.1.
public enum PackedAlteration: String, CaseIterable, Sendable {
    case badSignature, emptySignature, missingSignature, signatureAsText
    case signatureByOtherKey, signatureByCredentialKey, wrongSignedData
    /// `alg` names another digest than the one that was signed with.
    case algMismatch
    case missingAlg, algAsText, unknownAlg
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage, certificateTrailingByte
    /// An `ecdaaKeyId`, which Level 2 took out of the specification, in place of the certificates.
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
