// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SQLiteStorage
import TestSupport

/// A new, empty storage of the kind that the tests run with. Its data is removed with this value.
package final class TestStorage: Sendable {
    package let storage: any Storage
    private let open: @Sendable () throws -> any Storage

    /// Creates the storage. This is the one place where the kind is chosen for tests that work with any.
    ///
    /// It doesn't sync, because no test stops the machine.
    package convenience init() throws {
        let folder = try TemporaryFolder()
        try self.init {
            var settings = SQLiteSettings(path: folder.path(of: "test.sqlite"))
            settings.testStatements = ["PRAGMA synchronous = OFF"]
            return try SQLiteStorage(settings)
        }
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
