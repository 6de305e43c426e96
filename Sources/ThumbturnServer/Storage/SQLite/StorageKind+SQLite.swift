// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX
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
        // It stands beside the database, because several data folders may name the same one. A lock on the database
        // file itself would be lost with the first descriptor that SQLite closes, and when a restore replaces the file.
        lockFile: { resolved($0) + ".lock" },
        open: { path, observer in
            var settings = SQLiteSettings(path: path)
            settings.observer = observer.map { WriterObserver(waited: $0.waited, committed: $0.committed) }
            settings.copyBeforeMigration = path + ".before-upgrade"
            return OpenDatabase(try SQLiteStorage(settings))
        },
        storedSchema: { try SQLiteStorage.schema(of: $0) },
        look: { try SQLiteStorage.look(at: $0, $1) },
        replacement: { DatabaseReplacement(path: $0) })

    /// Resolves symbolic links, as SQLite does when it opens a database.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
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
