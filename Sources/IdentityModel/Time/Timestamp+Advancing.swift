// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension Timestamp {
    /// Returns a later or an earlier time, which stops at the ends of the range.
    package func advanced(by seconds: Int64) -> Timestamp {
        let (sum, isOverflow) = secondsSince1970.addingReportingOverflow(seconds)
        return Timestamp(secondsSince1970: isOverflow ? (seconds < 0 ? .min : .max) : sum)
    }

    package func advanced(by seconds: Int) -> Timestamp {
        advanced(by: Int64(seconds))
    }
}
