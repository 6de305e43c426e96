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
