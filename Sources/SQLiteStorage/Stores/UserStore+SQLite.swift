// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WireFormats

/// Accounts in SQLite. An account's identifiers are in its row; the table `identifiers` finds the account that has one.
struct SQLiteUserStore: UserStore {
    let connection: Connection

    func find(_ id: UserID, assuming user: User?) throws -> User? {
        if let user, user.id == id, try isUnchanged(user) { return user }
        return try connection.first(Self.findByID, with: .text(id.rawValue), read: Self.read)
    }

    /// Comparing a few columns takes less time than reading all of them.
    private func isUnchanged(_ user: User) throws -> Bool {
        let found = try connection.first(
            Self.findUnchanged, with: .text(user.id.rawValue), .flag(user.isBlocked), .count(user.tokenGeneration),
            .time(user.updatedAt), .time(user.deletesAt), .json(user.disconnections)
        ) { _ in true }
        return found != nil
    }

    func find(_ id: UserID, unlessRevoked grant: GrantID) throws -> (user: User?, isRevoked: Bool) {
        let revocation = grant.revocation
        let found = try connection.first(Self.findUnlessRevoked, with: .bytes(revocation), .text(id.rawValue)) { row in
            try row.flag() ? nil : Self.read(&row)
        }
        if let found { return (found, found == nil) }
        return (nil, try SQLiteOneTimeStore(connection: connection).isConsumed(revocation))
    }

    func find(by handle: UserHandle) throws -> User? {
        try connection.first(Self.findByHandle, with: .bytes(handle.bytes), read: Self.read)
    }

    func find(_ kind: Identifier.Kind, normalized: String, in name: String) throws -> User? {
        try connection.first(
            Self.findByIdentifier, with: .text(name), .text(kind.rawValue), .text(normalized), read: Self.read)
    }

    func list(after id: UserID?, limit: Int) throws -> [User] {
        guard let id else { return try connection.all(Self.listFirst, with: .count(limit), read: Self.read) }
        guard
            let start = try connection.first(Self.place, with: .text(id.rawValue), read: { ($0.time(), $0.integer()) })
        else { throw connection.conflict(.notFound) }
        return try connection.all(
            Self.listNext, with: .time(start.0), .integer(start.1), .count(limit), read: Self.read)
    }

    func list(deletedBefore time: Timestamp, limit: Int) throws -> [User] {
        try connection.all(Self.listDeleted, with: .time(time), .count(limit), read: Self.read)
    }

    func waysIn(of id: UserID) throws -> [WayReference] {
        try SQLiteWaysIn(connection: connection).list(of: id)
    }

    func count() throws -> Int {
        try connection.first(Self.countAll) { $0.count() } ?? 0
    }

    func insert(_ user: User) throws {
        let profile = user.profile
        try connection.run(
            Self.insertUser, with: .text(user.id.rawValue), .text(user.connection), .bytes(user.handle.bytes),
            .text(profile.name), .text(profile.givenName), .text(profile.familyName), .text(profile.nickname),
            .text(profile.picture), .json(user.metadata), .flag(user.isBlocked), .count(user.tokenGeneration),
            .json(user.identifiers), .time(user.createdAt), .time(user.updatedAt), .json(user.disconnections),
            .time(user.deletesAt))
        try insert(user.identifiers, of: user.id)
    }

    func apply(_ change: User.Change, to id: UserID, at time: Timestamp) throws {
        let key = SQLValue.text(id.rawValue)
        let changed =
            switch change {
            case .blocked(let isBlocked):
                try connection.run(Self.setBlocked, with: .flag(isBlocked), .flag(isBlocked), .time(time), key)
            case .deletion(let deletesAt):
                try connection.run(
                    Self.setDeletion, with: .time(deletesAt), .flag(deletesAt != nil), .time(time), key)
            case .newTokenGeneration: try connection.run(Self.advanceGeneration, with: .time(time), key)
            case .disconnected(let client): try disconnect(client, from: id, at: time)
            case .metadata(let metadata): try connection.run(Self.setMetadata, with: .json(metadata), .time(time), key)
            case .name(let name): try connection.run(Self.setName, with: .text(name), .time(time), key)
            case .identifiers(let identifiers):
                try connection.run(Self.setIdentifiers, with: .json(identifiers), .time(time), key)
            }
        guard changed == 1 else { throw connection.conflict(.notFound) }
        guard case .identifiers(let identifiers) = change else { return }
        try connection.run(Self.removeIdentifiers, with: key)
        try insert(identifiers, of: id)
    }

