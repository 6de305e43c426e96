// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A stored key that signs tokens. The private key is sealed with the master key.
package struct SigningKeyRecord: Hashable, Sendable {
    /// The stage of a key's life. All keys but revoked ones are published.
    package enum Stage: String, CaseIterable, Sendable {
        case next
        case current
        case previous
        case revoked
    }

    package let id: String
    /// The host whose tokens it signs.
    package let host: String
    /// The name of the JOSE algorithm.
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

/// Reads signing keys.
package protocol SigningKeyReading {
    func find(_ id: String) throws -> SigningKeyRecord?
    /// Returns the keys of a host, oldest first.
    func list(host: String) throws -> [SigningKeyRecord]
}

/// Changes signing keys.
package protocol SigningKeyStore: SigningKeyReading {
    /// Fails with `alreadyExists`.
    func insert(_ key: SigningKeyRecord) throws
    /// Moves a key to another stage. Fails with `modifiedConcurrently` unless it is in `stage`, and with `notFound`.
    func move(_ id: String, from stage: SigningKeyRecord.Stage, to next: SigningKeyRecord.Stage) throws
}
