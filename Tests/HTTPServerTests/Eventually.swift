// SPDX-License-Identifier: Apache-2.0

/// What a test waited for in vain.
struct NeverHappened: Error {}

/// Waits until the condition holds, for two minutes at most.
func eventually(_ condition: () async -> Bool) async throws {
    let deadline = ContinuousClock.now.advanced(by: .seconds(120))
    while await !condition() {
        guard ContinuousClock.now < deadline else { throw NeverHappened() }
        try await Task.sleep(for: .milliseconds(5))
    }
}
