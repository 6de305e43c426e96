// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A value that threads can change and wait for.
package final class Monitor<Value>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func update(_ change: (inout Value) -> Void) {
        condition.lock()
        change(&value)
        condition.broadcast()
        condition.unlock()
    }

    package func read<Result>(_ body: (Value) -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body(value)
    }

    /// Waits until `body` returns a value, and returns it. Returns `nil` after a timeout.
    package func wait<Result>(seconds: Double = 120, for body: (Value) -> Result?) -> Result? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = body(value) { return result }
            guard condition.wait(until: deadline) else { return body(value) }
        }
    }
}
