// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Threads that work at the same time; each blocks for itself.
enum Workers {
    /// Runs the body once for each number and returns when all are done.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let done = Awaited(0)
        for number in 0..<count {
            Thread.detachNewThread {
                body(number)
                done.update { $0 += 1 }
            }
        }
        while done.wait(for: { $0 == count ? true : nil }) == nil {}
    }
}
