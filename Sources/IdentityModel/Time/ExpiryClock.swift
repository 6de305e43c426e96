// SPDX-License-Identifier: Apache-2.0

import POSIX
package import WireFormats

/// The clock by which stored data expires. It follows the machine's clock only as far as that can be trusted.
///
/// A jump is a difference between the machine's clock and the monotonic one. Until it has lasted for an hour, or an operator
/// has accepted it, time continues as if it had not happened, and nothing may be removed (docs/decisions/0013-clock.md).
package final class ExpiryClock: Sendable {
    /// How far the machine's clock may be set without a jump, in seconds.
    package static let tolerance: Int64 = 60
    /// The largest step back that is accepted automatically, in seconds. Only records that expired longer ago are removed.
    package static let grace: Int64 = 300
    /// How long a jump must last before it is accepted, in seconds.
    package static let probation: Int64 = 3600

    /// A step of the machine's clock that is not accepted yet.
    package struct Jump: Hashable, Sendable {
        /// In seconds; negative if the clock went back.
        package let offset: Int64
        fileprivate let since: UInt64
        /// Whether it was present when the process started. Then it is most likely the time that the server was down.
        package let isFromStart: Bool
    }

    fileprivate struct State {
        /// The time at which the monotonic clock was at `uptime`.
        var anchor: Timestamp
        var uptime: UInt64
        var jump: Jump?
        /// Whether the machine's clock has not been compared with the stored time yet.
        var isFirst: Bool
    }

    private let machine: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> UInt64
    private let state: Locked<State>

    /// `floor` is the latest stored time. `uptime` is a monotonic clock in nanoseconds that continues while the machine sleeps.
    package init(
        floor: Timestamp?, machine: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> UInt64
    ) {
        self.machine = machine
        self.uptime = uptime
        state = Locked(State(anchor: floor ?? machine(), uptime: uptime(), isFirst: floor != nil))
    }

    package func now() -> Timestamp {
        state.withLock { $0.advance(machine(), uptime()) }
    }

    /// The jump that is not accepted yet.
    package var jump: Jump? {
        state.withLock { state in
            _ = state.advance(machine(), uptime())
            return state.jump
        }
    }

    /// The time before which expired records may be removed, or `nil` while the clock is not trusted.
    package var removalLimit: Timestamp? {
        state.withLock { state in
            let time = state.advance(machine(), uptime())
            return state.jump == nil ? time.advanced(by: -Self.grace) : nil
        }
    }

    /// Follows the machine's clock from now on, because an operator has accepted it.
    package func accept() {
        state.withLock { $0.settle(at: machine(), uptime()) }
    }
}

extension ExpiryClock.State {
    fileprivate mutating func advance(_ machine: Timestamp, _ uptime: UInt64) -> Timestamp {
        let elapsed = Int64(clamping: (uptime > self.uptime ? uptime - self.uptime : 0) / 1_000_000_000)
        let expected = anchor.advanced(by: elapsed)
        let offset = machine.seconds(after: expected)
        let isFromStart = isFirst || jump?.isFromStart == true
        // A server that was down for less than the grace has removed nothing that a wrong clock could make valid again.
        let isTolerated =
            abs(offset) <= ExpiryClock.tolerance || (isFromStart && (0...ExpiryClock.grace).contains(offset))
        isFirst = false
        guard !isTolerated else {
            settle(at: max(anchor, machine), uptime)
            return anchor
        }
        guard let jump, abs(offset - jump.offset) <= ExpiryClock.tolerance else {
            self.jump = ExpiryClock.Jump(offset: offset, since: uptime, isFromStart: isFromStart)
            return time(expected, machine)
        }
        let isOld = uptime >= jump.since && (uptime - jump.since) / 1_000_000_000 >= UInt64(ExpiryClock.probation)
        if isOld, offset >= -ExpiryClock.grace { settle(at: machine, uptime) }
        return time(expected, machine)
    }

    /// A server that starts with a clock that is ahead was most likely down, and records have expired meanwhile.
    private func time(_ expected: Timestamp, _ machine: Timestamp) -> Timestamp {
        guard let jump else { return anchor }
        return jump.isFromStart ? max(expected, machine) : expected
    }

    fileprivate mutating func settle(at time: Timestamp, _ uptime: UInt64) {
        (anchor, self.uptime, jump) = (time, uptime, nil)
    }
}

extension Timestamp {
    /// Clamps to half the range of the type, so that differences of differences don't overflow.
    fileprivate func seconds(after other: Timestamp) -> Int64 {
        let (difference, isOverflow) = secondsSince1970.subtractingReportingOverflow(other.secondsSince1970)
        let clamped = isOverflow ? (self < other ? Int64.min : .max) : difference
        return max(.min / 2, min(.max / 2, clamped))
    }

    fileprivate func advanced(by seconds: Int64) -> Timestamp {
        let (sum, isOverflow) = secondsSince1970.addingReportingOverflow(seconds)
        return Timestamp(secondsSince1970: isOverflow ? (seconds < 0 ? .min : .max) : sum)
    }
}
