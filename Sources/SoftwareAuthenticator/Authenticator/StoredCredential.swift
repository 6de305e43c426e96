// SPDX-License-Identifier: Apache-2.0

/// A credential in the authenticator, without its secrets.
public struct StoredCredential: Hashable, Sendable {
    public let id: [UInt8]
    public let relyingPartyID: String
    public let userHandle: [UInt8]
    public let userName: String
    public let displayName: String
    public let algorithm: KeyAlgorithm
    public let signCount: UInt32
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

    var summary: StoredCredential {
        StoredCredential(
            id: id, relyingPartyID: relyingPartyID, userHandle: userHandle, userName: userName,
            displayName: displayName, algorithm: key.algorithm, signCount: signCount, isDiscoverable: isDiscoverable)
    }
}
