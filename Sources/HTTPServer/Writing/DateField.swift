// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// The value of the `Date` header field, cached for each second.
struct DateField: Sendable {
    private var second: Int64 = .min
    private var text: [UInt8] = []

    mutating func now() -> [UInt8] {
        var time = uv_timeval64_t()
        uv_gettimeofday(&time)
        if time.tv_sec != second {
            second = time.tv_sec
            text = Array(Self.text(secondsSince1970: second).utf8)
        }
        return text
    }

    /// Formats a time as IMF-fixdate (RFC 9110, section 5.6.7).
    static func text(secondsSince1970: Int64) -> String {
        let days = secondsSince1970.floorDivided(by: 86_400)
        let second = Int(secondsSince1970 - days * 86_400)
        let (year, month, day) = date(ofDay: days)
        let weekday = Int((days % 7 + 11) % 7)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let dayText = day < 10 ? "0\(day)" : "\(day)"
        return "\(weekdays[weekday]), \(dayText) \(months[month - 1]) \(year) \(clock.joined(separator: ":")) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Converts days since 1970 to a calendar date. Years start in March, so that a leap day is the last day of its
    /// year; 1970-01-01 is day 719,468.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, Int(month), Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1))
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }
}
