// SPDX-License-Identifier: Apache-2.0

import Testing

/// Two concurrent requests for one account have the same outcome as if one had followed the other, whatever the order
/// of their steps. Neither undoes an acknowledged change with data that it had read before.
struct InterleavingTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let first: InterleavedAction
        let second: InterleavedAction

        var testDescription: String { "\(first.rawValue) and \(second.rawValue)" }

        static let all = InterleavedAction.allCases.enumerated().flatMap { number, first in
            InterleavedAction.allCases.dropFirst(number).map { Pair(first: first, second: $0) }
        }
    }

    /// The result of a run.
    struct Outcome: Hashable {
        var successes: [Bool]
        var state: [String]
    }

    @Test(arguments: Pair.all)
    func `two interleaved actions end as if one had followed the other`(_ pair: Pair) async throws {
        let actions = [pair.first, pair.second]
        let server = try await InterleavingFixture.server()
        // In the first order, one action follows the other; the last order is the reverse.
        var (mixed, order): ([Outcome], [Int]?) = ([], [])
        while let choices = order {
            let (outcome, made) = try await run(actions, choosing: choices, at: server, number: mixed.count)
            mixed.append(outcome)
            order = Self.next(after: made)
        }
        let last = try #require(mixed.last)
        var expected: Set = [mixed[0], last]
        // An action may also be rejected because the other came first, and change nothing.
        for (number, action) in actions.enumerated() where !expected.isSuperset(of: mixed) {
            var (alone, _) = try await run([action], choosing: [], at: server, number: mixed.count + number)
            alone.successes.insert(false, at: 1 - number)
            if alone.successes.contains(true) { expected.insert(alone) }
        }
        for outcome in mixed { #expect(expected.contains(outcome)) }
    }

    private func run(
        _ actions: [InterleavedAction], choosing choices: [Int], at server: TestServer, number: Int
    ) async throws -> (Outcome, made: [Int]) {
        let fixture = try await InterleavingFixture(at: server, number: number)
        var prepared: [@Sendable () async throws -> Bool] = []
        for action in actions { prepared.append(try await action.prepare(fixture)) }
        let (successes, made) = try await InterleavedStorage.run(prepared, choosing: choices)
        return (Outcome(successes: successes, state: try await fixture.state()), made)
    }

    /// Returns the next order, as in counting: the last choice of the first action becomes one of the second.
    private static func next(after made: [Int]) -> [Int]? {
        guard let last = made.lastIndex(of: 0) else { return nil }
        return Array(made[..<last]) + [1]
    }
}
