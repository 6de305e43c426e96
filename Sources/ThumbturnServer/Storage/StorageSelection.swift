// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel

/// Access to the storage in the settings.
enum StorageSelection {
    /// Opens the database. Creates it and the data folder if necessary.
    static func open(
        _ settings: ServerSettings, observer: StorageObserver? = nil
    ) throws(CommandFailure) -> OpenDatabase {
        try DataFolder.create(settings.dataDirectory)
        do {
            return try settings.database.open(observer: observer)
        } catch StorageError.damaged(let reason) {
            let kept = try settings.database.replacement().kept
            throw .failed(
                """
                The database can't be opened: \(reason)
                  Stop the server and bring a backup back: thumbturn restore FILE --data \(settings.dataDirectory)
                  It keeps the broken file as \(kept).
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
        guard mayCreate || settings.database.exists else { return try await body(nil, settings) }
        return try await use(settings) { database, settings throws(CommandFailure) in
            try await body(database.storage, settings)
        }
    }

    /// Passes the storage to `body`, with the settings in which the URL is the server's, and closes it. Fails if there
    /// is none.
    static func withExisting<Value: Sendable>(
        _ settings: ServerSettings, body: (any Storage, ServerSettings) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        try await with(settings, mayCreate: false) { storage, settings throws(CommandFailure) in
            guard let storage else { throw .noDatabase(at: settings.database) }
            return try await body(storage, settings)
        }
    }

    /// Writes a consistent copy of the database to a new file, while a server may run on it. A failure's message begins
    /// with `subject`.
    static func backUp(
        _ settings: ServerSettings, to path: String, orFail subject: String
    ) async throws(CommandFailure) {
        guard settings.database.exists else { throw .noDatabase(at: settings.database) }
        try await use(settings) { database, _ throws(CommandFailure) in
            do throws(CommandFailure) {
                try await CommandFailure.mapFailure(to: subject) { try await database.backUp(path) }
            } catch {
                throw CommandFailure(message: error.message + Files.hint, status: error.status)
            }
        }
    }

    private static func use<Value: Sendable>(
        _ settings: ServerSettings, body: (OpenDatabase, ServerSettings) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let database = try open(settings)
        do {
            let value = try await body(database, try await settings.located(by: database.storage))
            await database.storage.close()
            return value
        } catch {
            await database.storage.close()
            throw error
        }
    }
}

extension CommandFailure {
    static func noDatabase(at database: ServerSettings.Database) -> CommandFailure {
        let file = EnvironmentFile.standard
        return .failed(
            "There is no database at \(database).\n"
                + (file.isHidden
                    ? "  The settings of this machine's server are in \(file.path), which this user can't read: use sudo."
                    : "  Give the server's folder with --data. thumbturn serve creates a database when it starts."))
    }
}
