// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
import JOSE
import WireFormats

/// Generates a private key.
package typealias KeyGeneration = @Sendable (KeyKind) -> PrivateKey

/// Generates signing keys, seals them for storage, and opens stored ones.
struct KeyVault: Sendable {
    /// The algorithm in the record of an epoch, which encrypts (RFC 7518, section 5.1) instead of signing.
    static let sessionAlgorithm = "A256GCM"

    let master: MasterKey
    private let key: AEADKey
    private let generate: KeyGeneration

    init(master: MasterKey, generating generate: @escaping KeyGeneration = PrivateKey.generate) {
        self.master = master
        self.generate = generate
        key = master.sealingKey(for: .signingKeys)
    }

    /// Generates a key. It is slow for RSA, so it is never called inside a transaction.
    func makeKey(_ algorithm: JWSAlgorithm, host: String, stage: SigningKeyRecord.Stage, at time: Timestamp)
        throws(KeyRingFailure) -> SigningKeyRecord
    {
        guard let kind = Self.kinds[algorithm.name] else {
            throw .algorithmNotOffered(algorithm.name)
        }
        let privateKey = generate(kind)
        guard let publicKey = JSONWebKey(privateKey.publicKey) else {
            throw .algorithmNotOffered(algorithm.name)
        }
        let id = Base64URL.encode(publicKey.thumbprint)
        return SigningKeyRecord(
            id: id, host: host, algorithm: algorithm.name,
            sealedPrivateKey: key.seal(privateKey.privateKeyInfo, authenticating: Self.context(of: id, host: host)),
            publicKeyInfo: privateKey.publicKey.subjectPublicKeyInfo, createdAt: time, stage: stage)
    }

    /// Creates an epoch, whose key is derived from the master key and its random ID.
    func makeEpoch(host: String, at time: Timestamp) -> SigningKeyRecord {
        SigningKeyRecord(
            id: "epoch-" + Base64URL.encode(Randomness.bytes(16)), host: host, algorithm: Self.sessionAlgorithm,
            sealedPrivateKey: [], publicKeyInfo: [], createdAt: time, stage: .current)
    }

    func open(_ record: SigningKeyRecord) throws(KeyRingFailure) -> SigningKey {
        guard let algorithm = JWSAlgorithm.named(record.algorithm) else {
            throw .algorithmNotOffered(record.algorithm)
        }
        let context = Self.context(of: record.id, host: record.host)
        guard let info = key.open(record.sealedPrivateKey, authenticating: context) else {
            throw .sealedWithAnotherMasterKey(key: record.id)
        }
        // The kind is compared too, because the algorithm is not sealed: a key never signs with another's algorithm.
        guard let privateKey = PrivateKey(privateKeyInfo: info), privateKey.kind == Self.kinds[algorithm.name],
            let publicKey = JSONWebKey(privateKey.publicKey), Base64URL.encode(publicKey.thumbprint) == record.id
        else {
            throw .damaged(key: record.id)
        }
        return SigningKey(id: record.id, algorithm: algorithm, privateKey: privateKey)
    }

    private static func context(of id: String, host: String) -> [UInt8] {
        [UInt8]("\(id)\n\(host)".utf8)
    }

    private static let kinds: [String: KeyKind] = [
        JWSAlgorithm.rs256.name: .rsa(bits: 2048),
        JWSAlgorithm.es256.name: .elliptic(.p256),
        JWSAlgorithm.edDSA.name: .edwards(.ed25519),
    ]
}

extension MasterKey {
    /// Throws unless the key opens a stored signing key. An epoch has nothing to open.
    package func requireOpening(_ record: SigningKeyRecord) throws(KeyRingFailure) {
        guard record.algorithm != KeyVault.sessionAlgorithm else { return }
        _ = try KeyVault(master: self).open(record)
    }
}
