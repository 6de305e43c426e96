// SPDX-License-Identifier: Apache-2.0

/// The nearest known word to one that was mistyped.
enum Suggestion {
    /// A sentence with the suggestion, with a blank before it; empty if nothing is near.
    static func text(for word: String, among known: [String]) -> String {
        nearest(to: word, among: known).map { " Did you mean \($0)?" } ?? ""
    }

    static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { (word: $0, distance: distance(Array(word), Array($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, word.count / 3) ? best.word : nil
    }

    /// The number of single-letter changes between two words.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (i, a) in one.enumerated() {
            var diagonal = i
            row[0] = i + 1
            for (j, b) in other.enumerated() {
                let changed = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
