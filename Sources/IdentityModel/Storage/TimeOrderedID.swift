// SPDX-License-Identifier: Apache-2.0

import Cryptography
import POSIX
package import WireFormats

/// The IDs of records that expire.
///
/// They begin with the time. A storage that orders records by ID writes new records next to each other and finds the
/// oldest first.
package enum TimeOrderedID {
    package static let prefixLength = 6

    /// Returns 16 bytes: the prefix and ten random bytes.
    package static func bytes(at time: Timestamp, fraction: UInt16 = currentFraction()) -> [UInt8] {
        Randomness.bytes(10, after: prefix(at: time, fraction: fraction))
    }

    /// Returns the time in seconds as four bytes and the fraction of the second, in units of 2⁻¹⁶ seconds, as two
    /// bytes, both in big-endian order.
    ///
    /// Without the fraction, the records of a busy second would be spread over all pages that this second has filled.
    package static func prefix(at time: Timestamp, fraction: UInt16 = currentFraction()) -> [UInt8] {
        let units = UInt64(UInt32(truncatingIfNeeded: time.secondsSince1970)) << 16 | UInt64(fraction)
        return withUnsafeBytes(of: (units << 16).bigEndian) { [UInt8]($0.prefix(prefixLength)) }
    }

    /// Returns the fraction of the current second by the machine's clock.
    package static func currentFraction() -> UInt16 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt16(time.tv_nsec * 65_536 / 1_000_000_000)
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
