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
        try Self.requireOwner(of: folder)
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
        defer { withExtendedLifetime(lock) {} }
        let storage = try Self.storage(at: path)
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
        try requireOwner(of: source)
        guard mkdir(folder, 0o700) == 0 else {
            throw .failed("The folder \(folder) can't be created: \(systemErrorText(errno)).")
        }
        let storage = try storage(at: original)
        do {
            try await storage.backUp(to: path(in: folder))
            await storage.close()
        } catch {
            await storage.close()
            throw .failed("\(original) can't be copied: \(error)")
        }
        try copyMasterKey(from: source + "/master.key", to: folder + "/master.key")
    }

    /// If a server has run on the folder, its signing keys are sealed with this key.
    private static func copyMasterKey(from source: String, to path: String) throws(CommandFailure) {
        // Opening a pipe must not block.
        let descriptor = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .failed("\(source) can't be read: \(systemErrorText(errno)).") }
            return
        }
        defer { close(descriptor) }
        let bytes = Files.readSome(128, from: descriptor)
        let isPrivate: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: isPrivate) else {
            throw .failed("\(source) can't be copied to \(path).")
        }
    }

    /// Fails for root in a folder of another user, who can put links into the place of files, which root would follow.
    private static func requireOwner(of folder: String) throws(CommandFailure) {
        var status = stat()
        guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
        throw .failed("\(folder) belongs to another user. Run the command as that user, not as root.")
    }

    private static func storage(at path: String) throws(CommandFailure) -> SQLiteStorage {
        do {
            var settings = SQLiteSettings(path: path)
            settings.copyBeforeMigration = path + ".before-upgrade"
            return try SQLiteStorage(settings)
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
