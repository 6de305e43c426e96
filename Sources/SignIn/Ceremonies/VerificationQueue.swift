// SPDX-License-Identifier: Apache-2.0

/// Runs work that takes milliseconds beside the event loops. It limits how much runs and how much waits.
package actor VerificationQueue {
    /// Too much work is waiting, or the task was canceled.
    package struct Declined: Error {}

    private let width: Int
    private let room: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a queue that runs `width` pieces of work at a time while up to `room` wait.
    package init(width: Int = 2, room: Int = 64) {
        self.width = width
        self.room = room
    }

    /// Runs the work on Swift's global executor, which event loops don't share.
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

    /// Passes the place on to the work that has waited longest.
    private func leave() {
        if waiting.isEmpty {
            running -= 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
