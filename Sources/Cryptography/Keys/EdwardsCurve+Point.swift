// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

extension EdwardsCurve {
    /// Whether a public key is the encoding of a point (RFC 8032, sections 5.1.3 and 5.2.3). OpenSSL accepts any bytes
    /// and then finds every signature invalid.
    func isPoint(_ key: [UInt8]) -> Bool {
        guard let last = key.last, let prime = BigNumber(prime), let coefficient = BigNumber(coefficient),
            let y = BigNumber([last & 0x7F] + key.dropLast().reversed())
        else {
            return false
        }
        // x² is a quotient of two numbers, which is a square exactly where their product is one.
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

    /// x² is (y² - 1) / (dy² + 1) on the one curve and (y² - 1) / (dy² - 1) on the other.
    private var denominatorTerm: Int {
        switch self {
        case .ed25519: 1
        case .ed448: -1
        }
    }
}
