// SPDX-License-Identifier: Apache-2.0

package import Testing

/// Ends a test that hangs. The limit is counted in turns of Swift's pool of threads instead of seconds: on a busy
/// machine each turn takes longer, and the test's own steps, which wait for the same threads, do as well. A time limit
/// would count that wait.
package struct TurnLimit: SuiteTrait, TestTrait, TestScoping {
    /// A minute on a free machine.
    private static let turns = 600

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> TurnLimit? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup { group in
                group.addTask { try await function() }
                group.addTask {
                    for _ in 0..<Self.turns { try await Task.sleep(for: .milliseconds(100)) }
                    throw Hanging()
                }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    package struct Hanging: Error, CustomStringConvertible {
        package init() {}
        package var description: String { "The test made no progress for \(TurnLimit.turns) turns of the pool." }
    }
}

extension Trait where Self == TurnLimit {
    package static var turnLimit: Self { TurnLimit() }
}
