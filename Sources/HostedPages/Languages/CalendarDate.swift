// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A date in UTC, as languages write it. The script rewrites it in the time zone of the browser.
package struct CalendarDate: Hashable, Sendable {
    package let year: Int
    /// From 1 to 12.
    package let month: Int
    package let day: Int

    package init(_ time: Timestamp) {
        let parts = time.description.prefix(10).split(separator: "-").map { Int($0) ?? 0 }
        (year, month, day) = parts.count == 3 ? (parts[0], parts[1], parts[2]) : (0, 0, 0)
    }

    /// The name of the month, or nothing for a month that doesn't exist.
    func month(from names: [String]) -> String {
        names.indices.contains(month - 1) ? names[month - 1] : ""
    }
}

extension Strings {
    /// The date as an element that the script can read.
    func time(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(time.description)\">\(date(CalendarDate(time)))</time>"
    }

    /// The date and the time of day, by which users recognize what they did. The script says how long ago it was.
    func moment(_ time: Timestamp) -> HTML {
        let text = time.description
        let clock = text.dropFirst(11).prefix(5)
        return "<time datetime=\"\(text)\" data-clock>\(date(CalendarDate(time))), \(String(clock)) UTC</time>"
    }

    /// The date and the time of day of something that is to come. The script shows the clock of the user.
    func deadline(_ time: Timestamp) -> HTML {
        let text = time.description
        let clock = text.dropFirst(11).prefix(5)
        return "<time datetime=\"\(text)\" data-deadline>\(date(CalendarDate(time))), \(String(clock)) UTC</time>"
    }

    /// The date and the time of day in plain text, which no script rewrites.
    func plainMoment(_ time: Timestamp) -> String {
        "\(date(CalendarDate(time))), \(time.description.dropFirst(11).prefix(5)) UTC"
    }
}
