// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension ResponseMutation {
    /// The signature of an assertion over the authenticator data and client data.
    func signature(
        by key: SigningKey, over authenticatorData: [UInt8], clientData: [UInt8]
    ) throws(AuthenticatorFailure) -> [UInt8] {
        let hash = DigestAlgorithm.sha256.hash(clientData)
        let regular = authenticatorData + hash
        guard stage == .signature else {
            return self == .standardBase64
                ? Self.signature(by: key, withDistinctAlphabets: regular) : key.sign(regular)
        }
        return switch self {
        case .signatureByOtherKey: try SigningKey(key.algorithm).sign(regular)
        case .signatureOverUnhashedClientData: key.sign(authenticatorData + clientData)
        case .signatureHashFirst: key.sign(hash + authenticatorData)
        case .flipSignatureBit: key.sign(regular).flippingLastBit
        case .emptySignature: []
        case .truncatedSignature: key.sign(regular).dropLast()
        case .trailingSignatureByte: key.sign(regular) + [0]
        default: try respelled(key.sign(regular), by: key)
        }
    }

    /// A signature with a character in which the alphabets of base64 differ. One response in a hundred has none, but
    /// ECDSA signatures differ each time.
    private static func signature(by key: SigningKey, withDistinctAlphabets message: [UInt8]) -> [UInt8] {
        let signatures = (0..<64).lazy.map { _ in key.sign(message) }
        return signatures.first { Base64Text.url($0).contains { "-_".contains($0) } } ?? key.sign(message)
    }

    /// An ECDSA signature with other numbers or another encoding.
    private func respelled(_ der: [UInt8], by key: SigningKey) throws(AuthenticatorFailure) -> [UInt8] {
        guard case .elliptic(let curve) = key.parts.kind,
            let numbers = ECDSANumbers(der: der, byteCount: curve.coordinateByteCount)
        else { throw .tamperingNotApplicable(name) }
        return switch self {
        case .highS: numbers.withLargerS(order: curve.order).der
        case .rawSignature: numbers.r + numbers.s
        case .zeroSignature: DER.sequence(DER.integer(0), DER.integer(0))
        // A length with one byte more than necessary, which is BER but not DER.
        case .longLengthSignature:
            numbers.der[1] == 0x81
                ? [0x30, 0x82, 0] + numbers.der.dropFirst(2) : [0x30, 0x81] + numbers.der.dropFirst()
        case .overpaddedSignature: numbers.overpadded
        default: der
        }
    }
}

/// The two numbers of an ECDSA signature in the width of the curve.
private struct ECDSANumbers {
    let r, s: [UInt8]

    /// Decodes SEQUENCE { INTEGER, INTEGER } from a signature of this module.
    init?(der: [UInt8], byteCount: Int) {
        var rest = der.dropFirst(der.count > 1 && der[1] == 0x81 ? 3 : 2)
        var numbers: [[UInt8]] = []
        for _ in 0..<2 {
            guard let length = rest.dropFirst().first.map(Int.init) else { return nil }
            let contents = rest.dropFirst(2).prefix(length).drop { $0 == 0 }
            guard contents.count <= byteCount else { return nil }
            numbers.append([UInt8](repeating: 0, count: byteCount - contents.count) + contents)
            rest = rest.dropFirst(2 + length)
        }
        (r, s) = (numbers[0], numbers[1])
    }

    init(r: [UInt8], s: [UInt8]) { (self.r, self.s) = (r, s) }

    var der: [UInt8] { DER.sequence(DER.integer(unsigned: r), DER.integer(unsigned: s)) }

    /// The signature with a needless leading zero in r.
    var overpadded: [UInt8] {
        let spelled = DER.integer(unsigned: r)
        return DER.sequence([0x02, spelled[1] + 1, 0] + spelled.dropFirst(2), DER.integer(unsigned: s))
    }

    func withLargerS(order: [UInt8]) -> ECDSANumbers {
        let other = Self.difference(of: order, and: s)
        return ECDSANumbers(r: r, s: s.lexicographicallyPrecedes(other) ? other : s)
    }

    private static func difference(of larger: [UInt8], and smaller: [UInt8]) -> [UInt8] {
        var borrow = 0
        let reversed = zip(larger, smaller).reversed().map { (a, b) -> UInt8 in
            let value = Int(a) - Int(b) - borrow
            borrow = value < 0 ? 1 : 0
            return UInt8(truncatingIfNeeded: value)
        }
        return reversed.reversed()
    }
}

extension EllipticCurve {
    /// The order of the curve, which both numbers of a signature are below.
    fileprivate var order: [UInt8] {
        let text =
            switch self {
            case .p256: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
            case .p384:
                "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
            case .p521:
                "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d0"
                    + "3bb5c9b8899c47aebb6fb71e91386409"
            case .secp256k1: "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
            }
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }
}
