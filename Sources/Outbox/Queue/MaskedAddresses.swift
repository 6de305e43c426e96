// SPDX-License-Identifier: Apache-2.0

extension OutboxKind.Outcome {
    /// The outcome as it may be stored and logged: what a receiver says often repeats a person's address.
    var withoutMailAddresses: Self {
        switch self {
        case .accepted, .interrupted: self
        case .failed(let reason): .failed(reason: MaskedAddresses.text(reason))
        case .refused(let reason): .refused(reason: MaskedAddresses.text(reason))
        case .unreachable(let reason): .unreachable(reason: MaskedAddresses.text(reason))
        }
    }
}

/// Text without what looks like a mail address.
enum MaskedAddresses {
    private static let mask = "[address]"

    /// Replaces `<…@…>`, and words with an `@` or its percent-encoded form.
    static func text(_ text: String) -> String {
        var masked = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            let bracketed = rest[start...end]
            masked += words(rest[..<start]) + (hasAtSign(bracketed) ? "<\(mask)>" : words(bracketed))
            rest = rest[rest.index(after: end)...]
        }
        return masked + words(rest)
    }

    private static func words(_ text: Substring) -> String {
        var masked = ""
        var rest = text
        while !rest.isEmpty {
            let word = rest.prefix { !isBoundary($0) }
            masked += hasAtSign(word) ? mask : String(word)
            rest = rest[word.endIndex...]
            let boundary = rest.prefix(while: isBoundary)
            masked += boundary
            rest = rest[boundary.endIndex...]
        }
        return masked
    }

    private static func isBoundary(_ character: Character) -> Bool {
        character.isWhitespace || "<>()[],;:\"\\".contains(character)
    }

    private static func hasAtSign(_ text: Substring) -> Bool {
        text.contains("@") || text.contains("%40")
    }
}
