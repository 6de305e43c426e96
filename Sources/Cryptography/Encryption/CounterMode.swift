// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// AES-256 in counter mode (NIST SP 800-38A), which authenticates nothing. Firebase's password hashes are made with it.
package enum CounterMode {
    private static let counterCount = 16

    /// Encrypts or decrypts bytes, beginning with a counter of zero. Returns `nil` unless the key has 32 bytes.
    package static func encrypt(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard key.count == 32 else { return nil }
        let cipher = EVP_CIPHER_fetch(nil, "AES-256-CTR", nil)
        let context = EVP_CIPHER_CTX_new()
        defer {
            EVP_CIPHER_CTX_free(context)
            EVP_CIPHER_free(cipher)
        }
        let counter = [UInt8](repeating: 0, count: counterCount)
        return [UInt8](capacity: bytes.count) { output in
            var written: Int32 = 0
            guard EVP_EncryptInit_ex2(context, cipher, key, counter, nil) == 1,
                bytes.isEmpty
                    || bytes.withPointer({ EVP_EncryptUpdate(context, output, &written, $0, Int32(clamping: $1)) }) == 1
            else { return nil }
            return Int(written) == bytes.count ? bytes.count : nil
        }
    }
}
