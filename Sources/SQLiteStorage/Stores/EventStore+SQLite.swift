// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What happened. Events name an account without belonging to it; sign-ins belong to theirs and go with it.
struct SQLiteEventStore: EventStore {
    let connection: Connection

    func list(_ filter: EventFilter, limit: Int) throws -> [AuditEvent] {
        let (kind, since) = (SQLValue.text(filter.kind), SQLValue.time(filter.since))
        guard let user = filter.user else {
            return try connection.all(Self.listEvents, kind, since, .count(limit), read: Self.readEvent)
        }
        return try connection.all(
            Self.listEventsOfUser, kind, since, .count(limit), .text(user.rawValue), read: Self.readEvent)
    }

    func listOperatorEvents(after number: Int64, limit: Int) throws -> (events: [AuditEvent], newest: Int64) {
        let newest = try connection.first(Self.newestEvent) { $0.optional { $0.integer() } ?? 0 } ?? 0
        let events = try connection.all(
            Self.listOperatorEvents, .integer(number), .text(AuditEvent.operatorMark), .count(limit),
            read: Self.readEvent)
        return (events, newest)
    }

    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord] {
        try connection.all(Self.listSignIns, .text(user.rawValue), .count(limit), read: Self.readSignIn)
    }

    func insert(_ event: AuditEvent) throws {
        try connection.run(
            Self.insertEvent, .text(event.kind.rawValue), .time(event.occurredAt), .text(event.user?.rawValue),
            .text(event.client), .text(event.address), .text(event.reference), .json(event.details))
    }

    func insert(_ signIn: SignInRecord) throws {
        try connection.run(
            Self.insertSignIn, .text(signIn.user.rawValue), .text(signIn.client), .text(signIn.method),
            .text(signIn.passkey?.rawValue), .text(signIn.deviceCapability), .time(signIn.signedInAt))
    }

    func removeEvents(before time: Timestamp, limit: Int) throws -> Int {
        try remove(with: Self.removeEvents, before: time, limit: limit)
    }

    func removeSignIns(before time: Timestamp, limit: Int) throws -> Int {
        try remove(with: Self.removeSignIns, before: time, limit: limit)
    }

    private func remove(with sql: SQL, before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.run(sql, .time(time), .count(limit))
        if removed > 0 { connection.hasUnusedPages = true }
        return removed
    }

    private static func readEvent(_ row: inout Row) throws -> AuditEvent {
        var event = AuditEvent(AuditEvent.Kind(rawValue: row.text()), at: row.time())
        event.user = row.optional { UserID(rawValue: $0.text()) }
        event.client = row.optional { $0.text() }
        event.address = row.optional { $0.text() }
        event.reference = row.optional { $0.text() }
        event.details = try row.json()
        return event
    }

    private static func readSignIn(_ row: inout Row) -> SignInRecord {
        let user = UserID(rawValue: row.text())
        let client = row.text()
        var record = SignInRecord(user: user, client: client, method: row.text(), signedInAt: row.time())
        record.passkey = row.optional { PasskeyID(rawValue: $0.text()) }
        record.deviceCapability = row.optional { $0.text() }
        return record
    }
}

extension SQLiteEventStore {
    private static let columns: StaticString = "kind, occurred_at, user, client, address, reference, details"
    private static let isFiltered: StaticString = """
        (?1 IS NULL OR kind = ?1 OR substr(kind, 1, length(?1) + 1) = ?1 || '.')
        AND (?2 IS NULL OR occurred_at >= ?2)
        """
    private static let listEvents = SQL(
        "SELECT", columns, "FROM audit_events WHERE", isFiltered, "ORDER BY number DESC LIMIT ?3")
    private static let listEventsOfUser = SQL(
        "SELECT", columns, "FROM audit_events WHERE user = ?4 AND", isFiltered, "ORDER BY number DESC LIMIT ?3")
    private static let newestEvent = SQL("SELECT max(number) FROM audit_events")
    private static let listOperatorEvents = SQL(
        "SELECT", columns, "FROM audit_events WHERE number > ? AND instr(details, ?) > 0 ORDER BY number LIMIT ?")
    private static let listSignIns = SQL(
        "SELECT user, client, method, signed_in_at, passkey, device_capability FROM sign_ins WHERE user = ?",
        "ORDER BY number DESC LIMIT ?")
    private static let insertEvent = SQL("INSERT INTO audit_events (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?)")
    private static let removeEvents = SQL(
        "DELETE FROM audit_events WHERE number IN",
        "(SELECT number FROM audit_events WHERE occurred_at < ? ORDER BY occurred_at LIMIT ?)")
    private static let removeSignIns = SQL(
        "DELETE FROM sign_ins WHERE number IN",
        "(SELECT number FROM sign_ins WHERE signed_in_at < ? ORDER BY signed_in_at LIMIT ?)")
    private static let insertSignIn = SQL(
        "INSERT INTO sign_ins (user, client, method, passkey, device_capability, signed_in_at)",
        "VALUES (?, ?, ?, ?, ?, ?)")
}
