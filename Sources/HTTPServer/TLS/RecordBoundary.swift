// SPDX-License-Identifier: Apache-2.0

/// Finds the end of each TLS record by its header (RFC 8446, section 5.1), without a look at what is in it.
struct RecordBoundary {
    private static let headerLength = 5

    private var headerBytes = 0
    private var bytesLeft = 0

    /// Passes over bytes up to the end of the present record: how many they are, and whether the record ends there.
    mutating func advance(over bytes: UnsafeRawBufferPointer) -> (count: Int, isComplete: Bool) {
        var count = 0
        while headerBytes < Self.headerLength {
            guard count < bytes.count else { return (count, false) }
            // The last two bytes are the length; type and version come before.
            if headerBytes >= 3 { bytesLeft = bytesLeft << 8 | Int(bytes[count]) }
            headerBytes += 1
            count += 1
        }
        let taken = min(bytesLeft, bytes.count - count)
        bytesLeft -= taken
        guard bytesLeft == 0 else { return (count + taken, false) }
        headerBytes = 0
        return (count + taken, true)
    }
}

/// How many records without application data a peer may send after the handshake: key updates, alerts, empty records.
///
/// OpenSSL 3.0 derives new keys for each KeyUpdate without a limit, and a record of 27 bytes costs as much as one of
/// kilobytes. Real clients send one after gigabytes.
package struct EmptyRecordAllowance: Sendable {
    package static let burst = 16
    private static let millisecondsForOne: UInt64 = 1000

    private var left = burst
    private var refilledAt: UInt64 = 0

    package init() {}

    /// Takes one at a time in milliseconds; false when there is none left.
    package mutating func take(at now: UInt64) -> Bool {
        let gained = (now &- min(refilledAt, now)) / Self.millisecondsForOne
        if gained > 0 {
            left = min(Self.burst, left + Int(clamping: min(gained, UInt64(Self.burst))))
            refilledAt = now
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
