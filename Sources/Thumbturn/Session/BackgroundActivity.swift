// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Keeps the system from suspending the application while something is under way, for as long as the system allows.
enum BackgroundActivity {
    typealias End = @Sendable () -> Void

    /// Begins an activity, and returns what ends it. Tests have one of their own.
    @TaskLocal static var begin: @Sendable (_ reason: String) -> End = Self.beginOnSystem

    @Sendable
    private static func beginOnSystem(for reason: String) -> End {
        #if os(iOS) || os(visionOS)
            let activity = Activity()
            ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpired in
                // The system lends a thread for this. When the time is over, it calls again on another one.
                if isExpired { activity.end() } else { activity.waitForEnd() }
            }
            return { activity.end() }
        #else
            // A Mac does not suspend applications in the middle of a request.
            return {}
        #endif
    }

    #if os(iOS) || os(visionOS)
        private final class Activity: @unchecked Sendable {
            private let condition = NSCondition()
            private var hasEnded = false

            func waitForEnd() {
                condition.lock()
                while !hasEnded { condition.wait() }
                condition.unlock()
            }

            func end() {
                condition.lock()
                hasEnded = true
                condition.broadcast()
                condition.unlock()
            }
        }
    #endif
}
