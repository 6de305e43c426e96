// SPDX-License-Identifier: Apache-2.0

/// The names that users may give their passkeys.
enum PasskeyName {
    static let limit = 100

    /// Trims a name. Returns `nil` if it is blank.
    static func read(_ text: String?) throws(SignInFailure) -> String? {
        let scalars = (text ?? "").unicodeScalars.drop(while: \.properties.isWhitespace)
        let end = scalars.lastIndex { !$0.properties.isWhitespace }
        guard let end else { return nil }
        let trimmed = scalars[...end]
        guard trimmed.count <= limit else { throw .passkey(.name(.tooLong(limit: limit))) }
        guard !trimmed.contains(where: \.properties.endsLine) else { throw .passkey(.name(.controlCharacter)) }
        guard !trimmed.contains(where: \.overridesDirection) else { throw .passkey(.name(.directionOverride)) }
        return String(String.UnicodeScalarView(trimmed))
    }
}

extension Unicode.Scalar {
    /// Whether this is an embedding, override or isolate (UAX #9), with which a name can look like another one.
    var overridesDirection: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Unicode.Scalar.Properties {
    // Format characters are allowed, because emoji and some scripts need them.
    fileprivate var endsLine: Bool {
        switch generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
