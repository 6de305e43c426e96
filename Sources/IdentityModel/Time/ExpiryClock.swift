// SPDX-License-Identifier: Apache-2.0

import POSIX
package import WireFormats

/// The clock by which stored records expire. It follows the machine's clock, but not its sudden jumps.
///
/// A jump is a difference between the machine's clock and the monotonic clock. Until it has lasted for an hour or an
/// operator accepts it, the clock continues as before and nothing may be removed (docs/decisions/0013-clock.md).
package final class ExpiryClock: Sendable {
    /// The largest difference that is not a jump, in seconds.
    package static let tolerance: Int64 = 60
    /// The largest step back that is accepted without an operator, in seconds. Records are removed this long after
    /// their expiry.
    package static let grace: Int64 = 300
    /// The time until a jump is accepted, in seconds.
    package static let probation: Int64 = 3600

    /// A step of the machine's clock that is not accepted yet.
    package struct Jump: Hashable, Sendable {
        /// In seconds; negative if the clock was set back.
        package let offset: Int64
        fileprivate let since: UInt64
        /// Whether it existed when the process started. Then the server was most likely down for that time.
        package let isFromStart: Bool
    }

    fileprivate struct State {
        /// The time when the monotonic clock was at `uptime`.
        var anchor: Timestamp
        var uptime: UInt64
        var jump: Jump?
        /// Whether the machine's clock was not yet compared with the recorded time.
        var isFirst: Bool
    }

    private let machine: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> UInt64
    private let state: Locked<State>

    /// - Parameters:
    ///   - floor: The latest recorded time.
    ///   - uptime: A monotonic clock in nanoseconds that includes the time when the machine sleeps.
    package init(
        floor: Timestamp?, machine: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> UInt64
    ) {
        self.machine = machine
        self.uptime = uptime
        state = Locked(State(anchor: floor ?? machine(), uptime: uptime(), isFirst: floor != nil))
    }

    package func now() -> Timestamp {
        state.withLock { $0.advance(machine: machine(), uptime: uptime()) }
    }

    /// The current jump, if it is not accepted yet.
    package var jump: Jump? {
        state.withLock { state in
            _ = state.advance(machine: machine(), uptime: uptime())
            return state.jump
        }
    }

    /// The time before which expired records may be removed; `nil` while there is a jump.
    package var removalLimit: Timestamp? {
        state.withLock { state in
            let time = state.advance(machine: machine(), uptime: uptime())
            return state.jump == nil ? time.advanced(by: -Self.grace) : nil
        }
    }

    /// Accepts the machine's clock as it is now, on behalf of an operator.
    package func accept() {
        state.withLock { $0.settle(at: machine(), uptime: uptime()) }
    }
}

extension ExpiryClock.State {
    fileprivate mutating func advance(machine: Timestamp, uptime: UInt64) -> Timestamp {
        let elapsed = Int64(clamping: (uptime > self.uptime ? uptime - self.uptime : 0) / 1_000_000_000)
        let expected = anchor.advanced(by: elapsed)
        let offset = machine.seconds(after: expected)
        let isFromStart = isFirst || jump?.isFromStart == true
        // A server that was down for less than the grace period has removed nothing that a wrong clock could make valid
        // again.
        let isTolerated =
            abs(offset) <= ExpiryClock.tolerance || (isFromStart && (0...ExpiryClock.grace).contains(offset))
        isFirst = false
        guard !isTolerated else {
            settle(at: max(anchor, machine), uptime: uptime)
            return anchor
        }
        guard let jump, abs(offset - jump.offset) <= ExpiryClock.tolerance else {
            self.jump = ExpiryClock.Jump(offset: offset, since: uptime, isFromStart: isFromStart)
            return time(expected: expected, machine: machine)
        }
        let isOld = uptime >= jump.since && (uptime - jump.since) / 1_000_000_000 >= UInt64(ExpiryClock.probation)
        if isOld, offset >= -ExpiryClock.grace { settle(at: machine, uptime: uptime) }
        return time(expected: expected, machine: machine)
    }

    /// A server that starts with a clock that is ahead was most likely down, and records have expired meanwhile.
    private func time(expected: Timestamp, machine: Timestamp) -> Timestamp {
        guard let jump else { return anchor }
        return jump.isFromStart ? max(expected, machine) : expected
    }

    fileprivate mutating func settle(at time: Timestamp, uptime: UInt64) {
        (anchor, self.uptime, jump) = (time, uptime, nil)
    }
}

extension Timestamp {
    /// Returns the difference, clamped to half of the range so that differences of differences don't overflow.
    fileprivate func seconds(after other: Timestamp) -> Int64 {
        let (difference, isOverflow) = secondsSince1970.subtractingReportingOverflow(other.secondsSince1970)
        let clamped = isOverflow ? (self < other ? Int64.min : .max) : difference
        return max(.min / 2, min(.max / 2, clamped))
    }
}

/// The recorded time, for processes that start with a wrong clock.
package struct ClockRecord: Hashable, Sendable {
    /// The latest accepted time.
    package var floor: Timestamp
    /// The number of times that an operator accepted the machine's clock.
    package var acceptances: Int

    package init(floor: Timestamp, acceptances: Int = 0) {
        self.floor = floor
        self.acceptances = acceptances
    }
}

/// Reads the recorded time.
package protocol ClockReading {
    /// Returns `nil` until a time is recorded.
    func find() throws -> ClockRecord?
}

/// Records the time.
package protocol ClockStore: ClockReading {
    /// Raises the floor unless it is later already.
    func raise(to time: Timestamp) throws
    /// Sets the floor to the time that an operator accepted, which may be earlier.
    func accept(_ time: Timestamp) throws
}
