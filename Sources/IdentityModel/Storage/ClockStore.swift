// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What is on record of the time, for processes that start with a clock that is wrong.
package struct ClockRecord: Hashable, Sendable {
    /// The latest time that was believed.
    package var floor: Timestamp
    /// Grows whenever an operator says that the machine's clock is right.
    package var acceptances: Int

    package init(floor: Timestamp, acceptances: Int = 0) {
        self.floor = floor
        self.acceptances = acceptances
    }
}

/// Finds what time it was.
package protocol ClockReading {
    /// `nil` until it is recorded for the first time.
    func find() throws -> ClockRecord?
}

/// Records what time it is.
package protocol ClockStore: ClockReading {
    /// Raises the floor; one that is later stays.
    func raise(to time: Timestamp) throws
    /// Sets the floor, also to an earlier time, because an operator says so.
    func accept(_ time: Timestamp) throws
}
