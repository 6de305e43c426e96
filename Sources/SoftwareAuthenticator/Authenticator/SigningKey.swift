// SPDX-License-Identifier: Apache-2.0

package import Cryptography

/// A private key with its signature algorithm.
public final class SigningKey: Sendable {
    /// The signature algorithm.
    public let algorithm: KeyAlgorithm
    package let privateKey: PrivateKey
    let parts: KeyAlgorithm.Parts

    /// Creates a new key. Throws if the algorithm is not supported.
    public init(_ algorithm: KeyAlgorithm) throws(AuthenticatorFailure) {
        guard let parts = algorithm.parts else { throw .algorithmNotSupported(algorithm) }
        self.algorithm = algorithm
        self.parts = parts
        privateKey = PrivateKey.generate(parts.kind)
    }

    /// Reads a key from PKCS #8.
    public init(_ algorithm: KeyAlgorithm, privateKeyInfo: [UInt8]) throws(AuthenticatorFailure) {
        guard let parts = algorithm.parts else { throw .algorithmNotSupported(algorithm) }
        guard let key = PrivateKey(privateKeyInfo: privateKeyInfo) else { throw .vaultMalformed("private key") }
        self.algorithm = algorithm
        self.parts = parts
        privateKey = key
    }

    /// Creates the same key with another algorithm that fits its kind, such as RS1 instead of RS256.
    public init(_ key: SigningKey, as algorithm: KeyAlgorithm) throws(AuthenticatorFailure) {
        guard let parts = algorithm.parts else { throw .algorithmNotSupported(algorithm) }
        self.algorithm = algorithm
        self.parts = parts
        privateKey = key.privateKey
    }

    /// The private key as PKCS#8.
    public var privateKeyInfo: [UInt8] { privateKey.privateKeyInfo }

    /// The public key as an X.509 SubjectPublicKeyInfo.
    public var subjectPublicKeyInfo: [UInt8] { privateKey.publicKey.subjectPublicKeyInfo }

    /// Signs a message. ECDSA signatures are DER, as in WebAuthn.
    public func sign(_ message: [UInt8]) -> [UInt8] { privateKey.sign(message, scheme: parts.scheme) }

    /// The public key as a COSE_Key map in canonical form.
    public var coseKey: [UInt8] { CBORItem.map(coseEntries).bytes }

    var coseEntries: [(CBORItem, CBORItem)] {
        var entries: [(CBORItem, CBORItem)] = [(1, .integer(parts.keyType)), (3, .integer(algorithm.rawValue))]
        if let curve = parts.curve { entries.append((-1, .integer(curve))) }
        let key = privateKey.publicKey
        if let point = key.ellipticPoint {
            entries += [(-2, .bytes(point.x)), (-3, .bytes(point.y))]
        } else if let rsa = key.rsaComponents {
            entries += [(-1, .bytes(rsa.modulus)), (-2, .bytes(rsa.exponent))]
        } else if let edwards = key.edwardsBytes {
            entries.append((-2, .bytes(edwards)))
        } else if let lattice = key.mlDSABytes {
            entries.append((-1, .bytes(lattice)))
        }
        return entries
    }
}
