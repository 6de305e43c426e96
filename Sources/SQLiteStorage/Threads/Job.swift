// SPDX-License-Identifier: Apache-2.0

/// What a caller waits for.
struct Job: Sendable {
    /// Does the work; what it returns tells the caller, once the work is known to last.
    let perform: @Sendable (Connection) throws -> @Sendable () -> Void
    /// Tells the caller that it was in vain.
    let fail: @Sendable (any Error) -> Void
}
