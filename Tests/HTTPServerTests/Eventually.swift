// SPDX-License-Identifier: Apache-2.0

/// The condition of a test did not become true in time.
struct NeverHappened: Error {}

/// Waits up to two minutes until the condition is true.
func eventually(_ condition: () async -> Bool) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(120))
    while await !condition() {
        guard ContinuousClock.now < deadline else { throw NeverHappened() }
        try await Task.sleep(for: .milliseconds(5))
    }
}
