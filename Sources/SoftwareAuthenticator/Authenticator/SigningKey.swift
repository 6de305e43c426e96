// SPDX-License-Identifier: Apache-2.0

package import Cryptography

/// A private key together with the algorithm it signs with.
public final class SigningKey: Sendable {
    /// What the key signs with.
    public let algorithm: KeyAlgorithm
    package let privateKey: PrivateKey
    let parts: KeyAlgorithm.Parts

    /// A fresh key. Fails for an algorithm that is not supported here.
    public init(_ algorithm: KeyAlgorithm) throws(AuthenticatorFailure) {
        guard let parts = algorithm.parts else { throw .algorithmNotSupported(algorithm) }
        self.algorithm = algorithm
        self.parts = parts
        privateKey = PrivateKey.generate(parts.kind)
    }

    /// A key kept as PKCS#8 bytes.
    public init(_ algorithm: KeyAlgorithm, privateKeyInfo: [UInt8]) throws(AuthenticatorFailure) {
        guard let parts = algorithm.parts else { throw .algorithmNotSupported(algorithm) }
        guard let key = PrivateKey(privateKeyInfo: privateKeyInfo) else { throw .vaultMalformed("private key") }
        self.algorithm = algorithm
        self.parts = parts
        privateKey = key
    }

    /// The same key, signing with another algorithm that fits its kind, such as RS1 in place of RS256.
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

    /// A signature in the form WebAuthn carries: ECDSA as DER, everything else as it is.
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
