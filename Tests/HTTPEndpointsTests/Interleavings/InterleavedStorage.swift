// SPDX-License-Identifier: Apache-2.0

import IdentityModel

/// A storage that runs the steps of several actions in a given order.
///
/// A step is one read or one transaction, with everything up to the action's next one. Calls outside of
/// ``run(_:choosing:)`` are not delayed.
final class InterleavedStorage: Storage {
    /// The action that a call belongs to.
    @TaskLocal private static var action: (number: Int, turns: Turns)?

    private let storage: any Storage

    init(_ storage: any Storage) {
        self.storage = storage
    }

    /// Runs two actions. `choices` says which one continues where both could; the first one does where it says nothing.
    /// Returns the actions' results and all choices that were made.
    static func run<Value: Sendable>(
        _ actions: [@Sendable () async throws -> Value], choosing choices: [Int]
    ) async throws -> (values: [Value], choices: [Int]) {
        let turns = Turns(count: actions.count, choices: choices)
        let values = try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for (number, action) in actions.enumerated() {
                group.addTask {
                    do {
                        let value = try await $action.withValue((number, turns)) {
                            await turns.wait(number)
                            return try await action()
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
        guard let action = Self.action else { return }
        await action.turns.wait(action.number)
    }
}

/// The turns of the actions. One continues only while every other one waits or has ended.
private actor Turns {
    /// The choices made so far.
    private(set) var made: [Int] = []
    private let count: Int
    private let choices: [Int]
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var ended = 0

    init(count: Int, choices: [Int]) {
        self.count = count
        self.choices = choices
    }

    func wait(_ action: Int) async {
        await withCheckedContinuation { continuation in
            waiting[action] = continuation
            advance()
        }
    }

    func end(_ action: Int) {
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

    private func resume(_ action: Int) {
        waiting.removeValue(forKey: action)?.resume()
    }
}
