// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Audit events and sign-ins in SQLite.
///
/// Sign-ins are removed with their account, audit events are not. A sign-in and its event share a row, and either part
/// can be removed first.
struct SQLiteEventStore: EventStore {
    let connection: Connection

    func list(_ filter: EventFilter, limit: Int) throws -> [AuditEvent] {
        let (kind, since) = (SQLValue.text(filter.kind), SQLValue.time(filter.since))
        guard let user = filter.user else {
            return try connection.all(Self.listEvents, with: kind, since, .count(limit), read: Self.readEvent)
        }
        return try connection.all(
            Self.listEventsOfUser, with: kind, since, .count(limit), .text(user.rawValue), read: Self.readEvent)
    }

    func listOperatorEvents(after number: Int64, limit: Int) throws -> (events: [AuditEvent], newest: Int64) {
        let newest = try connection.first(Self.newestEvent) { $0.optional { $0.integer() } ?? 0 } ?? 0
        let events = try connection.all(
            Self.listOperatorEvents, with: .integer(number), .text(AuditEvent.operatorMark), .count(limit),
            read: Self.readEvent)
        return (events, newest)
    }

    func listSignIns(of user: UserID, limit: Int) throws -> [SignInRecord] {
        try connection.all(Self.listSignIns, with: .text(user.rawValue), .count(limit), read: Self.readSignIn)
    }

    func insert(_ event: AuditEvent) throws {
        try connection.run(
            Self.insertEvent, with: .text(event.kind.rawValue), .time(event.occurredAt), .text(event.user?.rawValue),
            .text(event.client), .text(event.address), .text(event.reference), .json(event.details))
    }

    func insert(_ signIn: SignInRecord, with event: AuditEvent?) throws {
        var shared = event
        if let event, !event.isAbout(signIn) {
            try insert(event)
            shared = nil
        }
        try connection.run(
            Self.insertSignIn, with: .text(shared?.kind.rawValue ?? ""), .time(signIn.signedInAt),
            .text(signIn.user.rawValue),
            .text(signIn.client), .text(shared?.address), .text(shared?.reference), .json(shared?.details ?? [:]),
            .text(signIn.method), .ways(signIn.ways), .text(signIn.deviceCapability))
    }

    /// Removes the sign-ins of an account.
    func removeSignIns(of user: UserID) throws {
        try connection.run(Self.deleteSignInsOfUser, with: .text(user.rawValue))
        try connection.run(Self.clearSignInsOfUser, with: .text(user.rawValue))
    }

    func removeSignIns(of user: UserID, limit: Int) throws -> Int {
        let key = SQLValue.text(user.rawValue)
        let deleted = try connection.run(Self.deleteSomeSignInsOfUser, with: key, .count(limit))
        return deleted + (try connection.run(Self.clearSomeSignInsOfUser, with: key, .count(limit - deleted)))
    }

    func removeEvents(before time: Timestamp, limit: Int) throws -> Int {
        try remove(.events, before: time, limit: limit)
    }

    func removeSignIns(before time: Timestamp, limit: Int) throws -> Int {
        try remove(.signIns, before: time, limit: limit)
    }

