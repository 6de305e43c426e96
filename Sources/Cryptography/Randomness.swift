// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Unpredictable bytes from OpenSSL's generator, which the operating system seeds.
package enum Randomness {
    package static func bytes(_ count: Int) -> [UInt8] {
        guard let bytes = [UInt8](capacity: count, writtenBy: { RAND_bytes($0, Int32(count)) == 1 ? count : nil })
        else {
            fatalError("no randomness")
        }
        return bytes
    }
}
