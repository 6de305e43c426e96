// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A gate that blocks threads until it is opened. Every wait ends after two minutes at most.
package final class Gate: Sendable {
    private let state = Monitor((hasArrivals: false, isOpen: false))

    package init() {}

    /// Blocks the calling thread until the gate is open.
    package func pass() {
        state.update { $0.hasArrivals = true }
        _ = state.wait { $0.isOpen ? true : nil }
    }

    package func open() {
        state.update { $0.isOpen = true }
    }

    /// Returns whether a thread arrives in time.
    package func isReached() async -> Bool {
        await eventually { state.read(\.hasArrivals) }
    }
}

/// A gate that suspends tasks until it is opened. Every wait ends after two minutes at most.
package final class AsyncGate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var departures = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var timeout: Task<Void, Never>?
    }

    private let state = Locked(State())

    package init() {}

    /// The number of tasks that have reached the gate.
    package var arrivals: Int { state.withLock { $0.arrivals } }
    /// The number of tasks that have passed the gate.
    package var departures: Int { state.withLock { $0.departures } }

    /// Suspends the current task, canceled or not, until the gate is open. Returns `false` if it is not opened in time.
    @discardableResult
    package func pass() async -> Bool {
        state.withLock { $0.arrivals += 1 }
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen {
                    state.waiting.append(continuation)
                    if state.timeout == nil { state.timeout = timeout() }
                }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        return state.withLock { state in
            state.departures += 1
            return state.isOpen
        }
    }

    package func open() { release(isOpening: true) }

    private func timeout() -> Task<Void, Never> {
        Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(120))) != nil else { return }
            self?.release(isOpening: false)
        }
    }

    private func release(isOpening: Bool) {
        let (waiting, timeout) = state.withLock { state in
            let released = (state.waiting, state.timeout)
            if isOpening { state.isOpen = true }
            (state.waiting, state.timeout) = ([], nil)
            return released
        }
        timeout?.cancel()
        for continuation in waiting { continuation.resume() }
    }
}

/// Returns whether a condition becomes true within two minutes.
package nonisolated(nonsending) func eventually(
    _ condition: nonisolated(nonsending) () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
