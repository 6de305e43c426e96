// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import TestSupport

/// A storage that runs the steps of several actions in a given order.
///
/// A step is one read or one transaction, with everything up to the action's next one. Calls outside of
/// ``run(_:choosing:)`` are not delayed.
final class InterleavedStorage: Storage {
    /// The action that a call belongs to.
    @TaskLocal private static var action: (number: Int, schedule: Schedule)?

    private let storage: any Storage

    init(_ storage: any Storage) {
        self.storage = storage
    }

    /// Runs one or two actions. Where both can continue, the next one of `choices` names the one that does; after the
    /// last choice it is always the first. Returns the actions' results and all choices that were made.
    static func run<Value: Sendable>(
        _ actions: [@Sendable () async throws -> Value], choosing choices: [Int]
    ) async throws -> (values: [Value], choices: [Int]) {
        let schedule = Schedule(count: actions.count, choices: choices)
        let values = try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            for (number, action) in actions.enumerated() {
                group.addTask {
                    do {
                        let value = try await $action.withValue((number, schedule)) {
                            try await schedule.waitForTurn(of: number)
                            return try await action()
                        }
                        await schedule.end(number)
                        return (number, value)
                    } catch {
                        await schedule.end(number)
                        throw error
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return (values.sorted { $0.0 < $1.0 }.map(\.1), await schedule.made)
    }

    func withTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws -> Value {
        try await step()
        return try await storage.withTransaction(body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws -> Value {
        try await step()
        return try await storage.read(body)
    }

    func checkWritable() async throws { try await storage.checkWritable() }

    func close() async { await storage.close() }

    private func step() async throws {
        guard let action = Self.action else { return }
        try await action.schedule.waitForTurn(of: action.number)
    }
}

/// Decides which of the waiting actions continues. One does only while every other one waits or has ended.
private actor Schedule {
    /// The choices made so far.
    private(set) var made: [Int] = []
    private let count: Int
    private let choices: [Int]
    private var waiting: [Int: AsyncGate] = [:]
    private var ended = 0

    init(count: Int, choices: [Int]) {
        self.count = count
        self.choices = choices
    }

    /// Waits for the action's turn, for at most two minutes.
    func waitForTurn(of action: Int) async throws {
        let gate = AsyncGate()
        waiting[action] = gate
        advance()
        guard await gate.pass() else {
            waiting[action] = nil
            throw ScheduleError.stalled(action: action)
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
        waiting.removeValue(forKey: action)?.open()
    }
}

enum ScheduleError: Error {
    /// Another action neither ended nor reached its next step in time.
    case stalled(action: Int)
}
