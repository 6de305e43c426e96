// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The recorded time in SQLite.
struct SQLiteClockStore: ClockStore {
    let connection: Connection

    func find() throws -> ClockRecord? {
        try connection.first(Self.findRecord) { ClockRecord(floor: $0.time(), acceptances: $0.count()) }
    }

    func raise(to time: Timestamp) throws {
        try connection.run(Self.raiseFloor, with: .time(time))
    }

    func accept(_ time: Timestamp) throws {
        try connection.run(Self.setFloor, with: .time(time))
    }

    private static let findRecord = SQL("SELECT floor, acceptances FROM clock")
    private static let raiseFloor = SQL(
        "INSERT INTO clock (only, floor, acceptances) VALUES (1, ?, 0)",
        "ON CONFLICT (only) DO UPDATE SET floor = excluded.floor WHERE floor < excluded.floor")
    private static let setFloor = SQL(
        "INSERT INTO clock (only, floor, acceptances) VALUES (1, ?, 1)",
        "ON CONFLICT (only) DO UPDATE SET floor = excluded.floor, acceptances = acceptances + 1")
}
