// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// A curve for EdDSA (RFC 8032).
package enum EdwardsCurve: Hashable, Sendable, CaseIterable {
    case ed25519
    case ed448

    package var keyByteCount: Int {
        switch self {
        case .ed25519: 32
        case .ed448: 57
        }
    }

    /// The curve's name in OpenSSL.
    var name: String {
        switch self {
        case .ed25519: "ED25519"
        case .ed448: "ED448"
        }
    }
}

extension EdwardsCurve {
    /// Whether a public key encodes a point (RFC 8032, sections 5.1.3 and 5.2.3). OpenSSL accepts any bytes as a key
    /// and then rejects every signature.
    func isPoint(_ key: [UInt8]) -> Bool {
        guard let last = key.last, let prime = BigNumber(prime), let coefficient = BigNumber(coefficient),
            let y = BigNumber([last & 0x7F] + key.dropLast().reversed())
        else {
            return false
        }
        // x² is a quotient, and a quotient is a square exactly if the product of its parts is one.
        guard BN_cmp(y.handle, prime.handle) < 0, let square = y.multiplied(by: y, modulo: prime),
            let denominator = square.multiplied(by: coefficient, modulo: prime), denominator.add(denominatorTerm),
            square.add(-1), let product = square.multiplied(by: denominator, modulo: prime)
        else {
            return false
        }
        return product.isSquare(modulo: prime)
    }

    /// Big endian.
    private var prime: [UInt8] {
        switch self {
        case .ed25519: [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]
        case .ed448: [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 28)
        }
    }

    /// The curve's d, big endian.
    private var coefficient: [UInt8] {
        switch self {
        case .ed25519:
            [
                0x52, 0x03, 0x6C, 0xEE, 0x2B, 0x6F, 0xFE, 0x73, 0x8C, 0xC7, 0x40, 0x79, 0x77, 0x79, 0xE8, 0x98,
                0x00, 0x70, 0x0A, 0x4D, 0x41, 0x41, 0xD8, 0xAB, 0x75, 0xEB, 0x4D, 0xCA, 0x13, 0x59, 0x78, 0xA3,
            ]
        // -39081
        case .ed448:
            [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 26) + [0x67, 0x56]
        }
    }

    /// x² is (y² - 1) / (dy² + 1) on Ed25519 and (y² - 1) / (dy² - 1) on Ed448.
    private var denominatorTerm: Int {
        switch self {
        case .ed25519: 1
        case .ed448: -1
        }
    }
}

extension EdwardsCurve {
    /// Whether a public key is a point of small order, in any encoding. Anyone can forge signatures under such a key,
    /// and OpenSSL accepts it.
    func isSmallOrder(_ key: [UInt8]) -> Bool {
        guard let last = key.last else {
            return false
        }
        // The top bit is the sign of x, which doesn't change the order.
        return smallOrderPoints.contains(key.dropLast() + [last & 0x7F])
    }

    private var smallOrderPoints: Set<[UInt8]> {
        switch self {
        case .ed25519: Self.smallOrderEd25519
        case .ed448: Self.smallOrderEd448
        }
    }

    /// The encodings of y: 0, 1, -1, each with the prime added where it fits, and those of the points of order 8.
    private static let smallOrderEd25519: Set<[UInt8]> = [
        [0x00] + repeating(0x00, count: 31),
        [0x01] + repeating(0x00, count: 31),
        [0xEC] + repeating(0xFF, count: 30) + [0x7F],
        [0xED] + repeating(0xFF, count: 30) + [0x7F],
        [0xEE] + repeating(0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0,
            0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F,
            0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]

    /// The encodings of y: 0, 1, -1, each with the prime, 2^448 - 2^224 - 1, added where it fits.
    private static let smallOrderEd448: Set<[UInt8]> = [
        [0x00] + repeating(0x00, count: 56),
        [0x01] + repeating(0x00, count: 56),
        [0xFE] + repeating(0xFF, count: 27) + [0xFE] + repeating(0xFF, count: 27) + [0x00],
        repeating(0xFF, count: 28) + [0xFE] + repeating(0xFF, count: 27) + [0x00],
        repeating(0x00, count: 28) + repeating(0xFF, count: 28) + [0x00],
    ]

    private static func repeating(_ byte: UInt8, count: Int) -> [UInt8] {
        [UInt8](repeating: byte, count: count)
    }
}
