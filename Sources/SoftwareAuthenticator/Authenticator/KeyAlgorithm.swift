// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// A COSE signature algorithm, by its registered number.
public struct KeyAlgorithm: RawRepresentable, Hashable, Sendable, Codable {
    /// The number in the COSE registry.
    public let rawValue: Int

    /// Creates an algorithm from any number. `isSupported` says whether it can be used.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// ECDSA with P-256 and SHA-256.
    public static let es256 = KeyAlgorithm(rawValue: -7)
    /// ECDSA with P-384 and SHA-384.
    public static let es384 = KeyAlgorithm(rawValue: -35)
    /// ECDSA with P-521 and SHA-512.
    public static let es512 = KeyAlgorithm(rawValue: -36)
    /// ECDSA with secp256k1 and SHA-256.
    public static let es256K = KeyAlgorithm(rawValue: -47)
    /// EdDSA, which in WebAuthn means Ed25519.
    public static let edDSA = KeyAlgorithm(rawValue: -8)
    /// Ed448.
    public static let ed448 = KeyAlgorithm(rawValue: -53)
    /// RSA, PKCS #1 version 1.5, with SHA-256.
    public static let rs256 = KeyAlgorithm(rawValue: -257)
    /// RSA, PKCS #1 version 1.5, with SHA-384.
    public static let rs384 = KeyAlgorithm(rawValue: -258)
    /// RSA, PKCS #1 version 1.5, with SHA-512.
    public static let rs512 = KeyAlgorithm(rawValue: -259)
    /// RSA-PSS with SHA-256.
    public static let ps256 = KeyAlgorithm(rawValue: -37)
    /// RSA-PSS with SHA-384.
    public static let ps384 = KeyAlgorithm(rawValue: -38)
    /// RSA-PSS with SHA-512.
    public static let ps512 = KeyAlgorithm(rawValue: -39)
    /// RSA with SHA-1, which TPM attestation identity keys still use. Credentials don't.
    public static let rs1 = KeyAlgorithm(rawValue: -65535)
    /// ML-DSA-44, where OpenSSL has it.
    public static let mlDSA44 = KeyAlgorithm(rawValue: -48)
    /// ML-DSA-65, where OpenSSL has it.
    public static let mlDSA65 = KeyAlgorithm(rawValue: -49)
    /// ML-DSA-87, where OpenSSL has it.
    public static let mlDSA87 = KeyAlgorithm(rawValue: -50)

    /// The kind of key and the signature scheme of an algorithm.
    struct Parts {
        let algorithm: KeyAlgorithm
        let kind: KeyKind
        let scheme: SignatureScheme
        /// COSE's `kty` and, where the type has one, `crv`.
        let keyType: Int
        var curve: Int?
    }

    static let table: [Parts] = [
        Parts(algorithm: .es256, kind: .elliptic(.p256), scheme: .ecdsa(.sha256), keyType: 2, curve: 1),
        Parts(algorithm: .es384, kind: .elliptic(.p384), scheme: .ecdsa(.sha384), keyType: 2, curve: 2),
        Parts(algorithm: .es512, kind: .elliptic(.p521), scheme: .ecdsa(.sha512), keyType: 2, curve: 3),
        Parts(algorithm: .es256K, kind: .elliptic(.secp256k1), scheme: .ecdsa(.sha256), keyType: 2, curve: 8),
        Parts(algorithm: .edDSA, kind: .edwards(.ed25519), scheme: .eddsa, keyType: 1, curve: 6),
        Parts(algorithm: .ed448, kind: .edwards(.ed448), scheme: .eddsa, keyType: 1, curve: 7),
        Parts(algorithm: .rs256, kind: .rsa(bits: 2048), scheme: .rsaPKCS1(.sha256), keyType: 3),
        Parts(algorithm: .rs384, kind: .rsa(bits: 2048), scheme: .rsaPKCS1(.sha384), keyType: 3),
        Parts(algorithm: .rs512, kind: .rsa(bits: 2048), scheme: .rsaPKCS1(.sha512), keyType: 3),
        Parts(algorithm: .ps256, kind: .rsa(bits: 2048), scheme: .rsaPSS(.sha256), keyType: 3),
        Parts(algorithm: .ps384, kind: .rsa(bits: 2048), scheme: .rsaPSS(.sha384), keyType: 3),
        Parts(algorithm: .ps512, kind: .rsa(bits: 2048), scheme: .rsaPSS(.sha512), keyType: 3),
        Parts(algorithm: .rs1, kind: .rsa(bits: 2048), scheme: .rsaPKCS1(.sha1), keyType: 3),
        Parts(algorithm: .mlDSA44, kind: .mlDSA(.mlDSA44), scheme: .mlDSA, keyType: 7),
        Parts(algorithm: .mlDSA65, kind: .mlDSA(.mlDSA65), scheme: .mlDSA, keyType: 7),
        Parts(algorithm: .mlDSA87, kind: .mlDSA(.mlDSA87), scheme: .mlDSA, keyType: 7),
    ]

    private static let partsByAlgorithm = Dictionary(uniqueKeysWithValues: table.map { ($0.algorithm, $0) })

    /// The parts, or `nil` for an algorithm that is unknown or not supported by the installed OpenSSL.
    var parts: Parts? {
        guard let parts = Self.partsByAlgorithm[self] else { return nil }
        if case .mlDSA(let set) = parts.kind, !set.isAvailable { return nil }
        return parts
    }

    /// Whether a credential can be created with this algorithm.
    public var isSupported: Bool { self != .rs1 && parts != nil }
}
