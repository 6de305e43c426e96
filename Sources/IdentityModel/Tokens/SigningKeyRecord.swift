// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A stored signing key. Its private half is encrypted under the master key.
package struct SigningKeyRecord: Hashable, Sendable {
    /// The stage of a key's life. All keys but revoked ones are published.
    package enum Stage: String, CaseIterable, Sendable {
        case next
        case current
        case previous
        case revoked
    }

    package let id: String
    /// The host whose tokens the key signs.
    package let host: String
    /// The name of its algorithm in JOSE.
    package let algorithm: String
    package let sealedPrivateKey: [UInt8]
    package let publicKeyInfo: [UInt8]
    package let createdAt: Timestamp
    package var stage: Stage

    package init(
        id: String, host: String, algorithm: String, sealedPrivateKey: [UInt8], publicKeyInfo: [UInt8],
        createdAt: Timestamp, stage: Stage
    ) {
        self.id = id
        self.host = host
        self.algorithm = algorithm
        self.sealedPrivateKey = sealedPrivateKey
        self.publicKeyInfo = publicKeyInfo
        self.createdAt = createdAt
        self.stage = stage
    }
}
