// SPDX-License-Identifier: Apache-2.0

/// The id of a passkey in APIs: `passkey|dev_` and random letters.
package struct PasskeyID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}
