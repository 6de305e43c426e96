// SPDX-License-Identifier: Apache-2.0

/// A JSON number as it was written; two spellings of one value are different numbers here.
package struct JSONNumber: Hashable, Sendable {
    package let text: String

    package init(_ value: Int64) {
        text = String(value)
    }

    /// The number that `text` spells, or `nil` when it is not one by the grammar of RFC 8259 §6.
    package init?(_ text: String) {
        guard case .number(let number) = try? JSONReader.read(Array(text.utf8)), number.text == text else { return nil }
        self = number
    }

    /// For text whose grammar has been checked.
    init(validated text: String) {
        self.text = text
    }

    /// The integer, when it is written without fraction or exponent and fits.
    package var int64: Int64? { Int64(text) }

    /// The nearest double; infinite when the number is too large for one.
    package var double: Double { Double(text) ?? .nan }
}
