// SPDX-License-Identifier: Apache-2.0

/// The beginning of a text without its case.
///
/// Its length has a limit, because comparing two of them takes the product of their lengths, and anyone may send one.
package struct FoldedText: Hashable, Sendable {
    package static let limit = 256
    /// Shorter words are part of too many passwords by chance.
    private static let shortestWord = 3

    package let characters: [Unicode.Scalar]

    package init(_ text: String) {
        let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.limit)))
        // Some characters have several in lower case.
        characters = Array(beginning.lowercased().unicodeScalars.prefix(Self.limit))
    }

    private init(_ characters: some Sequence<Unicode.Scalar>) {
        self.characters = Array(characters)
    }

    /// The text and its words, without those that are too short.
    var words: [FoldedText] {
        let parts = characters.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
        return ([self] + parts.map(FoldedText.init)).filter { $0.characters.count >= Self.shortestWord }
    }

    func contains(_ other: FoldedText) -> Bool {
        longestRun(sharedWith: other) == other.characters.count
    }

    /// The length of the longest run of characters that both texts contain.
    func longestRun(sharedWith other: FoldedText) -> Int {
        var longest = 0
        // The lengths of the runs that end with the current character here and with each one there.
        var lengths = [Int](repeating: 0, count: other.characters.count + 1)
        for character in characters {
            var previous = 0
            for (index, candidate) in other.characters.enumerated() {
                let length = character == candidate ? previous + 1 : 0
                previous = lengths[index + 1]
                lengths[index + 1] = length
                longest = max(longest, length)
            }
        }
        return longest
    }
}
