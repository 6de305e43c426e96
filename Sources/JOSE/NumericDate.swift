// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension JSONValue {
    /// The value as a NumericDate (RFC 7519, section 2), rounded down because JavaScript clients may send fractions.
    /// Returns `nil` for dates so far away that differences could overflow.
    package var numericDate: Timestamp? {
        guard case .number(let number) = self else { return nil }
        let seconds = number.double.rounded(.down)
        return abs(seconds) < 1e12 ? Timestamp(secondsSince1970: Int64(seconds)) : nil
    }

    package init(_ time: Timestamp) {
        self = .number(JSONNumber(time.secondsSince1970))
    }
}
