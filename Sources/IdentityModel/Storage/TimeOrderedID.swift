// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// The IDs of records that expire.
///
/// They begin with the time. A storage that orders records by ID writes new records next to each other and finds the oldest
/// first.
package enum TimeOrderedID {
    /// Returns 16 bytes: the time in seconds as four bytes in big-endian order, and twelve random bytes.
    package static func bytes(at time: Timestamp) -> [UInt8] {
        let seconds = UInt32(truncatingIfNeeded: time.secondsSince1970)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> $0) } + Randomness.bytes(12)
    }
}

extension [UInt8] {
    /// Two lowercase hexadecimal digits for each byte.
    package var hexadecimal: String {
        let digits = StaticString("0123456789abcdef")
        return String(unsafeUninitializedCapacity: count * 2) { output in
            for (index, byte) in enumerated() {
                output[index * 2] = digits.utf8Start[Int(byte >> 4)]
                output[index * 2 + 1] = digits.utf8Start[Int(byte & 15)]
            }
            return count * 2
        }
    }
}
