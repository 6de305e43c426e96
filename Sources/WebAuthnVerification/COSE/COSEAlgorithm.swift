// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages

/// A signature algorithm: its number, the key it goes with and how it signs. One row each, and no `switch` elsewhere.
package struct COSEAlgorithm: Sendable {
    /// What the key of an algorithm looks like in COSE.
    package enum KeyShape: Hashable, Sendable {
        case elliptic(EllipticCurve, cose: Int)
        case octet(EdwardsCurve, cose: Int)
        case rsa
        case lattice(MLDSAParameterSet)
    }

    package let id: COSEAlgorithmID
    package let name: String
    package let keyShape: KeyShape
    package let scheme: SignatureScheme

    // The curve numbers are those of the COSE elliptic curves registry.
    package static let table: [COSEAlgorithm] = [
        .init(.es256, "ES256", .elliptic(.p256, cose: 1), .ecdsa(.sha256)),
        .init(.es384, "ES384", .elliptic(.p384, cose: 2), .ecdsa(.sha384)),
        .init(.es512, "ES512", .elliptic(.p521, cose: 3), .ecdsa(.sha512)),
        .init(.es256K, "ES256K", .elliptic(.secp256k1, cose: 8), .ecdsa(.sha256)),
        .init(.esp256, "ESP256", .elliptic(.p256, cose: 1), .ecdsa(.sha256)),
        .init(.esp384, "ESP384", .elliptic(.p384, cose: 2), .ecdsa(.sha384)),
        .init(.esp512, "ESP512", .elliptic(.p521, cose: 3), .ecdsa(.sha512)),
        .init(.edDSA, "EdDSA", .octet(.ed25519, cose: 6), .eddsa),
        .init(.ed25519, "Ed25519", .octet(.ed25519, cose: 6), .eddsa),
        .init(.ed448, "Ed448", .octet(.ed448, cose: 7), .eddsa),
        .init(.rs256, "RS256", .rsa, .rsaPKCS1(.sha256)),
        .init(.rs384, "RS384", .rsa, .rsaPKCS1(.sha384)),
        .init(.rs512, "RS512", .rsa, .rsaPKCS1(.sha512)),
        .init(.rs1, "RS1", .rsa, .rsaPKCS1(.sha1)),
        .init(.ps256, "PS256", .rsa, .rsaPSS(.sha256)),
        .init(.ps384, "PS384", .rsa, .rsaPSS(.sha384)),
        .init(.ps512, "PS512", .rsa, .rsaPSS(.sha512)),
        .init(.mlDSA44, "ML-DSA-44", .lattice(.mlDSA44), .mlDSA),
        .init(.mlDSA65, "ML-DSA-65", .lattice(.mlDSA65), .mlDSA),
        .init(.mlDSA87, "ML-DSA-87", .lattice(.mlDSA87), .mlDSA),
    ]

    private static let rows = Dictionary(uniqueKeysWithValues: table.map { ($0.id, $0) })

    /// The row of an algorithm, if it is known.
    package static func row(_ id: COSEAlgorithmID) -> COSEAlgorithm? { rows[id] }

    private init(_ id: COSEAlgorithmID, _ name: String, _ keyShape: KeyShape, _ scheme: SignatureScheme) {
        self.id = id
        self.name = name
        self.keyShape = keyShape
        self.scheme = scheme
    }

    /// Whether the library in use can compute it: ML-DSA comes with OpenSSL 3.5.
    package var isAvailable: Bool {
        if case .lattice(let parameters) = keyShape { parameters.isAvailable } else { true }
    }

    /// The digest the signature is made over, for the formats that name one beside the algorithm.
    package var digest: DigestAlgorithm? {
        switch scheme {
        case .ecdsa(let digest), .rsaPKCS1(let digest), .rsaPSS(let digest): digest
        case .eddsa, .mlDSA: nil
        }
    }
}

extension COSEAlgorithmID {
    /// Every algorithm that can be verified with the cryptographic library in use or a newer one.
    public static let allImplemented: [COSEAlgorithmID] = COSEAlgorithm.table.map(\.id)
}
