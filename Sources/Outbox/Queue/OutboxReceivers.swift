// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The receivers that a process is sending to, or could not reach lately.
///
/// One that can't be reached is left alone for a while, so that it takes little of what the process may send at once.
package struct OutboxReceivers: Sendable {
    /// The pauses after failures in a row, in seconds. The last one is repeated.
    private static let pauses: [Int64] = [5, 30, 120, 300]
    private static let longestPause: Int64 = 300

    private struct Key: Hashable, Sendable {
        let kind: OutboxItem.Kind
        let receiver: String

        init(_ item: OutboxItem) {
            (kind, receiver) = (item.kind, item.receiver)
        }
    }

    private struct State: Sendable {
        var running = 0
        var failureCount = 0
        var resumesAt: Timestamp?
    }

    private var states: [Key: State] = [:]

    package init() {}

    /// The number of attempts of a kind that are being made.
    package func runningCount(of kind: OutboxItem.Kind) -> Int {
        states.reduce(0) { $0 + ($1.key.kind == kind ? $1.value.running : 0) }
    }

    /// Records that an attempt to send an item begins.
    package mutating func begin(_ item: OutboxItem) {
        states[Key(item), default: State()].running += 1
    }

    /// Records the end of an attempt; `nil` if it is not known how it ended.
    package mutating func finish(_ item: OutboxItem, with outcome: OutboxKind.Outcome?, at time: Timestamp) {
        var state = states[Key(item)] ?? State()
        state.running = max(0, state.running - 1)
        switch outcome {
        case .unreachable?:
            state.resumesAt = time.advanced(by: Self.pauses[min(state.failureCount, Self.pauses.count - 1)])
            state.failureCount += 1
        case .accepted?, .failed?, .refused?, .interrupted?: (state.resumesAt, state.failureCount) = (nil, 0)
        case nil: break
        }
        states[Key(item)] = state.running == 0 && state.resumesAt == nil ? nil : state
    }

    /// The receivers of a kind that get no attempt now.
    func busy(_ kind: OutboxItem.Kind, concurrency: Int, at time: Timestamp) -> Set<String> {
        Set(
            states.filter { $0.key.kind == kind && room(for: $0.key, concurrency: concurrency, at: time) == 0 }
                .map(\.key.receiver))
    }

    /// The number of attempts that may begin at the receiver of an item.
    func room(for item: OutboxItem, concurrency: Int, at time: Timestamp) -> Int {
        room(for: Key(item), concurrency: concurrency, at: time)
    }

    private func room(for key: Key, concurrency: Int, at time: Timestamp) -> Int {
        guard let state = states[key] else { return concurrency }
        guard let resumesAt = state.resumesAt else { return max(0, concurrency - state.running) }
        // The clock may have been set back.
        let isPaused = (1...Self.longestPause).contains(resumesAt.secondsSince1970 - time.secondsSince1970)
        // One attempt finds out whether it is back.
        return isPaused || state.running > 0 ? 0 : 1
    }
}
