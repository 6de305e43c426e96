// SPDX-License-Identifier: Apache-2.0

/// A password that a user chose, in Unicode's normalization form C: two keyboards may send different bytes for one
/// password.
///
/// This is only what every password must be. Which ones are too weak is a policy of the connection.
package struct NewPassword: Sendable {
    /// The greatest number of characters. They are counted as Unicode scalars after normalization (NIST SP 800-63B-4,
    /// section 3.1.1.2), because the number of grapheme clusters depends on the version of Unicode.
    package static let maximumCharacterCount = 256

    package let text: String

    package init(_ text: String) throws(NewPasswordRejection) {
        guard !text.isEmpty else { throw .empty }
        // Normalization makes a text at most three times as long, and never shorter than a third in bytes of UTF-8.
        guard text.utf8.count <= 16 * Self.maximumCharacterCount else { throw .tooLong }
        let normalized = text.inNormalizationFormC
        guard normalized.unicodeScalars.count <= Self.maximumCharacterCount else { throw .tooLong }
        guard !normalized.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .controlCharacter
        }
        self.text = normalized
    }

    /// The number of characters.
    package var characterCount: Int { text.unicodeScalars.count }
}

/// Why a text can't be a password.
package enum NewPasswordRejection: Error, Hashable {
    case empty
    /// There are more than ``NewPassword/maximumCharacterCount`` characters.
    case tooLong
    case controlCharacter
}

extension NewPasswordRejection {
    /// What is wrong, for whoever chose it.
    package var explanation: String {
        switch self {
        case .empty: "it is empty."
        case .tooLong: "it has more than \(NewPassword.maximumCharacterCount) characters."
        case .controlCharacter: "it has a control character."
        }
    }
}
