// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// How long events and sign-ins are kept.
package struct Retention: Hashable, Sendable {
    /// In days, or `nil` to keep them forever.
    package var events: Int? = 400
    package var signIns: Int? = 400

    package init() {}

    /// Returns the time before which records that are kept for a number of days are removed.
    static func limit(_ days: Int?, at time: Timestamp) -> Timestamp? {
        days.map { Timestamp(secondsSince1970: time.secondsSince1970 - Int64($0) * 86_400) }
    }
}
