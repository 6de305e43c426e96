// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with `apple`, WebAuthn §8.8.
public enum AppleAlteration: String, CaseIterable, Sendable {
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case statementNotMap
    case wrongNonce, nonceMissing, nonceMalformed
    /// The certificate is of another key than the credential's.
    case wrongKey
}

/// What can be wrong with `fido-u2f`, WebAuthn §8.6.
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
    /// An AAGUID other than zero, which U2F cannot have and the certification programme refuses.
    case aaguidSet
}

/// What can be wrong with `compound`, WebAuthn §8.9.
public enum CompoundAlteration: String, CaseIterable, Sendable {
    case empty, oneElement
    /// A compound statement within.
    case nested
    /// One of the statements has a bad signature; the policy says how many must hold.
    case oneInvalid
    case allInvalid
    case unknownFormat, missingFormat, missingElementStatement, elementNotMap
    case statementNotArray
}

/// What can be wrong with the certificates from the attestation certificate up to the trust anchor.
public enum ChainAlteration: String, CaseIterable, Sendable {
    case leafExpired, leafNotYetValid
    case intermediateExpired, intermediateNotYetValid, intermediateNotAuthority, missingIntermediate
    /// Names the intermediate as its issuer and is signed by a stranger.
    case forgedLeaf
    /// The intermediate names the root as its issuer and is signed by a stranger.
    case forgedIntermediate
    /// A chain that is sound in itself and ends at another root.
    case untrustedRoot
    /// The same, with that root, which bears the trusted root's name, in the statement.
    case selfSuppliedRoot
    /// No authority at all: the attestation certificate signs itself.
    case selfSignedLeaf
    case rootIncluded
    /// A certificate that belongs to nothing at the end.
    case strangerIncluded

    static let withoutIntermediate: Set<ChainAlteration> = [
        .leafExpired, .leafNotYetValid, .forgedLeaf, .untrustedRoot, .selfSignedLeaf,
    ]
}
