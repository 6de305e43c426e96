// SPDX-License-Identifier: Apache-2.0

import IdentityModel

extension SQLiteStorage {
    /// Fails unless a file is a whole database of this program, of whatever age. Nobody else may have it open.
    package static func inspect(_ path: String) throws {
        let connection = try Connection.open(SQLiteSettings(path: path), as: .reader)
        guard let verdict = try connection.first(quickCheck, read: { $0.text() }), verdict == "ok" else {
            throw StorageError.incompatible(reason: "The database is damaged: \(path).")
        }
    }

    private static let quickCheck = SQL("PRAGMA quick_check(1)")
}
