// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A point in time, in whole seconds.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var secondsSince1970: Int64

    /// Creates the point in time that many seconds after 1970-01-01T00:00:00Z.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// The current time of the system clock.
    public static func now() -> Timestamp {
        Timestamp(secondsSince1970: Int64(time(nil)))
    }

    /// Reads RFC 3339 (`2026-01-01T00:00:00Z`, with any offset, and any fraction, which is dropped) or a date, which
    /// means its first second in UTC. Returns `nil` for anything else.
    public init?(_ text: String) {
        var reader = ByteReader(Array(text.utf8))
        guard let days = reader.readDate() else { return nil }
        guard !reader.isAtEnd else {
            self.init(secondsSince1970: days * 86_400)
            return
        }
        guard let seconds = reader.readTime(), let offset = reader.readOffset(), reader.isAtEnd else { return nil }
        self.init(secondsSince1970: days * 86_400 + seconds - offset)
    }

    /// Whether the left point in time is the earlier one.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }
}

extension Timestamp: CustomStringConvertible {
    /// The point in time as RFC 3339 in UTC, such as `2026-01-01T00:00:00Z`.
    public var description: String { text(ending: "Z") }

    /// Every token and every line of the log has a time, so the text is put together as bytes.
    private func text(ending: StaticString) -> String {
        let second = secondsSince1970.modulo(86_400)
        let date = civilDate(days: secondsSince1970.floorDivided(by: 86_400))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24)
        bytes.append(date.year, width: 4)
        bytes.append(date.month, width: 2, after: "-")
        bytes.append(date.day, width: 2, after: "-")
        bytes.append(second / 3600, width: 2, after: "T")
        bytes.append(second / 60 % 60, width: 2, after: ":")
        bytes.append(second % 60, width: 2, after: ":")
        ending.withUTF8Buffer { bytes.append(contentsOf: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Timestamp {
    /// The description with milliseconds, which Auth0's SDKs require.
    package var withMilliseconds: String { text(ending: ".000Z") }
}

extension [UInt8] {
    /// Appends a number with at least so many digits.
    fileprivate mutating func append(_ number: Int64, width: Int, after separator: Unicode.Scalar? = nil) {
        if let separator { append(UInt8(ascii: separator)) }
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        while rest > 0 || count - start < width {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }
}

/// The days from 1970-01-01 to a date of the proleptic Gregorian calendar. Years are counted from March, which puts the
/// leap day last. 400 years have 146,097 days. 719,468 days lie between 0000-03-01 and 1970-01-01.
private func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let monthFromMarch = (month + 9) % 12
    let yearFromMarch = month > 2 ? year : year - 1
    let yearOfEra = yearFromMarch.modulo(400)
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return yearFromMarch.floorDivided(by: 400) * 146_097 + dayOfEra - 719_468
}

private func civilDate(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let dayOfEra = shifted.modulo(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + shifted.floorDivided(by: 146_097) * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
}

private func daysInMonth(year: Int64, month: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    fileprivate func modulo(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

extension ByteReader {
    fileprivate mutating func readDate() -> Int64? {
        guard let year = readDigits(4), read("-"), let month = readDigits(2), read("-"), let day = readDigits(2) else {
            return nil
        }
        guard (1...12).contains(month), day >= 1, day <= daysInMonth(year: year, month: month) else { return nil }
        return dayNumber(year: year, month: month, day: day)
    }

    fileprivate mutating func readTime() -> Int64? {
        guard read("T") || read("t"), let hour = readDigits(2), read(":"), let minute = readDigits(2) else {
            return nil
        }
        guard read(":"), let second = readDigits(2) else { return nil }
        // RFC 3339 §5.7 writes a leap second as 60. It becomes the first second of the next minute.
        guard hour <= 23, minute <= 59, second <= 60 else { return nil }
        if read(".") {
            guard readDigits(1) != nil else { return nil }
            while readDigits(1) != nil {}
        }
        return hour * 3600 + minute * 60 + second
    }

    fileprivate mutating func readOffset() -> Int64? {
        if read("Z") || read("z") { return 0 }
        let isWest = peek() == UInt8(ascii: "-")
        guard read("+") || read("-"), let hour = readDigits(2), read(":"), let minute = readDigits(2) else {
            return nil
        }
        guard hour <= 23, minute <= 59 else { return nil }
        return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
    }

    /// Reads exactly `count` digits, or none.
    private mutating func readDigits(_ count: Int) -> Int64? {
        var ahead = self
        guard let digits = try? ahead.takeSlice(count) else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        self = ahead
        return number
    }

    private mutating func read(_ symbol: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: symbol) else { return false }
        return (try? readUInt8()) != nil
    }
}
