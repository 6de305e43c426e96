// SPDX-License-Identifier: Apache-2.0

/// Why a text is not the value it should be.
package struct ValueRejection: Error, Hashable, Sendable {
    /// Completes a sentence that begins with the text: `is no host name`.
    package let message: String
    package let remedy: String

    package init(_ message: String, remedy: String) {
        self.message = message
        self.remedy = remedy
    }
}
