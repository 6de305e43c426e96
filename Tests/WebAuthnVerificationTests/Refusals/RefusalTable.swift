// SPDX-License-Identifier: Apache-2.0

import Testing

/// What becomes of each way to spoil a ceremony: the code of its rejection, or `accepted`.
struct RefusalTable: Sendable {
    /// A row: the name of what is done, and what becomes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let outcome: String

        var testDescription: String { "\(name): \(outcome)" }
    }

    let rows: [Row]

    /// Reads rows of two words. The family of the codes is left out in the table and put back here.
    init(family: String, _ text: String) {
        rows = text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let name = words.first, let outcome = words.last, words.count == 2 else { return nil }
            return Row(name: name, outcome: outcome == "accepted" ? outcome : "\(family).\(outcome)")
        }
    }

    func contains(_ name: String) -> Bool { rows.contains { $0.name == name } }
}
