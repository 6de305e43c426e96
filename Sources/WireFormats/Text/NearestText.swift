// SPDX-License-Identifier: Apache-2.0

/// A search for the word that a mistyped one probably stands for.
package enum NearestText {
    /// Returns the nearest known word if it is near enough to be suggested.
    package static func find(_ word: String, among known: [String]) -> String? {
        // Untrusted words may be long, and computing a distance takes the product of both lengths.
        guard word.utf8.count <= 64 else { return nil }
        let ranked = known.map { (word: $0, distance: distance(from: Array(word), to: Array($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(2, word.count / 3) ? best.word : nil
    }

    /// The number of single-letter changes between two words.
    private static func distance(from one: [Character], to other: [Character]) -> Int {
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
