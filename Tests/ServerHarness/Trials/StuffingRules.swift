// SPDX-License-Identifier: Apache-2.0

/// How many wrong passwords the standard limits let pass, computed apart from the server's own table.
package struct StuffingRules: Sendable {
    /// A burst, and how many seconds pass until one more is allowed.
    package struct Rule: Hashable, Sendable {
        package let burst: Int
        package let secondsPerRefill: Double

        /// Returns how many may pass within this time.
        package func most(in seconds: Double) -> Int { burst + Int(seconds / secondsPerRefill) }
    }

    package static let network = Rule(burst: 100, secondsPerRefill: 10)
    package static let nameAndNetwork = Rule(burst: 10, secondsPerRefill: 90)
    package static let name = Rule(burst: 50, secondsPerRefill: 900)

    /// The wrong passwords that were judged, by name and network.
    private var judged: [Key: Int] = [:]

    private struct Key: Hashable {
        let name: String
        let network: String
    }

    package init() {}

    /// Counts a wrong password that the server judged.
    package mutating func add(name: String, network: String) {
        judged[Key(name: name, network: network), default: 0] += 1
    }

    package mutating func add(_ other: StuffingRules) { judged.merge(other.judged, uniquingKeysWith: +) }

    package var count: Int { judged.values.reduce(0, +) }

    /// Whether so many wrong passwords came for a name that its owner waits as well.
    package func isExhausted(_ name: String, after seconds: Double) -> Bool? {
        let count = judged.filter { $0.key.name == name }.values.reduce(0, +)
        if count < Self.name.burst { return false }
        // In between, a refill decides.
        return count >= Self.name.most(in: seconds) ? true : nil
    }

    /// Returns a description of each count that exceeds its rule.
    package func violations(after seconds: Double) -> [String] {
        exceeding(Self.network, by: \.network, after: seconds) + exceeding(Self.name, by: \.name, after: seconds)
            + exceeding(Self.nameAndNetwork, by: { "\($0.name) from \($0.network)" }, after: seconds)
    }

    private func exceeding(_ rule: Rule, by group: (Key) -> String, after seconds: Double) -> [String] {
        let counts = Dictionary(judged.map { (group($0.key), $0.value) }, uniquingKeysWith: +)
        return counts.filter { $0.value > rule.most(in: seconds) }.sorted { $0.key < $1.key }
            .map { "\($0.value) wrong passwords were judged of \($0.key), where \(rule.most(in: seconds)) may be" }
    }
}
