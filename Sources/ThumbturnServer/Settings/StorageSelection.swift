// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import SQLiteStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ServerSettings {
    /// The kind of storage, and where it is.
    package enum Database: Hashable, Sendable {
        case sqlite(path: String)

        /// The form of the setting.
        static let form = "sqlite:PATH"

        /// Reads a setting such as `sqlite:PATH`.
        init(_ text: String) throws(ValueRejection) {
            guard text.hasPrefix("sqlite:"), text.utf8.count > 7 else {
                throw ValueRejection("is not a database", remedy: "Write sqlite: and the path of a file.")
            }
            self = .sqlite(path: String(text.dropFirst(7)))
        }

        static func standard(in directory: String) -> Database {
            .sqlite(path: directory + "/thumbturn.sqlite")
        }
    }

    var databasePath: String {
        switch database {
        case .sqlite(let path): path
        }
    }
}

/// Access to the storage in the settings.
enum StorageSelection {
    /// Opens the storage. Creates the data folder and the database if necessary.
    static func open(
        _ settings: ServerSettings, observer: WriterObserver? = nil
    ) throws(CommandFailure) -> any Storage {
        try DataFolder.create(settings.dataDirectory)
        do {
            switch settings.database {
            case .sqlite(let path):
                var sqlite = SQLiteSettings(path: path)
                sqlite.observer = observer
                sqlite.copyBeforeMigration = path + ".before-upgrade"
                return try SQLiteStorage(sqlite)
            }
        } catch StorageError.damaged(let reason) {
            throw .failed(
                """
                The database can't be opened: \(reason)
                  Stop the server and bring a backup back: thumbturn restore FILE --data \(settings.dataDirectory)
                  It keeps the broken file as \(settings.databasePath).before-restore.
                """)
        } catch {
            throw CommandFailure("The database can't be opened", cause: error)
        }
    }

    /// Passes the storage to `body`, with the settings in which the URL is the server's, and closes it. Passes `nil` if
    /// there is no storage and none may be created.
    static func with<Value: Sendable>(
        _ settings: ServerSettings, mayCreate: Bool,
        body: ((any Storage)?, ServerSettings) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        guard mayCreate || exists(settings.database) else { return try await body(nil, settings) }
        let storage = try open(settings)
        do {
            let value = try await body(storage, try await settings.located(by: storage))
            await storage.close()
            return value
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Passes the storage to `body`, with the settings in which the URL is the server's, and closes it. Fails if there
    /// is none.
    static func withExisting<Value: Sendable>(
        _ settings: ServerSettings, body: (any Storage, ServerSettings) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        try await with(settings, mayCreate: false) { storage, settings throws(CommandFailure) in
            guard let storage else { throw .noDatabase(at: settings.databasePath) }
            return try await body(storage, settings)
        }
    }

    private static func exists(_ database: ServerSettings.Database) -> Bool {
        switch database {
        case .sqlite(let path): FileManager.default.fileExists(atPath: path)
        }
    }
}

extension CommandFailure {
    static func noDatabase(at path: String) -> CommandFailure {
        let file = EnvironmentFile.standard
        return .failed(
            "There is no database at \(path).\n"
                + (file.isHidden
                    ? "  The settings of this machine's server are in \(file.path), which this user can't read: use sudo."
                    : "  Give the server's folder with --data. thumbturn serve creates a database when it starts."))
    }
}
