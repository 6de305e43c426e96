// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Whether both are the same bytes, in a time that depends on their lengths only.
package func constantTimeEqual(_ first: [UInt8], to second: [UInt8]) -> Bool {
    guard first.count == second.count else {
        return false
    }
    return first.withPointer { left, count in
        second.withPointer { right, _ in CRYPTO_memcmp(left, right, count) == 0 }
    }
}
