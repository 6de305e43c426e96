// SPDX-License-Identifier: Apache-2.0

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

/// Returns whether a condition becomes true within two minutes.
package func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
