// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The identifier by which metadata names certifying keys.
enum TestKeyIdentifier {
    /// The SHA-1 of an uncompressed point; the certificates of FIDO U2F have no other keys.
    static func hexadecimal(of certificate: [UInt8]) throws -> String {
        let point = try Certificate(der: certificate).publicKey().ellipticPoint
        let bits = [0x04] + (point?.x ?? []) + (point?.y ?? [])
        return DigestAlgorithm.sha1.hash(bits).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
            .joined()
    }
}
