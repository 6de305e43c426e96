// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SQLiteStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension StorageKind {
    /// A file of SQLite's, at a path.
    package static let sqlite = StorageKind(
        name: "sqlite", form: "PATH", formInWords: "the path of a file",
        schema: SQLiteStorage.schema,
        standardLocation: { $0 + "/thumbturn.sqlite" },
        exists: { FileManager.default.fileExists(atPath: $0) },
        files: { path in [path, path + "-wal", path + "-shm", path + ".lock"] },
        lockFile: { SQLiteStorage.lockFile(ofDatabaseAt: $0) },
        open: { path, observer in
            var settings = SQLiteSettings(path: path)
            settings.observer = observer.map { WriterObserver(waited: $0.waited, committed: $0.committed) }
            settings.copyBeforeMigration = path + ".before-upgrade"
            return OpenDatabase(try SQLiteStorage(settings))
        },
        storedSchema: { try SQLiteStorage.schema(of: $0) },
        look: { try SQLiteStorage.look(at: $0, $1) },
        replacement: { DatabaseReplacement(path: $0) })
}

extension OpenDatabase {
    fileprivate init(_ storage: SQLiteStorage) {
        self.init(
            storage: storage, backUp: { try await storage.backUp(to: $0) },
            statistics: {
                let statistics = storage.statistics
                return StorageStatistics(
                    transactions: statistics.transactions, commits: statistics.commits,
                    checkpoints: statistics.checkpoints, waiting: statistics.waiting, reading: storage.readingCount)
            })
    }
}
