// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// A storage that lets one of several acts take its next step, in an order that is given.
///
/// A step is one read or one transaction, with everything that the act does until its next one. Acts that run outside of
/// ``run(_:choosing:)`` are not held up.
final class InterleavedStorage: Storage {
    /// Which act a call comes from.
    @TaskLocal private static var act: (number: Int, turns: Turns)?

    private let storage: any Storage

    init(_ storage: any Storage) {
        self.storage = storage
    }

    /// Runs two acts. `choices` says which one goes on wherever both could; where it says nothing, the first one does.
    /// Returns what each act returned, and all choices that were made.
    static func run<Value: Sendable>(
        _ acts: [@Sendable () async throws -> Value], choosing choices: [Int]
    ) async throws -> (values: [Value], choices: [Int]) {
        let turns = Turns(count: acts.count, choices: choices)
        let values = try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for (number, act) in acts.enumerated() {
                group.addTask {
                    do {
                        let value = try await $act.withValue((number, turns)) {
                            await turns.wait(number)
                            return try await act()
                        }
                        await turns.end(number)
                        return (number, value)
                    } catch {
                        await turns.end(number)
                        throw error
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return (values.sorted { $0.0 < $1.0 }.map(\.1), await turns.made)
    }

    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value {
        await step()
        return try await storage.withTransaction(body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value {
        await step()
        return try await storage.read(body)
    }

    func backUp(to path: String) async throws { try await storage.backUp(to: path) }

    func close() async { await storage.close() }

    private func step() async {
        guard let act = Self.act else { return }
        await act.turns.wait(act.number)
    }
}

/// Whose turn it is: an act goes on only when every other one waits or has ended.
private actor Turns {
    /// The choices that were made where there was one.
    private(set) var made: [Int] = []
    private let count: Int
    private let choices: [Int]
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var ended = 0

    init(count: Int, choices: [Int]) {
        self.count = count
        self.choices = choices
    }

    func wait(_ act: Int) async {
        await withCheckedContinuation { continuation in
            waiting[act] = continuation
            advance()
        }
    }

    func end(_ act: Int) {
        ended += 1
        advance()
    }

    private func advance() {
        guard waiting.count + ended == count, let first = waiting.keys.min() else { return }
        guard waiting.count > 1 else { return resume(first) }
        let chosen = made.count < choices.count ? choices[made.count] : first
        made.append(chosen)
        resume(chosen)
    }

    private func resume(_ act: Int) {
        waiting.removeValue(forKey: act)?.resume()
    }
}
