// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import POSIX
import SQLiteStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The database of a server that isn't running, in its data folder.
struct BenchDatabase: Sendable {
    let path: String
    private let lock: FileLock

    /// Locks the database against servers. Creates the folder if necessary.
    init(in folder: String) throws(CommandFailure) {
        path = Self.path(in: folder)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw .failed("The folder \(folder) can't be created: \(systemErrorText(errno)).")
        }
        let file = SQLiteStorage.lockFile(ofDatabaseAt: path)
        do throws(FileLock.Failure) {
            lock = try FileLock(at: file)
        } catch {
            switch error {
            case .isHeld:
                throw .failed("A server is running on \(path). Stop it first, or choose another folder with --data.")
            case .unusable(let text): throw .failed("The lock \(file) can't be used: \(text).")
            }
        }
    }

    /// Passes the storage to a body, and closes it.
    func use<Value>(
        _ body: (any Storage) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let storage = try Self.open(path)
        do {
            let value = try await body(storage)
            await storage.close()
            return value
        } catch {
            await storage.close()
            throw error
        }
    }

    /// Copies the database of a data folder to another folder, which is created.
    static func copy(from source: String, to folder: String) async throws(CommandFailure) {
        let original = path(in: source)
        guard FileManager.default.fileExists(atPath: original) else {
            throw .failed("There is no database at \(original). Make one: thumbturn-tools bench seed --data \(source)")
        }
        guard mkdir(folder, 0o700) == 0 else {
            throw .failed("The folder \(folder) can't be created: \(systemErrorText(errno)).")
        }
        let storage = try open(original)
        do {
            try await storage.backUp(to: path(in: folder))
            await storage.close()
        } catch {
            await storage.close()
            throw .failed("\(original) can't be copied: \(error)")
        }
        // If a server has run on that folder, its signing keys are sealed with this key.
        let key = "/master.key"
        guard let bytes = FileManager.default.contents(atPath: source + key) else { return }
        let isPrivate: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: folder + key, contents: bytes, attributes: isPrivate) else {
            throw .failed("\(source)\(key) can't be copied.")
        }
    }

    private static func open(_ path: String) throws(CommandFailure) -> SQLiteStorage {
        do {
            return try SQLiteStorage(SQLiteSettings(path: path))
        } catch {
            throw .failed("The database can't be opened: \(CommandFailure.text(of: error))")
        }
    }

    private static func path(in folder: String) -> String { folder + "/thumbturn.sqlite" }
}

extension CommandFailure {
    /// Runs `body`, and turns errors of the storage and the configuration into a message that begins with `subject`.
    static func mapFailure<Value>(
        to subject: String, body: () async throws -> Value
    ) async throws(CommandFailure) -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .failed("\(subject): \(text(of: error))")
        }
    }

    static func text(of error: any Error) -> String {
        switch error {
        case StorageError.unavailable(let reason), StorageError.incompatible(let reason),
            StorageError.damaged(let reason):
            reason
        case let failure as ConfigurationFailure: failure.problems.map(\.description).joined(separator: "\n")
        default: "\(error)"
        }
    }
}