    /// The account itself does not change, so its time of change stays.
    private func disconnect(_ client: String, from id: UserID, at time: Timestamp) throws -> Int {
        guard var disconnections = try find(id)?.disconnections else { throw connection.conflict(.notFound) }
        let oldest = time.secondsSince1970 - Int64(User.longestDisconnection)
        disconnections = disconnections.filter { $0.value.secondsSince1970 > oldest }
        disconnections[client] = time
        return try connection.run(Self.setDisconnections, with: .json(disconnections), .text(id.rawValue))
    }

    func postponeDeletions(until time: Timestamp) throws -> Int {
        try connection.run(Self.postponeDeletions, with: .time(time), .time(time))
        return try connection.first(Self.countDeletions) { $0.count() } ?? 0
    }

    func remove(_ id: UserID) throws {
        try SQLiteEventStore(connection: connection).removeSignIns(of: id)
        try SQLiteOutboxStore(connection: connection).removeMail(of: id)
        guard try connection.run(Self.removeUser, with: .text(id.rawValue)) == 1 else {
            throw connection.conflict(.notFound)
        }
        connection.hasUnusedPages = true
    }

    private func insert(_ identifiers: [Identifier], of id: UserID) throws {
        for identifier in identifiers where identifier.isUnique {
            try connection.run(
                Self.insertIdentifier, with: .text(identifier.kind.rawValue), .text(identifier.normalized),
                .text(id.rawValue))
        }
    }

    static func read(_ row: inout Row) throws -> User {
        let id = UserID(rawValue: row.text())
        let name = row.text()
        let handle = try row.require(UserHandle(row.bytes()))
        var user = User(id: id, connection: name, handle: handle, createdAt: row.time())
        user.updatedAt = row.time()
        user.profile.name = row.optional { $0.text() }
        user.profile.givenName = row.optional { $0.text() }
        user.profile.familyName = row.optional { $0.text() }
        user.profile.nickname = row.optional { $0.text() }
        user.profile.picture = row.optional { $0.text() }
        user.metadata = try row.json()
        user.isBlocked = row.flag()
        user.tokenGeneration = row.count()
        user.identifiers = try row.identifiers()
        user.disconnections = try row.optional { try $0.times() } ?? [:]
        user.deletesAt = row.optional { $0.time() }
        return user
    }
}

