// SPDX-License-Identifier: Apache-2.0

/// How a code reaches its user.
package enum CodeDelivery: String, CaseIterable, Sendable {
    case mail
    case text

    var icon: HTML { self == .mail ? Icon.mail : Icon.message }
}

extension Field {
    /// The field for a code. It has room for blanks between the digits.
    static func code(fault: String?, in strings: Strings) -> Field {
        var field = Field(name: "code", label: strings.codes.code)
        field.autocomplete = "one-time-code"
        field.inputMode = "numeric"
        field.isRequired = true
        field.isCode = true
        field.hasFocus = true
        field.length = 32
        field.fault = fault
        return field
    }
}
