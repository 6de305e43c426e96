// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension ResponseMutation {
    /// The COSE_Key of a new credential, with this mutation if it is one of the key.
    func coseKey(of key: SigningKey) throws(AuthenticatorFailure) -> [UInt8] {
        guard stage == .credentialKey else { return key.coseKey }
        try requireKind(of: key)
        var labels = key.coseEntries
        switch self {
        case .keyNotMap: return CBORItem.array(labels.flatMap { [$0.0, $0.1] }).bytes
        case .keyOrder: return CBORItem.mapAsWritten(labels.reversed()).bytes
        case .duplicateKeys: return CBORItem.mapAsWritten(Self.canonical(labels) + labels.suffix(1)).bytes
        case .indefiniteLengthKey: return [0xbf] + CBORItem.map(labels).bytes.dropFirst() + [0xff]
        case .privateKeyInKey: labels.append((-4, .bytes(Randomness.bytes(32))))
        default: apply(&labels, of: key)
        }
        return CBORItem.map(labels).bytes
    }

    private func requireKind(of key: SigningKey) throws(AuthenticatorFailure) {
        let keyType: Int? =
            switch need(in: .registration) {
            case .edwardsKey: 1
            case .ellipticKey: 2
            case .rsaKey: 3
            default: nil
            }
        guard keyType == nil || keyType == key.parts.keyType else { throw .tamperingNotApplicable(name) }
    }

    private func apply(_ labels: inout [(CBORItem, CBORItem)], of key: SigningKey) {
        switch self {
        case .unknownAlg: Self.set(3, to: .integer(-65_000), in: &labels)
        // The algorithm in a longer form than necessary.
        case .nonCanonicalCBOR: Self.set(3, to: .encoded(Self.wideInteger(key.algorithm.rawValue)), in: &labels)
        case .missingKeyAlg: labels.remove(at: 1)
        case .wrongKeyType: Self.set(1, to: .integer(key.parts.keyType == 3 ? 2 : 3), in: &labels)
        case .curveMismatch: Self.set(-1, to: .integer(key.parts.curve == 2 ? 1 : 2), in: &labels)
        case .smallRSAModulus:
            Self.set(-1, to: .bytes([0xc1] + Randomness.bytes(126) + [0x01]), in: &labels)
        case .evenRSAModulus:
            guard var modulus = key.privateKey.publicKey.rsaComponents?.modulus else { return }
            modulus[modulus.count - 1] &= 0xfe
            Self.set(-1, to: .bytes(modulus), in: &labels)
        case .rsaExponentOne: Self.set(-2, to: .bytes([1]), in: &labels)
        // X25519, which is for key agreement and cannot sign.
        case .wrongEdwardsCurve: Self.set(-1, to: 4, in: &labels)
        case .shortEdwardsKey:
            guard let bytes = key.privateKey.publicKey.edwardsBytes else { return }
            Self.set(-2, to: .bytes(bytes.dropLast()), in: &labels)
        default: mutatePoint(&labels, of: key)
        }
    }

    private func mutatePoint(_ labels: inout [(CBORItem, CBORItem)], of key: SigningKey) {
        guard let (x, y) = key.privateKey.publicKey.ellipticPoint else { return }
        switch self {
        case .offCurvePoint:
            // Only y and its negative belong to x, and changing one bit doesn't negate.
            Self.set(-3, to: .bytes(y.dropLast() + [(y.last ?? 0) ^ 1]), in: &labels)
        case .pointAtInfinity:
            Self.set(-2, to: .bytes([UInt8](repeating: 0, count: x.count)), in: &labels)
            Self.set(-3, to: .bytes([UInt8](repeating: 0, count: y.count)), in: &labels)
        case .longCoordinate: Self.set(-2, to: .bytes([0] + x), in: &labels)
        case .shortCoordinate: Self.set(-2, to: .bytes(x.dropLast()), in: &labels)
        case .coordinateAsText: Self.set(-2, to: .text(Base64Text.url(x)), in: &labels)
        // RFC 9053 §7.1.1 writes a compressed point's y as a sign bit; WebAuthn §5.8.5 forbids that.
        case .compressedPoint: Self.set(-3, to: .bool((y.last ?? 0) & 1 == 1), in: &labels)
        default: break
        }
    }

    private static func set(_ label: Int, to value: CBORItem, in labels: inout [(CBORItem, CBORItem)]) {
        for position in labels.indices {
            if case .integer(label) = labels[position].0 { labels[position].1 = value }
        }
    }

    private static func canonical(_ labels: [(CBORItem, CBORItem)]) -> [(CBORItem, CBORItem)] {
        labels.sorted { left, right in left.0.bytes.lexicographicallyPrecedes(right.0.bytes) }
    }

    private static func wideInteger(_ value: Int) -> [UInt8] {
        let magnitude = UInt32(truncatingIfNeeded: value < 0 ? -1 - value : value)
        let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: magnitude >> (UInt32($0) * 8)) }
        return [value < 0 ? 0x3a : 0x1a] + bytes
    }
}
