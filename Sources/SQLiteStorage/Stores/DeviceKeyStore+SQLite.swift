// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Device keys in SQLite.
struct SQLiteDeviceKeyStore: DeviceKeyStore {
    let connection: Connection

    func find(_ id: DeviceKey.ID) throws -> DeviceKey? {
        try connection.first(Self.findByID, with: .text(id.rawValue), read: Self.read)
    }

    func list(of user: UserID) throws -> [DeviceKey] {
        try connection.all(Self.listOfUser, with: .text(user.rawValue), read: Self.read)
    }

    func count() throws -> [DeviceKeyCounts] {
        try connection.all(Self.countByClient) { row in
            DeviceKeyCounts(client: row.text(), all: row.count(), legacy: row.count(), accountsLeft: row.count())
        }
    }

    func accountsLeft(after id: UserID?, limit: Int) throws -> [UserID] {
        let read = { (row: inout Row) in UserID(rawValue: row.text()) }
        guard let id else { return try connection.all(Self.listFirstLeft, with: .count(limit), read: read) }
        let place = try connection.first(Self.placeOfUser, with: .text(id.rawValue)) { ($0.time(), $0.integer()) }
        guard let place else { throw connection.conflict(.notFound) }
        return try connection.all(
            Self.listNextLeft, with: .time(place.0), .integer(place.1), .count(limit), read: read)
    }

    func insert(_ key: DeviceKey) throws {
        try connection.run(
            Self.insertKey, with: .text(key.id.rawValue), .text(key.user.rawValue), .text(key.client),
            .text(key.deviceName), .text(key.deviceID), .bytes(key.publicKey), .text(key.shape.rawValue),
            .ways(key.addedBy), .time(key.unconfirmedUntil), .time(key.createdAt), .time(key.lastUsedAt))
    }

    func recordUse(of id: DeviceKey.ID, at time: Timestamp) throws {
        try requireOne(connection.run(Self.recordUse, with: .time(time), .text(id.rawValue)))
    }

    func remove(_ id: DeviceKey.ID) throws {
        let owner = try connection.first(Self.findOwner, with: .text(id.rawValue)) { UserID(rawValue: $0.text()) }
        guard let owner else { throw connection.conflict(.notFound) }
        try SQLiteWaysIn(connection: connection).removeOpened(by: id.way, of: owner)
        try requireOne(connection.run(Self.removeKey, with: .text(id.rawValue)))
    }

    private func requireOne(_ changed: Int) throws {
        guard changed == 1 else { throw connection.conflict(.notFound) }
    }

    private static func read(_ row: inout Row) throws -> DeviceKey {
        let (id, user) = (DeviceKey.ID(rawValue: row.text()), UserID(rawValue: row.text()))
        let (client, name) = (row.text(), row.text())
        let deviceID = row.optional { $0.text() }
        let publicKey = row.bytes()
        let shape = try row.require(DeviceKey.Shape(rawValue: row.text()))
        let addedBy = try row.ways()
        let unconfirmedUntil = row.optional { $0.time() }
        var key = DeviceKey(
            id: id, user: user, client: client, deviceName: name, publicKey: publicKey, shape: shape,
            createdAt: row.time())
        key.deviceID = deviceID
        key.addedBy = addedBy
        key.unconfirmedUntil = unconfirmedUntil
        key.lastUsedAt = row.optional { $0.time() }
        return key
    }
}

extension SQLiteDeviceKeyStore {
    private static let columns: StaticString = """
        id, user, client, device_name, device_id, public_key, shape, added_by, unconfirmed_until, created_at, last_used_at
        """
    private static let findByID = SQL("SELECT", columns, "FROM device_keys WHERE id = ?")
    private static let findOwner = SQL("SELECT user FROM device_keys WHERE id = ?")
    private static let listOfUser = SQL("SELECT", columns, "FROM device_keys WHERE user = ? ORDER BY created_at, id")
    private static let countByClient = SQL(
        "SELECT client, count(*), count(*) FILTER (WHERE shape = 'legacy'), count(DISTINCT user) FILTER (",
        "WHERE NOT EXISTS (SELECT 1 FROM passkeys WHERE owner = device_keys.user))",
        "FROM device_keys GROUP BY client ORDER BY client")
    private static let left: StaticString = """
        id IN (SELECT user FROM device_keys) AND NOT EXISTS (SELECT 1 FROM passkeys WHERE owner = users.id)
        """
    private static let placeOfUser = SQL("SELECT created_at, number FROM users WHERE id = ?")
    private static let listFirstLeft = SQL(
        "SELECT id FROM users WHERE", left, "ORDER BY created_at, number LIMIT ?")
    private static let listNextLeft = SQL(
        "SELECT id FROM users WHERE (created_at, number) > (?, ?) AND", left,
        "ORDER BY created_at, number LIMIT ?")
    private static let insertKey = SQL(
        "INSERT INTO device_keys (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let recordUse = SQL("UPDATE device_keys SET last_used_at = ? WHERE id = ?")
    private static let removeKey = SQL("DELETE FROM device_keys WHERE id = ?")
}
