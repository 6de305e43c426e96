// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// Serializes responses. Framing fields set by the handler are ignored.
enum ResponseWriter {
    static let continueResponse = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static func isManaged(_ name: String) -> Bool {
        // By length, because this is asked for each field of each response.
        switch name.utf8.count {
        case 4: name.equalsIgnoringCase("Date")
        case 10: name.equalsIgnoringCase("Connection") || name.equalsIgnoringCase("Keep-Alive")
        case 14: name.equalsIgnoringCase("Content-Length")
        case 17: name.equalsIgnoringCase("Transfer-Encoding")
        default: false
        }
    }

    /// Serializes the response. Returns `nil` if the status, a field name or a field value is invalid, which prevents
    /// response splitting.
    static func bytes(
        _ response: HTTPResponse,
        toHEAD isHead: Bool,
        closing: Bool,
        date: [UInt8]
    ) -> [UInt8]? {
        guard (200...599).contains(response.status.code) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + 64 * response.headers.count + response.body.count)
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        bytes.append(contentsOf: String(response.status.code).utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: response.status.reasonPhrase.utf8)
        bytes.append(contentsOf: "\r\nDate: ".utf8)
        bytes.append(contentsOf: date)
        for field in response.headers.fields where !isManaged(field.name) {
            guard append(field, to: &bytes) else { return nil }
        }
        if closing { bytes.append(contentsOf: "\r\nConnection: close".utf8) }
        guard !response.status.forbidsBody else {
            bytes.append(contentsOf: "\r\n\r\n".utf8)
            return bytes
        }
        bytes.append(contentsOf: "\r\nContent-Length: ".utf8)
        bytes.append(contentsOf: String(response.body.count).utf8)
        bytes.append(contentsOf: "\r\n\r\n".utf8)
        if !isHead { bytes.append(contentsOf: response.body) }
        return bytes
    }

    private static func append(_ field: HTTPFields.Field, to bytes: inout [UInt8]) -> Bool {
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        var isValid = !field.name.isEmpty
        append(field.name, to: &bytes) { name in
            for byte in name where !byte.isTokenCharacter { isValid = false }
        }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        append(field.value, to: &bytes) { value in
            // All bytes are looked at, so that the compiler compares many at once.
            var controls: UInt8 = 0
            for index in value.indices { controls |= value[index].isControl ? 1 : 0 }
            if controls != 0 { isValid = false }
        }
        return isValid
    }

    /// Appends the text as one piece of memory.
    private static func append(
        _ text: String, to bytes: inout [UInt8], checkedBy check: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var text = text
        text.withUTF8 { piece in
            bytes.append(contentsOf: piece)
            check(piece)
        }
    }
}

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
