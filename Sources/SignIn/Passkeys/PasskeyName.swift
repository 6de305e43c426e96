// SPDX-License-Identifier: Apache-2.0

/// How people may call their passkeys.
enum PasskeyName {
    static let limit = 100

    /// The name without blanks around it; `nil` if nothing is left.
    static func read(_ text: String?) throws(SignInFailure) -> String? {
        let scalars = (text ?? "").unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        guard let end else { return nil }
        let trimmed = scalars[...end]
        guard trimmed.count <= limit else { throw .passkeyName(.tooLong(limit: limit)) }
        guard !trimmed.contains(where: \.properties.endsLine) else { throw .passkeyName(.controlCharacter) }
        return String(String.UnicodeScalarView(trimmed))
    }
}

extension Unicode.Scalar.Properties {
    // Format characters are let through: emoji and some scripts are written with them.
    fileprivate var endsLine: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
