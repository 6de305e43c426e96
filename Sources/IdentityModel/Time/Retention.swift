// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// How long it is kept what happened.
package struct Retention: Hashable, Sendable {
    /// In days; `nil` keeps them for ever.
    package var events: Int? = 400
    package var signIns: Int? = 400

    package init() {}

    /// The time before which what is kept for so many days goes.
    static func limit(_ days: Int?, at time: Timestamp) -> Timestamp? {
        days.map { Timestamp(secondsSince1970: time.secondsSince1970 - Int64($0) * 86_400) }
    }
}
