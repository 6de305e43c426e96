// SPDX-License-Identifier: Apache-2.0

import Testing

/// Whatever the order of their steps, two requests that touch one account end like one after the other: nothing that was
/// acknowledged is undone by what the other one had read before.
struct InterleavingTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let first: Act
        let second: Act

        var testDescription: String { "\(first.rawValue) and \(second.rawValue)" }

        static let all = Act.allCases.enumerated().flatMap { number, first in
            Act.allCases.dropFirst(number).map { Pair(first: first, second: $0) }
        }
    }

    /// How a run ended.
    struct Ending: Hashable {
        var successes: [Bool]
        var state: [String]
    }

    @Test(arguments: Pair.all)
    func `two interleaved actions end as if one had followed the other`(_ pair: Pair) async throws {
        let acts = [pair.first, pair.second]
        let server = try await InterleavingFixture.server()
        // The first order is one act after the other, the last one the other way round.
        var (mixed, order): ([Ending], [Int]?) = ([], [])
        while let choices = order {
            let (ending, made) = try await run(acts, choosing: choices, at: server, number: mixed.count)
            mixed.append(ending)
            order = Self.next(after: made)
        }
        let last = try #require(mixed.last)
        var expected: Set = [mixed[0], last]
        // An act may also be refused because the other came first, and leave nothing.
        for (number, act) in acts.enumerated() where !expected.isSuperset(of: mixed) {
            var (alone, _) = try await run([act], choosing: [], at: server, number: mixed.count + number)
            alone.successes.insert(false, at: 1 - number)
            if alone.successes.contains(true) { expected.insert(alone) }
        }
        for ending in mixed { #expect(expected.contains(ending)) }
    }

    private func run(
        _ acts: [Act], choosing choices: [Int], at server: TestServer, number: Int
    ) async throws -> (Ending, made: [Int]) {
        let fixture = try await InterleavingFixture(at: server, number: number)
        var prepared: [@Sendable () async throws -> Bool] = []
        for act in acts { prepared.append(try await act.prepare(fixture)) }
        let (successes, made) = try await InterleavedStorage.run(prepared, choosing: choices)
        return (Ending(successes: successes, state: try await fixture.state()), made)
    }

    /// The next order to try, in the manner of counting: the last choice of the first act becomes one of the second.
    private static func next(after made: [Int]) -> [Int]? {
        guard let last = made.lastIndex(of: 0) else { return nil }
        return Array(made[..<last]) + [1]
    }
}
