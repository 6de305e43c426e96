// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages

/// A signature algorithm with its COSE number, key type and signature scheme.
package struct COSEAlgorithm: Sendable {
    /// The COSE key type of an algorithm, with the parameters that it prescribes.
    package enum KeyType: Hashable, Sendable {
        case ec2(EllipticCurve, cose: Int)
        case okp(EdwardsCurve, cose: Int)
        case rsa
        case akp(MLDSAParameterSet)
    }

    package let id: COSEAlgorithmID
    package let name: String
    package let keyType: KeyType
    package let scheme: SignatureScheme

    // The curve numbers are from the COSE elliptic curves registry.
    package static let table: [COSEAlgorithm] = [
        .init(id: .es256, name: "ES256", keyType: .ec2(.p256, cose: 1), scheme: .ecdsa(.sha256)),
        .init(id: .es384, name: "ES384", keyType: .ec2(.p384, cose: 2), scheme: .ecdsa(.sha384)),
        .init(id: .es512, name: "ES512", keyType: .ec2(.p521, cose: 3), scheme: .ecdsa(.sha512)),
        .init(id: .es256K, name: "ES256K", keyType: .ec2(.secp256k1, cose: 8), scheme: .ecdsa(.sha256)),
        .init(id: .esp256, name: "ESP256", keyType: .ec2(.p256, cose: 1), scheme: .ecdsa(.sha256)),
        .init(id: .esp384, name: "ESP384", keyType: .ec2(.p384, cose: 2), scheme: .ecdsa(.sha384)),
        .init(id: .esp512, name: "ESP512", keyType: .ec2(.p521, cose: 3), scheme: .ecdsa(.sha512)),
        .init(id: .edDSA, name: "EdDSA", keyType: .okp(.ed25519, cose: 6), scheme: .eddsa),
        .init(id: .ed25519, name: "Ed25519", keyType: .okp(.ed25519, cose: 6), scheme: .eddsa),
        .init(id: .ed448, name: "Ed448", keyType: .okp(.ed448, cose: 7), scheme: .eddsa),
        .init(id: .rs256, name: "RS256", keyType: .rsa, scheme: .rsaPKCS1(.sha256)),
        .init(id: .rs384, name: "RS384", keyType: .rsa, scheme: .rsaPKCS1(.sha384)),
        .init(id: .rs512, name: "RS512", keyType: .rsa, scheme: .rsaPKCS1(.sha512)),
        .init(id: .rs1, name: "RS1", keyType: .rsa, scheme: .rsaPKCS1(.sha1)),
        .init(id: .ps256, name: "PS256", keyType: .rsa, scheme: .rsaPSS(.sha256)),
        .init(id: .ps384, name: "PS384", keyType: .rsa, scheme: .rsaPSS(.sha384)),
        .init(id: .ps512, name: "PS512", keyType: .rsa, scheme: .rsaPSS(.sha512)),
        .init(id: .mlDSA44, name: "ML-DSA-44", keyType: .akp(.mlDSA44), scheme: .mlDSA),
        .init(id: .mlDSA65, name: "ML-DSA-65", keyType: .akp(.mlDSA65), scheme: .mlDSA),
        .init(id: .mlDSA87, name: "ML-DSA-87", keyType: .akp(.mlDSA87), scheme: .mlDSA),
    ]

    private static let algorithms = Dictionary(uniqueKeysWithValues: table.map { ($0.id, $0) })

    /// Returns an algorithm, or `nil` if it is unknown.
    package static func named(_ id: COSEAlgorithmID) -> COSEAlgorithm? { algorithms[id] }

    /// Whether OpenSSL supports the algorithm. ML-DSA requires OpenSSL 3.5.
    package var isAvailable: Bool {
        if case .akp(let parameters) = keyType { parameters.isAvailable } else { true }
    }

    /// The digest that the signature uses, or `nil` if the algorithm has none.
    package var digest: DigestAlgorithm? {
        switch scheme {
        case .ecdsa(let digest), .rsaPKCS1(let digest), .rsaPSS(let digest): digest
        case .eddsa, .mlDSA: nil
        }
    }
}

extension COSEAlgorithmID {
    /// The implemented algorithms. Some require a newer OpenSSL than the one in use.
    public static let allImplemented: [COSEAlgorithmID] = COSEAlgorithm.table.map(\.id)
}
