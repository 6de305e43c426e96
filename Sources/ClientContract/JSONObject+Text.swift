// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension JSONObject {
    /// Returns the string under a name, or `nil` if it is empty.
    package func text(_ name: String) -> String? {
        self[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the strings of the array under a name. There are none if it is something else.
    package func texts(_ name: String) -> [String] {
        (self[name]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    /// Adds a string under a name that the object does not have yet. Adds nothing if there is none.
    mutating func append(_ text: String?, as name: String) {
        append(text.map(JSONValue.string), as: name)
    }
}
