// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Replaced addresses in SQLite.
struct SQLiteReplacedAddressStore: ReplacedAddressStore {
    let connection: Connection

    func list(of user: UserID) throws -> [ReplacedAddress] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue)) { row in
            let kind = try row.require(Identifier.Kind(rawValue: row.text()))
            let identifier = Identifier(kind: kind, value: row.text(), normalized: row.text(), isVerified: true)
            return ReplacedAddress(identifier, of: user, at: row.time(), until: row.time())
        }
    }

    func insert(_ address: ReplacedAddress) throws {
        let identifier = address.identifier
        try connection.run(
            Self.insertAddress, with: .text(address.user.rawValue), .text(identifier.kind.rawValue),
            .text(identifier.value), .text(identifier.normalized), .time(address.replacedAt), .time(address.until))
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        try connection.run(Self.removeExpired, with: .time(time), .count(limit))
    }

    private static let listOfUser = SQL(
        "SELECT kind, value, normalized, replaced_at, until FROM replaced_addresses WHERE user = ?",
        "ORDER BY replaced_at DESC")
    private static let insertAddress = SQL(
        "INSERT OR REPLACE INTO replaced_addresses (user, kind, value, normalized, replaced_at, until)",
        "VALUES (?, ?, ?, ?, ?, ?)")
    private static let removeExpired = SQL(
        "DELETE FROM replaced_addresses WHERE (user, kind, normalized) IN",
        "(SELECT user, kind, normalized FROM replaced_addresses WHERE until < ? LIMIT ?)")
}
