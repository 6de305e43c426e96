// SPDX-License-Identifier: Apache-2.0

/// Runs work that takes milliseconds beside the event loops: a few pieces at a time, while a bounded number waits.
package actor JudgingQueue {
    /// Thrown when too much is waiting, or nobody waits for the result any longer.
    package struct Declined: Error {}

    private let width: Int
    private let room: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs `width` pieces of work at a time and lets `room` more wait.
    package init(width: Int = 2, room: Int = 64) {
        self.width = width
        self.room = room
    }

    /// Runs the work on a thread of Swift's own pool, which event loops don't share.
    package nonisolated func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(Declined) -> Value {
        try await enter()
        guard !Task.isCancelled else {
            await leave()
            throw Declined()
        }
        // A detached task doesn't inherit the loop as its executor.
        let value = await Task.detached(operation: work).value
        await leave()
        return value
    }

    private func enter() async throws(Declined) {
        guard running >= width else {
            running += 1
            return
        }
        guard waiting.count < room else { throw Declined() }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Passes the place on to whoever has waited the longest.
    private func leave() {
        if waiting.isEmpty {
            running -= 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
