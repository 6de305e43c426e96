// SPDX-License-Identifier: Apache-2.0

/// Finds the end of each TLS record from its header (RFC 8446, section 5.1) without decrypting it.
struct RecordBoundary {
    private static let headerLength = 5

    private var headerBytes = 0
    private var bytesLeft = 0

    /// Advances up to the end of the current record. Returns the number of bytes consumed and whether they complete the
    /// record.
    mutating func advance(over bytes: UnsafeRawBufferPointer) -> (count: Int, isComplete: Bool) {
        var count = 0
        while headerBytes < Self.headerLength {
            guard count < bytes.count else { return (count, false) }
            // The last two bytes are the length. The type and version precede it.
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

/// The rate limit for records without application data after the handshake: key updates, alerts, empty records.
///
/// OpenSSL 3.0 derives new keys for every KeyUpdate without a limit, so a 27-byte record costs as much as one of
/// several kilobytes. Real clients send a KeyUpdate only every few gigabytes.
package struct EmptyRecordAllowance: Sendable {
    package static let burst = 16
    private static let millisecondsPerRecord: UInt64 = 1000

    private var left = burst
    private var refilledAt: UInt64 = 0

    package init() {}

    /// Consumes one record from the allowance. Returns `false` if it is exhausted.
    /// - Parameter now: the current time of a monotonic clock, in milliseconds.
    package mutating func take(at now: UInt64) -> Bool {
        let gained = (now &- min(refilledAt, now)) / Self.millisecondsPerRecord
        if gained > 0 {
            left = min(Self.burst, left + Int(clamping: min(gained, UInt64(Self.burst))))
            refilledAt = now
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
