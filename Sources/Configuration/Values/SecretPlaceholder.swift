// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Recognizes the text that stands for a secret in guides and examples. Everyone who copies one has the same.
enum SecretPlaceholder {
    /// Phrases that no generated secret contains.
    private static let phrases = ["replaceme", "replacewith", "replacethis", "changeme", "changethis", "openssl rand"]
    /// The beginnings of instructions to the reader.
    private static let openings = [
        "generate", "your", "my", "the", "a", "insert", "put", "enter", "paste", "some",
    ]
    /// Names of what should be there.
    private static let names = ["secret", "clientsecret", "password", "todo", "tbd", "fixme", "example", "placeholder"]

    static func contains(_ secret: String) -> Bool {
        let text = secret.lowercased()
        let letters = text.filter(\.isLetter)
        if phrases.contains(where: { letters.contains($0) || text.contains($0) }) { return true }
        if names.contains(letters), text.allSatisfy({ !$0.isNumber }) { return true }
        if isBracketed(text) { return true }
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard words.count > 1, let first = words.first, openings.contains(first) else { return false }
        return words.dropFirst().contains { names.contains($0) || $0 == "one" || $0 == "here" }
    }

    /// Whether the text is one that a shell or a template engine should have replaced, such as `<secret>` or
    /// `${SECRET}`.
    private static func isBracketed(_ text: String) -> Bool {
        [("<", ">"), ("${", "}"), ("{{", "}}"), ("$(", ")"), ("[", "]")].contains { start, end in
            text.hasPrefix(start) && text.hasSuffix(end)
        }
    }
}
