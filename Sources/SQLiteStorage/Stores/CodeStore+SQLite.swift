// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// One-time codes in SQLite.
struct SQLiteCodeStore: CodeStore {
    let connection: Connection

    func find(_ id: SentCode.ID) throws -> SentCode? {
        try connection.first(Self.findByID, with: .bytes(id.rawValue), read: Self.read)
    }

    func findNewest(_ purpose: SentCode.Purpose, for address: SentCode.Address, of client: String) throws -> SentCode? {
        try connection.first(
            Self.findNewest, with: .text(address.normalized), .text(client), .text(purpose.rawValue),
            .text(address.connection), .text(address.kind.rawValue), read: Self.read)
    }

    func count(_ failures: CodeFailures) throws -> Int {
        let address = failures.address
        return try connection.first(
            Self.countFailures, with: .text(address.connection), .text(address.kind.rawValue),
            .text(address.normalized), .bytes(failures.browser), .count(failures.day)
        ) { $0.count() } ?? 0
    }

    func insert(_ code: SentCode) throws {
        let (binding, browser) = code.binding.columns
        try connection.run(
            Self.insertCode, with: .bytes(code.id.rawValue), .text(code.purpose.rawValue),
            .text(code.address.connection), .text(code.address.kind.rawValue), .text(code.address.normalized),
            .text(code.client), .text(code.host), .text(binding), .bytes(browser), .bytes(code.hash),
            .text(code.user?.rawValue), .bytes(code.content), .count(code.tries), .time(code.expiresAt),
            .time(code.spentAt))
    }

    func countTry(of id: SentCode.ID) throws {
        try connection.run(Self.countTry, with: .bytes(id.rawValue))
    }

    func spend(_ id: SentCode.ID, at time: Timestamp) throws {
        guard try connection.run(Self.spendCode, with: .time(time), .bytes(id.rawValue)) == 1 else {
            throw connection.conflict(.alreadyConsumed)
        }
    }

    func add(_ failures: CodeFailures) throws {
        let address = failures.address
        try connection.run(
            Self.addFailure, with: .text(address.connection), .text(address.kind.rawValue), .text(address.normalized),
            .bytes(failures.browser), .count(failures.day))
    }

    func removeExpired(before time: Timestamp, limit: Int) throws -> Int {
        let day = CodeFailures(for: SentCode.Address(.email, normalized: "", in: ""), at: time).day
        let removed = try connection.run(Self.removeExpired, with: .time(time), .count(limit))
        if removed > 0 { connection.hasUnusedPages = true }
        return try removed + connection.run(Self.removeFailures, with: .count(day), .count(limit - removed))
    }

    func removeAll() throws {
        try connection.run(Self.removeAll)
    }

    private static func read(_ row: inout Row) throws -> SentCode {
        let id = SentCode.ID(rawValue: row.bytes())
        let purpose = try row.require(SentCode.Purpose(rawValue: row.text()))
        let (name, kind) = (row.text(), try row.require(Identifier.Kind(rawValue: row.text())))
        let address = SentCode.Address(kind, normalized: row.text(), in: name)
        let (client, host, binding) = (row.text(), row.text(), row.text())
        let browser = row.optional { $0.bytes() }
        let hash = row.bytes()
        let (user, content) = (row.optional { UserID(rawValue: $0.text()) }, row.optional { $0.bytes() })
        let tries = row.count()
        var code = SentCode(
            id: id, for: purpose, to: address, client: client, host: host,
            binding: try row.require(SentCode.Binding(binding, browser)), hash: hash, until: row.time())
        code.user = user
        code.content = content
        code.tries = tries
        code.spentAt = row.optional { $0.time() }
        return code
    }
}

extension SentCode.Binding {
    fileprivate var columns: (String, [UInt8]?) {
        switch self {
        case .client: ("client", nil)
        case .holder: ("holder", nil)
        case .browser(let digest): ("browser", digest)
        }
    }

    fileprivate init?(_ name: String, _ browser: [UInt8]?) {
        switch (name, browser) {
        case ("client", nil): self = .client
        case ("holder", nil): self = .holder
        case ("browser", let digest?): self = .browser(digest)
        default: return nil
        }
    }
}

extension SQLiteCodeStore {
    private static let columns: StaticString = """
        id, purpose, connection, kind, address, client, host, binding, browser, hash, user, content, tries, expires_at,
        spent_at
        """
    private static let findByID = SQL("SELECT", columns, "FROM codes WHERE id = ?")
    private static let findNewest = SQL(
        "SELECT", columns, "FROM codes WHERE binding = 'client' AND address = ? AND client = ? AND purpose = ?",
        "AND connection = ? AND kind = ? ORDER BY id DESC LIMIT 1")
    private static let countFailures = SQL(
        "SELECT count FROM code_failures WHERE connection = ? AND kind = ? AND address = ? AND browser = ? AND day = ?")
    private static let insertCode = SQL(
        "INSERT INTO codes (", columns, ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    private static let countTry = SQL("UPDATE codes SET tries = tries + 1 WHERE id = ?")
    private static let spendCode = SQL("UPDATE codes SET spent_at = ? WHERE id = ? AND spent_at IS NULL")
    private static let addFailure = SQL(
        "INSERT INTO code_failures (connection, kind, address, browser, day, count) VALUES (?, ?, ?, ?, ?, 1)",
        "ON CONFLICT DO UPDATE SET count = CASE day WHEN excluded.day THEN count + 1 ELSE 1 END, day = excluded.day")
    private static let removeExpired = SQL(
        "DELETE FROM codes WHERE id IN (SELECT id FROM codes WHERE expires_at < ? LIMIT ?)")
    private static let removeFailures = SQL(
        "DELETE FROM code_failures WHERE (connection, kind, address, browser) IN",
        "(SELECT connection, kind, address, browser FROM code_failures WHERE day < ? LIMIT ?)")
    private static let removeAll = SQL("DELETE FROM codes")
}
