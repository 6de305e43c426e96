// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The two numbers of an ECDSA signature, big endian, without leading zero bytes.
struct ECDSASignature {
    let r: [UInt8]
    let s: [UInt8]

    /// Two numbers of exactly this length, as JOSE writes them (RFC 7518, section 3.4).
    init?(raw: [UInt8], coordinateByteCount: Int) {
        guard raw.count == 2 * coordinateByteCount else {
            return nil
        }
        r = [UInt8](raw.prefix(coordinateByteCount).drop { $0 == 0 })
        s = [UInt8](raw.suffix(coordinateByteCount).drop { $0 == 0 })
    }

    /// What OpenSSL wrote.
    init?(der: [UInt8]) {
        guard let decoded = der.decoded(by: { d2i_ECDSA_SIG(nil, $0, $1) }) else {
            return nil
        }
        defer { ECDSA_SIG_free(decoded.value) }
        r = Self.bytes(of: ECDSA_SIG_get0_r(decoded.value))
        s = Self.bytes(of: ECDSA_SIG_get0_s(decoded.value))
    }

    func raw(coordinateByteCount: Int) -> [UInt8] {
        [r, s].flatMap { [UInt8](repeating: 0, count: max(coordinateByteCount - $0.count, 0)) + $0 }
    }

    var der: [UInt8] {
        let body = [r, s].flatMap { number in
            let content = (number.first ?? 0x80) & 0x80 == 0 ? number : [0] + number
            return [0x02, UInt8(content.count)] + content
        }
        let longForm: [UInt8] = body.count < 0x80 ? [] : [0x81]
        return [0x30] + longForm + [UInt8(body.count)] + body
    }

    private static func bytes(of number: OpaquePointer?) -> [UInt8] {
        let length = (Int(BN_num_bits(number)) + 7) / 8
        return [UInt8](capacity: length) { Int(BN_bn2bin(number, $0)) } ?? []
    }
}
