// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// Names of records that go when their time is over. They begin with the time, so that a storage which orders records by
/// their names writes new ones side by side, and finds old ones at the beginning.
package enum TimeOrderedID {
    /// Returns 16 bytes: four of the time in seconds, the most significant first, and twelve that nobody can guess.
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
