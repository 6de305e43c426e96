// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A point in time as mails write it (RFC 5322, section 3.3), in UTC.
struct MailDate: CustomStringConvertible {
    /// Such as `Sat, 28 Nov 2026 14:00:00 +0000`.
    let description: String

    init(_ time: Timestamp) {
        // RFC 3339 has the same numbers in another order.
        let parts = time.description.split { "-T:Z".contains($0) }
        let (days, rest) = time.secondsSince1970.quotientAndRemainder(dividingBy: 86_400)
        let weekday = Self.weekdays[Int((days - (rest < 0 ? 1 : 0)) % 7 + 7) % 7]
        guard parts.count == 6, let month = Int(parts[1]), let day = Int(parts[2]),
            Self.months.indices.contains(month - 1)
        else {
            // Never: the description of a time always has these six numbers.
            description = "Thu, 1 Jan 1970 00:00:00 +0000"
            return
        }
        let clock = parts[3...].joined(separator: ":")
        description = "\(weekday), \(day) \(Self.months[month - 1]) \(parts[0]) \(clock) +0000"
    }

    /// From the weekday of the first day of 1970.
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
