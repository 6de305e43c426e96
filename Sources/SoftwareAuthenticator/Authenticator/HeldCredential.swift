// SPDX-License-Identifier: Apache-2.0

/// A credential in the authenticator, without its secrets.
public struct HeldCredential: Hashable, Sendable {
    /// The credential id.
    public let id: [UInt8]
    /// The relying party that the credential is for.
    public let relyingPartyID: String
    /// The account at the relying party.
    public let userHandle: [UInt8]
    /// The name to tell accounts apart by.
    public let userName: String
    /// The name to greet the person with.
    public let displayName: String
    /// What it signs with.
    public let algorithm: KeyAlgorithm
    /// The public key, as COSE: what a relying party keeps.
    public let coseKey: [UInt8]
    /// The counter it last sent.
    public let signCount: UInt32
    /// Whether it is found without being listed.
    public let isDiscoverable: Bool
}

/// A credential with everything that belongs to it.
struct CredentialRecord {
    let id: [UInt8]
    let relyingPartyID: String
    let userHandle: [UInt8]
    var userName: String
    var displayName: String
    let key: SigningKey
    var signCount: UInt32
    let isDiscoverable: Bool
    /// CTAP2's CredRandom, the key of the PRF.
    let prfSecret: [UInt8]
    /// CTAP2's credProtect level, 1 to 3.
    var protectionLevel: Int?
    var largeBlob: [UInt8]?
    /// Whether the options asked for a large blob.
    let supportsLargeBlob: Bool

    var summary: HeldCredential {
        HeldCredential(
            id: id, relyingPartyID: relyingPartyID, userHandle: userHandle, userName: userName,
            displayName: displayName, algorithm: key.algorithm, coseKey: key.coseKey, signCount: signCount,
            isDiscoverable: isDiscoverable)
    }
}
