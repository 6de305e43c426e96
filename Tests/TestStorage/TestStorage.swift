// SPDX-License-Identifier: Apache-2.0

import Foundation
package import IdentityModel
import SQLiteStorage
import TestSupport
package import WireFormats

/// A new, empty storage of the kind that the tests run with. Its data is removed with this value.
package final class TestStorage: Sendable {
    package let storage: any Storage
    private let open: @Sendable () throws -> any Storage

    /// Creates the storage. This is the one place where the kind is chosen for tests that work with any.
    ///
    /// It doesn't sync, because no test stops the machine.
    package convenience init(clock: @escaping @Sendable () -> Timestamp = { .now() }) throws {
        let folder = try TemporaryFolder()
        try EmptyDatabase.shared.get().write(to: folder)
        var settings = EmptyDatabase.settings(in: folder)
        settings.clock = clock
        try self.init { [settings] in try withExtendedLifetime(folder) { try SQLiteStorage(settings) } }
    }

    /// Opens a storage of a certain kind. Whatever the function holds, such as the data's folder, lives as long as this
    /// value.
    package init(opening open: @escaping @Sendable () throws -> any Storage) throws {
        storage = try open()
        self.open = open
    }

    /// Opens the same data once more, as another process does.
    package func openAnother() throws -> any Storage { try open() }
}

/// Passes a new storage to a body. Closes it and removes its data afterwards.
package func withStorage<Result>(_ body: (any Storage) async throws -> Result) async throws -> Result {
    let data = try TestStorage()
    defer { withExtendedLifetime(data) {} }
    return try await withStorage(data.storage, body)
}

/// Passes an open storage to a body, and closes it afterwards.
package func withStorage<Result>(
    _ storage: any Storage, _ body: (any Storage) async throws -> Result
) async throws -> Result {
    do {
        let result = try await body(storage)
        await storage.close()
        return result
    } catch {
        await storage.close()
        throw error
    }
}

/// The files of a database without data. Most tests begin with a copy, because the migrations take longer than they do.
private struct EmptyDatabase {
    static let shared = Result { try EmptyDatabase() }
    private static let name = "test.sqlite"
    /// The migrations are still in the log, while the database is open.
    private static let names = [name, name + "-wal"]

    private let files: [(name: String, content: Data)]

    private init() throws {
        let folder = try TemporaryFolder()
        let storage = try SQLiteStorage(Self.settings(in: folder))
        files = try Self.names.map { name in
            (name, try Data(contentsOf: URL(filePath: folder.path(of: name))))
        }
        withExtendedLifetime((folder, storage)) {}
    }

    static func settings(in folder: TemporaryFolder) -> SQLiteSettings {
        var settings = SQLiteSettings(path: folder.path(of: name))
        settings.testStatements = ["PRAGMA synchronous = OFF"]
        return settings
    }

    func write(to folder: TemporaryFolder) throws {
        for file in files { try file.content.write(to: URL(filePath: folder.path(of: file.name))) }
    }
}
