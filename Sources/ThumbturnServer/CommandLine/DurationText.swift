// SPDX-License-Identifier: Apache-2.0

/// Durations as people write them on a command line.
enum DurationText {
    /// The seconds of `30m`, `24h` or `7d`; `nil` for anything else.
    static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
        let digits = String(text.dropLast())
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(digits), String(count) == digits, count > 0
        else { return nil }
        let (seconds, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        return isTooLarge ? nil : seconds
    }
}
