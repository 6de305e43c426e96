// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The key identifier of attestation certificates in metadata.
enum TestKeyIdentifier {
    /// Returns the SHA-1 hash of the uncompressed point. All keys of FIDO U2F certificates are elliptic.
    static func hexadecimal(of certificate: [UInt8]) throws -> String {
        let point = try Certificate(der: certificate).publicKey().ellipticPoint
        let bits = [0x04] + (point?.x ?? []) + (point?.y ?? [])
        return DigestAlgorithm.sha1.hash(bits).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
            .joined()
    }
}
