// SPDX-License-Identifier: Apache-2.0

import CPowerLossVFS
import CSQLite
import SQLiteStorage

/// A disk in memory whose power can be cut (`Tests/CPowerLossVFS`).
final class SimulatedDisk: @unchecked Sendable {
    enum Survival: CaseIterable {
        case none
        case prefix
        case sectors
    }

    /// The directory doesn't exist in the real file system, so that nothing is written there by mistake.
    private static let file = "/nonexistent/thumbturn.sqlite"

    let name: String
    private let handle: OpaquePointer

    init(_ name: String) throws {
        guard let handle = PowerLossDisk_create(name) else { throw DiskError(description: "no memory for a disk") }
        self.name = name
        self.handle = handle
    }

    deinit {
        PowerLossDisk_destroy(handle)
    }

    var settings: SQLiteSettings {
        var settings = SQLiteSettings(path: Self.file)
        settings.fileSystem = name
        return settings
    }

    var hasLostPower: Bool { PowerLossDisk_is_dead(handle) != 0 }

    /// The number of times that a write-ahead log was synced.
    var logSyncs: Int { PowerLossDisk_log_syncs(handle) }

    func cut(at operation: Int) {
        PowerLossDisk_cut_at(handle, operation)
    }

    func restart(_ survival: Survival, seed: UInt64) throws {
        let kind =
            switch survival {
            case .none: PowerLossSurvivalNone
            case .prefix: PowerLossSurvivalPrefix
            case .sectors: PowerLossSurvivalSectors
            }
        guard PowerLossDisk_restart(handle, kind, seed) == 0 else {
            throw DiskError(description: "a file was still open when the power came back")
        }
    }

    /// Makes each operation of this kind fail with an SQLite code; `nil` makes them succeed again.
    func fail(_ operation: PowerLossOperation, with code: Int32?) {
        PowerLossDisk_fail(handle, operation, code ?? 0)
    }

    /// Returns the problems that SQLite's own checks find in the database.
    func integrityProblems() -> [String] {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        guard sqlite3_open_v2(Self.file, &connection, SQLITE_OPEN_READWRITE, name) == SQLITE_OK else {
            return ["cannot be opened"]
        }
        return ["PRAGMA integrity_check", "PRAGMA foreign_key_check"].flatMap { check -> [String] in
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            guard sqlite3_prepare_v2(connection, check, -1, &statement, nil) == SQLITE_OK else {
                return ["\(check): \(String(cString: sqlite3_errmsg(connection)))"]
            }
            var rows: [String] = []
            while sqlite3_step(statement) == SQLITE_ROW {
                if let text = sqlite3_column_text(statement, 0) { rows.append(String(cString: text)) }
            }
            return rows.filter { $0 != "ok" }
        }
    }
}

struct DiskError: Error, CustomStringConvertible {
    let description: String
}
