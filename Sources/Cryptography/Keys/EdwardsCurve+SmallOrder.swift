// SPDX-License-Identifier: Apache-2.0

extension EdwardsCurve {
    /// Whether a public key is a point of small order, in any encoding: under such a key signatures can be made for every
    /// message without a private key. OpenSSL accepts these points.
    func isSmallOrder(_ key: [UInt8]) -> Bool {
        guard let last = key.last else {
            return false
        }
        // The top bit is the sign of x, which a point of small order may have either way.
        return smallOrderPoints.contains(key.dropLast() + [last & 0x7F])
    }

    private var smallOrderPoints: Set<[UInt8]> {
        switch self {
        case .ed25519: Self.smallOrderEd25519
        case .ed448: Self.smallOrderEd448
        }
    }

    /// y is 0, 1 or -1, also with the prime added where it fits, or that of a point of order 8.
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

    /// y is 0, 1 or -1, also with the prime added where it fits. The prime is 2^448 - 2^224 - 1.
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
