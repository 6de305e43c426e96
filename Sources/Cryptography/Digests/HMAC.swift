// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Keyed hashing (RFC 2104).
package enum HMAC {
    package static func authenticationCode(
        for message: [UInt8], key: [UInt8], _ digest: DigestAlgorithm
    ) -> [UInt8] {
        let code = [UInt8](capacity: digest.byteCount) { output in
            let result = key.withPointer { keyAddress, keyCount in
                message.withPointer { address, count in
                    CLibcrypto.HMAC(
                        digest.handle, keyAddress, Int32(clamping: keyCount), address, count, output, nil)
                }
            }
            return result == nil ? nil : digest.byteCount
        }
        guard let code else {
            fatalError("OpenSSL could not compute an HMAC")
        }
        return code
    }
}

/// Key derivation from a secret (RFC 5869).
package enum HKDF {
    /// Derives `count` bytes. Returns `nil` if `count` is more than 255 times the digest's length, RFC 5869's limit.
    package static func derive(
        secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int, _ digest: DigestAlgorithm
    ) -> [UInt8]? {
        guard count >= 0, count <= 255 * digest.byteCount else {
            return nil
        }
        let key = HMAC.authenticationCode(for: secret, key: salt, digest)
        var output: [UInt8] = []
        var block: [UInt8] = []
        var index: UInt8 = 0
        while output.count < count {
            index += 1
            block = HMAC.authenticationCode(for: block + info + [index], key: key, digest)
            output += block
        }
        return [UInt8](output.prefix(count))
    }
}

/// Whether two byte strings are equal, compared in a time that depends only on their lengths.
package func constantTimeEqual(_ first: [UInt8], to second: [UInt8]) -> Bool {
    guard first.count == second.count else {
        return false
    }
    return first.withPointer { left, count in
        second.withPointer { right, _ in CRYPTO_memcmp(left, right, count) == 0 }
    }
}
