// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The stored time, for processes that start with a wrong clock.
package struct ClockRecord: Hashable, Sendable {
    /// The latest trusted time.
    package var floor: Timestamp
    /// The number of times that an operator has accepted the machine's clock.
    package var acceptances: Int

    package init(floor: Timestamp, acceptances: Int = 0) {
        self.floor = floor
        self.acceptances = acceptances
    }
}

/// Reads the stored time.
package protocol ClockReading {
    /// Returns `nil` if no time has been stored yet.
    func find() throws -> ClockRecord?
}

/// Stores the time.
package protocol ClockStore: ClockReading {
    /// Raises the floor. A later floor stays.
    func raise(to time: Timestamp) throws
    /// Sets the floor to a time that an operator accepted, which may be earlier.
    func accept(_ time: Timestamp) throws
}
