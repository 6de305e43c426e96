// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The receivers of logout tokens that a process is sending to, or could not reach lately.
///
/// Each gets one attempt at a time. A receiver that can't be reached is left alone for a while, so that it takes little
/// of what the process may send at once.
package struct LogoutReceivers: Sendable {
    /// The pauses after failures in a row, in seconds. The last one is repeated.
    private static let pauses: [Int64] = [5, 30, 120, 300]
    private static let longestPause: Int64 = 300

    private struct State: Sendable {
        var isRunning = false
        var failureCount = 0
        var resumesAt: Timestamp?
    }

    private var states: [String: State] = [:]

    package init() {}

    /// The number of attempts that are being made.
    package var runningCount: Int { states.values.count { $0.isRunning } }

    /// Records that an attempt to deliver a notice begins.
    package mutating func begin(_ notice: LogoutNotice) {
        states[notice.receiver, default: State()].isRunning = true
    }

    /// Records the end of an attempt; `nil` if it is not known how it ended.
    package mutating func finish(_ notice: LogoutNotice, with outcome: LogoutDelivery.Outcome?, at time: Timestamp) {
        guard case .unreachable? = outcome else {
            if outcome == nil { states[notice.receiver]?.isRunning = false } else { states[notice.receiver] = nil }
            return
        }
        var state = states[notice.receiver] ?? State()
        state.isRunning = false
        state.resumesAt = time.advanced(by: Self.pauses[min(state.failureCount, Self.pauses.count - 1)])
        state.failureCount += 1
        states[notice.receiver] = state
    }

    /// Whether a receiver gets no attempt now.
    func isBusy(_ receiver: String, at time: Timestamp) -> Bool {
        guard let state = states[receiver] else { return false }
        guard !state.isRunning, let resumesAt = state.resumesAt else { return state.isRunning }
        // The clock may have been set back.
        return (1...Self.longestPause).contains(resumesAt.secondsSince1970 - time.secondsSince1970)
    }
}
