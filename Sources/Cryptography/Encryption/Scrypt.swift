// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Key derivation that needs much memory (RFC 7914).
package enum Scrypt {
    /// The bytes of memory that a derivation takes.
    package static func memoryByteCount(cost: Int, blockSize: Int, parallelization: Int) -> Int {
        128 * blockSize * (cost + parallelization + 2)
    }

    /// Derives `count` bytes. Returns `nil` for parameters that RFC 7914 excludes, or without the memory.
    package static func deriveKey(
        from password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, parallelization: Int, count: Int
    ) -> [UInt8]? {
        // OpenSSL counts its memory a little differently.
        let limit = 2 * memoryByteCount(cost: cost, blockSize: blockSize, parallelization: parallelization)
        let key = [UInt8](capacity: count) { output in
            let code = password.withPointer { password, passwordCount in
                password.withMemoryRebound(to: CChar.self, capacity: passwordCount) { password in
                    salt.withPointer { salt, saltCount in
                        EVP_PBE_scrypt(
                            password, passwordCount, salt, saltCount, UInt64(clamping: cost),
                            UInt64(clamping: blockSize), UInt64(clamping: parallelization), UInt64(clamping: limit),
                            output, count)
                    }
                }
            }
            return code == 1 ? count : nil
        }
        if key == nil { ERR_clear_error() }
        return key
    }
}
