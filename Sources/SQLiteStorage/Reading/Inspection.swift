// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

extension SQLiteStorage {
    /// The number of the schema of an open database.
    package static let schema = Migration.all.count

    /// The extent to which a file is inspected.
    package enum Thoroughness: Sendable {
        /// Whether each page is in its place. It reads all of the file, and takes about a second for a gigabyte.
        case pages
        /// Whether indexes match their tables and references lead somewhere, too.
        case records
    }

    /// Throws unless a file is an intact database of this program, in any version. No other process may have it open.
    package static func inspect(_ path: String, checking thoroughness: Thoroughness = .pages) throws {
        let connection = try Connection.open(SQLiteSettings(path: path), as: .reader)
        let check = thoroughness == .pages ? quickCheck : integrityCheck
        guard let verdict = try connection.first(check, read: { $0.text() }), verdict == "ok" else {
            throw StorageError.damaged(reason: "The database is damaged: \(path).")
        }
        guard thoroughness == .records, let table = try connection.first(foreignKeyCheck, read: { $0.text() }) else {
            return
        }
        throw StorageError.damaged(reason: "The database is damaged: \(path) (references of \(table) lead nowhere).")
    }

    /// Returns the number of the schema that a database of this program has.
    package static func schema(of path: String) throws -> Int {
        let connection = try Connection.open(SQLiteSettings(path: path), as: .reader)
        return try connection.first(userVersion) { $0.count() } ?? 0
    }

    /// Reads a database that other processes may use, and leaves everything as it is: the file's mode, and its schema,
    /// which has to be this program's.
    package static func look<Value>(
        at path: String, _ body: (any StorageSnapshot) throws -> Value
    ) throws -> Value {
        let connection = try Connection.open(SQLiteSettings(path: path), as: .reader)
        return try connection.view { try body(SQLiteSnapshot(connection: $0)) }
    }

    private static let quickCheck = SQL("PRAGMA quick_check(1)")
    private static let integrityCheck = SQL("PRAGMA integrity_check(1)")
    private static let foreignKeyCheck = SQL("PRAGMA foreign_key_check")
    private static let userVersion = SQL("PRAGMA user_version")
}
