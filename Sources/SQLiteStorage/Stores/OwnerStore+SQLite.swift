// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The server's owners in SQLite.
struct SQLiteOwnerStore: OwnerStore {
    let connection: Connection

    func list() throws -> [UserID] {
        try connection.all(Self.listOwners) { UserID(rawValue: $0.text()) }
    }

    func setupCode() throws -> SetupCodeRecord? {
        try connection.first(Self.findCode) { SetupCodeRecord(hash: $0.bytes(), expiresAt: $0.time()) }
    }

    func insert(_ user: UserID) throws {
        try connection.run(Self.insertOwner, with: .text(user.rawValue))
    }

    func setSetupCode(_ code: SetupCodeRecord?) throws {
        guard let code else {
            try connection.run(Self.removeCode)
            return
        }
        try connection.run(Self.putCode, with: .bytes(code.hash), .time(code.expiresAt))
    }

    private static let listOwners = SQL("SELECT user FROM owners ORDER BY user")
    private static let insertOwner = SQL("INSERT INTO owners (user) VALUES (?)")
    private static let findCode = SQL("SELECT hash, expires_at FROM setup_code")
    private static let putCode = SQL(
        "INSERT INTO setup_code (only, hash, expires_at) VALUES (1, ?, ?)",
        "ON CONFLICT (only) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at")
    private static let removeCode = SQL("DELETE FROM setup_code")
}