extension SQLiteUserStore {
    static let columns: StaticString = """
        users.id, users.connection, users.handle, users.created_at, users.updated_at, users.name, users.given_name,
        users.family_name, users.nickname, users.picture, users.metadata, users.is_blocked,
        users.token_generation, users.identifiers, users.disconnections, users.deletes_at
        """
    private static let findByID = SQL("SELECT", columns, "FROM users WHERE id = ?")
    private static let countAll = SQL("SELECT count(*) FROM users")
    private static let findUnchanged = SQL(
        "SELECT 1 FROM users WHERE id = ? AND is_blocked = ? AND token_generation = ? AND updated_at = ?",
        "AND deletes_at IS ? AND disconnections IS ?")
    private static let findUnlessRevoked = SQL(
        "SELECT EXISTS (", SQLiteOneTimeStore.isConsumed, "),", columns, "FROM users WHERE users.id = ?")
    private static let findByHandle = SQL("SELECT", columns, "FROM users WHERE handle = ?")
    private static let findByIdentifier = SQL(
        "SELECT", columns, "FROM identifiers JOIN users ON users.id = identifiers.user",
        "WHERE identifiers.connection = ? AND identifiers.kind = ? AND identifiers.normalized = ?")
    private static let place = SQL("SELECT created_at, number FROM users WHERE id = ?")
    private static let listFirst = SQL("SELECT", columns, "FROM users ORDER BY created_at, number LIMIT ?")
    private static let listNext = SQL(
        "SELECT", columns, "FROM users WHERE (created_at, number) > (?, ?) ORDER BY created_at, number LIMIT ?")
    private static let listDeleted = SQL(
        "SELECT", columns, "FROM users WHERE deletes_at < ? AND is_blocked = 0 ORDER BY deletes_at LIMIT ?")
    private static let insertUser = SQL(
        "INSERT INTO users (id, connection, handle, name, given_name, family_name, nickname, picture, metadata,",
        "is_blocked, token_generation, identifiers, created_at, updated_at, disconnections,",
        "deletes_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let setBlocked = SQL(
        "UPDATE users SET is_blocked = ?, token_generation = token_generation + ?, updated_at = ? WHERE id = ?")
    private static let setDeletion = SQL(
        "UPDATE users SET deletes_at = ?, token_generation = token_generation + ?, updated_at = ? WHERE id = ?")
    private static let postponeDeletions = SQL("UPDATE users SET deletes_at = ? WHERE deletes_at < ?")
    private static let countDeletions = SQL("SELECT count(*) FROM users WHERE deletes_at IS NOT NULL")
    private static let advanceGeneration = SQL(
        "UPDATE users SET token_generation = token_generation + 1, updated_at = ? WHERE id = ?")
    private static let setDisconnections = SQL("UPDATE users SET disconnections = ? WHERE id = ?")
    private static let setMetadata = SQL("UPDATE users SET metadata = ?, updated_at = ? WHERE id = ?")
    private static let setName = SQL("UPDATE users SET name = ?, updated_at = ? WHERE id = ?")
    private static let setIdentifiers = SQL("UPDATE users SET identifiers = ?, updated_at = ? WHERE id = ?")
    private static let removeUser = SQL("DELETE FROM users WHERE id = ?")
    private static let insertIdentifier = SQL(
        "INSERT INTO identifiers (connection, kind, normalized, user)",
        "SELECT connection, ?, ?, id FROM users WHERE id = ?")
    private static let removeIdentifiers = SQL("DELETE FROM identifiers WHERE user = ?")
}

extension SQLValue {
    /// Each identifier is an array with its kind, value, normalized value, and 0, or when it was verified, or 1 if that is
    /// not known; and the time until which it is unconfirmed, if there is one.
    fileprivate static func json(_ identifiers: [Identifier]) -> Self {
        let items = identifiers.map { identifier in
            let parts: [JSONValue] = [
                .string(identifier.kind.rawValue), .string(identifier.value), .string(identifier.normalized),
                .number(JSONNumber(identifier.isVerified ? identifier.verifiedAt?.secondsSince1970 ?? 1 : 0)),
            ]
            let until = identifier.unconfirmedUntil.map { JSONValue.number(JSONNumber($0.secondsSince1970)) }
            return JSONValue.array(parts + [until].compactMap(\.self))
        }
        return .utf8(JSONValue.array(items).serialized())
    }

    /// NULL if there are none, which nearly every account has.
    fileprivate static func json(_ times: [String: Timestamp]) -> Self {
        guard !times.isEmpty else { return .text(nil) }
        var object = JSONObject()
        for (name, time) in times.sorted(by: { $0.key < $1.key }) {
            object[name] = .number(JSONNumber(time.secondsSince1970))
        }
        return .json(object)
    }
}

extension Row {
    fileprivate mutating func times() throws -> [String: Timestamp] {
        var times: [String: Timestamp] = [:]
        for member in try json().members {
            times[member.name] = Timestamp(secondsSince1970: Int64(try require(member.value.intValue)))
        }
        return times
    }

    fileprivate mutating func identifiers() throws -> [Identifier] {
        try array().map { item in
            let parts = try require(item.arrayValue)
            guard parts.count == 4 || parts.count == 5, let kind = parts[0].stringValue.flatMap(Identifier.Kind.init),
                let value = parts[1].stringValue, let normalized = parts[2].stringValue,
                let verifiedAt = parts[3].intValue
            else { throw Self.damaged }
            var identifier = Identifier(
                kind: kind, value: value, normalized: normalized, isVerified: verifiedAt != 0)
            identifier.verifiedAt = verifiedAt > 1 ? Timestamp(secondsSince1970: Int64(verifiedAt)) : nil
            if parts.count == 5 {
                identifier.unconfirmedUntil = Timestamp(secondsSince1970: Int64(try require(parts[4].intValue)))
            }
            return identifier
        }
    }
}
