// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A moment as year, month, day and time of day in UTC.
struct CivilTime {
    let year, month, day, hour, minute, second: Int

    init(_ date: Date) {
        let total = Int(date.timeIntervalSince1970.rounded(.down))
        let secondOfDay = ((total % 86_400) + 86_400) % 86_400
        (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)

        // Counting from 1 March of year 0 puts the leap day at the end of each 400-year era (146,097 days).
        let days = (total - secondOfDay) / 86_400 + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
