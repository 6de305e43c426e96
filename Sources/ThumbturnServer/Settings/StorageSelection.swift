// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Opens the storage that the settings name.
enum StorageSelection {
    /// Makes what is missing: the data folder, for its owner alone, and the database.
    static func open(_ settings: ServerSettings) throws(CommandFailure) -> any Storage {
        try DataFolder.make(settings.dataDirectory)
        do {
            switch settings.database {
            case .sqlite(let path): return try SQLiteStorage(SQLiteSettings(path: path))
            }
        } catch {
            throw CommandFailure("The storage can't be opened", error)
        }
    }

    /// Lends the storage and closes it; `nil` where there is none and none may be made.
    static func with<Value: Sendable>(
        _ settings: ServerSettings, mayCreate: Bool,
        _ body: ((any Storage)?) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        guard mayCreate || exists(settings.database) else { return try await body(nil) }
        let storage = try open(settings)
        do {
            let value = try await body(storage)
            await storage.close()
            return value
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Lends a storage that is there, and closes it.
    static func withExisting<Value: Sendable>(
        _ settings: ServerSettings, _ body: (any Storage) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        try await with(settings, mayCreate: false) { storage throws(CommandFailure) in
            guard let storage else {
                throw .failed(
                    "There is no database at \(settings.databasePath).\n"
                        + "  Name the server's folder with --data; thumbturn serve makes a database when it starts.")
            }
            return try await body(storage)
        }
    }

    private static func exists(_ database: ServerSettings.Database) -> Bool {
        switch database {
        case .sqlite(let path): FileManager.default.fileExists(atPath: path)
        }
    }
}

extension ServerSettings {
    var databasePath: String {
        switch database {
        case .sqlite(let path): path
        }
    }
}
