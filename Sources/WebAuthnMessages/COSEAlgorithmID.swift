// SPDX-License-Identifier: Apache-2.0

/// A signature algorithm by its number in the COSE registry. Unknown numbers are kept.
public struct COSEAlgorithmID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number in the registry.
    public let rawValue: Int

    /// Creates an identifier from any number, registered or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number as text.
    public var description: String { "\(rawValue)" }

    /// ECDSA on P-256 with SHA-256.
    public static let es256 = Self(rawValue: -7)
    /// EdDSA; WebAuthn uses it with Ed25519 only.
    public static let edDSA = Self(rawValue: -8)
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = Self(rawValue: -257)
    /// ECDSA on P-384 with SHA-384.
    public static let es384 = Self(rawValue: -35)
    /// ECDSA on P-521 with SHA-512.
    public static let es512 = Self(rawValue: -36)
    /// RSASSA-PSS with SHA-256.
    public static let ps256 = Self(rawValue: -37)
    /// RSASSA-PSS with SHA-384.
    public static let ps384 = Self(rawValue: -38)
    /// RSASSA-PSS with SHA-512.
    public static let ps512 = Self(rawValue: -39)
    /// ECDSA on secp256k1 with SHA-256.
    public static let es256K = Self(rawValue: -47)
    /// ML-DSA-44.
    public static let mlDSA44 = Self(rawValue: -48)
    /// ML-DSA-65.
    public static let mlDSA65 = Self(rawValue: -49)
    /// ML-DSA-87.
    public static let mlDSA87 = Self(rawValue: -50)
    /// ECDSA on P-256 with SHA-256, fully specified (RFC 9864).
    public static let esp256 = Self(rawValue: -9)
    /// ECDSA on P-384 with SHA-384, fully specified (RFC 9864).
    public static let esp384 = Self(rawValue: -51)
    /// ECDSA on P-521 with SHA-512, fully specified (RFC 9864).
    public static let esp512 = Self(rawValue: -52)
    /// EdDSA on Ed25519, fully specified (RFC 9864).
    public static let ed25519 = Self(rawValue: -19)
    /// EdDSA on Ed448, fully specified (RFC 9864).
    public static let ed448 = Self(rawValue: -53)
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    public static let rs384 = Self(rawValue: -258)
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    public static let rs512 = Self(rawValue: -259)
    /// RSASSA-PKCS1-v1_5 with SHA-1. Only attestation statements of old TPMs use it.
    public static let rs1 = Self(rawValue: -65535)

    /// The algorithms that a registration offers by default, in order of preference.
    public static let offeredByDefault: [Self] = [.edDSA, .es256, .rs256]
}
