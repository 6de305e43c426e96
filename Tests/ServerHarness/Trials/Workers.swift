// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Concurrent threads.
enum Workers {
    /// Runs the body once for each number and returns when all are done. Fails after an hour.
    static func run(_ count: Int, body: @escaping @Sendable (Int) -> Void) throws(ProgramFailure) {
        let done = Monitor(0)
        for number in 0..<count {
            Thread.detachNewThread {
                body(number)
                done.update { $0 += 1 }
            }
        }
        guard done.wait(seconds: 3600, for: { $0 == count ? true : nil }) != nil else { throw .notExiting }
    }
}
