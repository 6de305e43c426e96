// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQLiteStorage

/// Another version of the program, whose schema has one migration more or one less.
enum OtherVersion {
    case earlier, later

    /// Opens a database as that version does, and closes it. Creates it if necessary.
    func open(_ path: String) async throws {
        var settings = SQLiteSettings(path: path)
        switch self {
        case .earlier: settings.migrations.removeLast()
        case .later:
            let number = settings.migrations.count + 1
            settings.migrations.append(Migration(number: number, title: "more", script: ""))
        }
        await (try SQLiteStorage(settings)).close()
    }
}

extension ServerFolder {
    /// Replaces the database with an empty one of another version of the program.
    func replaceDatabase(by version: OtherVersion) async throws {
        try FileManager.default.removeItem(atPath: database)
        try await version.open(database)
    }
}