    /// Removes old parts: deletes rows without the other part, and clears the part in other rows.
    private func remove(_ part: RemovablePart, before time: Timestamp, limit: Int) throws -> Int {
        let removed = try connection.sweep(part.sweep, limit: limit) { window, limit in
            let numbers = try connection.all(part.find, with: window.start, window.end, .time(time), .count(limit)) {
                $0.integer()
            }
            guard let last = numbers.last else { return 0 }
            try connection.run(part.delete, with: window.start, .integer(last), .time(time))
            try connection.run(part.clear, with: window.start, .integer(last), .time(time))
            return numbers.count
        }
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

    private static func readSignIn(_ row: inout Row) throws -> SignInRecord {
        let user = UserID(rawValue: row.text())
        let client = row.text()
        var record = SignInRecord(user: user, client: client, method: row.text(), signedInAt: row.time())
        record.ways = try row.ways()
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
        "SELECT", columns, "FROM audit_events WHERE kind <> '' AND", isFiltered, "ORDER BY number DESC LIMIT ?3")
    private static let listEventsOfUser = SQL(
        "SELECT", columns, "FROM audit_events WHERE user = ?4 AND kind <> '' AND", isFiltered,
        "ORDER BY number DESC LIMIT ?3")
    private static let newestEvent = SQL("SELECT max(number) FROM audit_events")
    private static let listOperatorEvents = SQL(
        "SELECT", columns, "FROM audit_events",
        "WHERE number > ? AND method IS NULL AND instr(details, ?) > 0 ORDER BY number LIMIT ?")
    private static let listSignIns = SQL(
        "SELECT user, client, method, occurred_at, ways, device_capability FROM audit_events",
        "WHERE user = ? AND method IS NOT NULL ORDER BY number DESC LIMIT ?")
    private static let insertEvent = SQL("INSERT INTO audit_events (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?)")
    private static let insertSignIn = SQL(
        "INSERT INTO audit_events (", columns, ", method, ways, device_capability)",
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let deleteSignInsOfUser = SQL(
        "DELETE FROM audit_events WHERE user = ? AND method IS NOT NULL AND kind = ''")
    private static let deleteSomeSignInsOfUser = SQL(
        "DELETE FROM audit_events WHERE number IN (SELECT number FROM audit_events",
        "WHERE user = ? AND method IS NOT NULL AND kind = '' LIMIT ?)")
    private static let clearSomeSignInsOfUser = SQL(
        "UPDATE audit_events SET method = NULL, ways = NULL, device_capability = NULL",
        "WHERE number IN (SELECT number FROM audit_events WHERE user = ? AND method IS NOT NULL LIMIT ?)")
    private static let clearSignInsOfUser = SQL(
        "UPDATE audit_events SET method = NULL, ways = NULL, device_capability = NULL",
        "WHERE user = ? AND method IS NOT NULL")
}

/// The event part or the sign-in part of a row, which are removed at different times.
private struct RemovablePart {
    let sweep: Sweep
    /// Selects the numbers of old rows with the part.
    let find: SQL
    /// Deletes old rows that have only this part.
    let delete: SQL
    /// Clears the part in old rows.
    let clear: SQL

    static let events = RemovablePart(
        sweep: sweep(named: "events"),
        find: SQL("SELECT number", oldRows, "AND kind <> '' ORDER BY number LIMIT ?4"),
        delete: SQL("DELETE", oldRows, "AND kind <> '' AND method IS NULL"),
        clear: SQL(
            "UPDATE audit_events SET kind = '', address = NULL, reference = NULL, details = '{}'",
            "WHERE", isOld, "AND kind <> ''"))

    static let signIns = RemovablePart(
        sweep: sweep(named: "sign-ins"),
        find: SQL("SELECT number", oldRows, "AND method IS NOT NULL ORDER BY number LIMIT ?4"),
        delete: SQL("DELETE", oldRows, "AND method IS NOT NULL AND kind = ''"),
        clear: SQL(
            "UPDATE audit_events SET method = NULL, ways = NULL, device_capability = NULL",
            "WHERE", isOld, "AND method IS NOT NULL"))

    private static let isOld: StaticString = "number > ?1 AND number <= ?2 AND occurred_at < ?3"
    private static let oldRows: StaticString =
        "FROM audit_events WHERE number > ?1 AND number <= ?2 AND occurred_at < ?3"

    private static func sweep(named name: String) -> Sweep {
        Sweep(
            name: name, beginning: .integer(0),
            endOfWindow: SQL(
                "SELECT max(number), count(*)",
                "FROM (SELECT number FROM audit_events WHERE number > ? ORDER BY number LIMIT ?)"),
            readKey: { .integer($0.integer()) })
    }
}

extension AuditEvent {
    /// Whether the event has the same account, client and time as the sign-in.
    fileprivate func isAbout(_ signIn: SignInRecord) -> Bool {
        user == signIn.user && client == signIn.client && occurredAt == signIn.signedInAt
    }
}
