// SPDX-License-Identifier: Apache-2.0

extension [Double] {
    /// The middle value, or the mean of the two in the middle; `nil` without values.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// Returns the probability that one of these values exceeds one of the others, where equal values count as half. It
    /// is the U of Mann and Whitney, divided by the number of pairs: 0.5 if both come from one distribution.
    package func probabilityOfExceeding(_ others: [Double]) -> Double {
        let ranked = (map { (value: $0, isOwn: true) } + others.map { (value: $0, isOwn: false) })
            .sorted { $0.value < $1.value }
        var (ranks, start) = (0.0, 0)
        while start < ranked.count {
            let ties = ranked[start...].prefix { $0.value == ranked[start].value }
            // Ranks count from 1, and equal values share the mean of theirs.
            ranks += Double(start + 1 + ties.endIndex) / 2 * Double(ties.count(where: \.isOwn))
            start = ties.endIndex
        }
        return (ranks - Double(count * (count + 1)) / 2) / Double(count * others.count)
    }
}

extension [Int: Int] {
    /// Returns the total variation distance between the distributions of these counts and of others: 0 if they are the
    /// same, 1 if they have nothing in common.
    package func totalVariation(from others: [Int: Int]) -> Double {
        let (total, otherTotal) = (values.reduce(0, +), others.values.reduce(0, +))
        let differences = Set(keys).union(others.keys).map { key in
            (Double(self[key] ?? 0) / Double(Swift.max(1, total))
                - Double(others[key] ?? 0) / Double(Swift.max(1, otherTotal))).magnitude
        }
        return differences.reduce(0, +) / 2
    }
}
