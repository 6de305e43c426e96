// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import POSIX
import SQLiteStorage

/// Another process that opens the same fresh file, at the worst moment: right before a connection runs a statement.
final class RivalOpening: Sendable {
    private static let current = Locked<RivalOpening?>(nil)

    private let settings: SQLiteSettings
    private let statement: String
    private let attempts = Locked(0)

    /// How often the moment has come.
    var count: Int { attempts.withLock { $0 } }

    init(_ settings: SQLiteSettings, before statement: String) {
        self.settings = settings
        self.statement = statement
    }

    /// Watches every connection that is opened to the file while the body runs.
    func during(_ body: () async throws -> Void) async throws {
        Self.current.withLock { $0 = self }
        let entry: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
            handle, _, _ in
            RivalOpening.watch(handle)
            return SQLITE_OK
        }
        let untyped = unsafeBitCast(entry, to: (@convention(c) () -> Void).self)
        sqlite3_auto_extension(untyped)
        defer {
            sqlite3_cancel_auto_extension(untyped)
            Self.current.withLock { $0 = nil }
        }
        try await body()
    }

    private static func watch(_ handle: OpaquePointer?) {
        guard let rival = current.withLock({ $0 }), let name = sqlite3_db_filename(handle, "main"),
            String(cString: name).hasSuffix(rival.settings.path)
        else { return }
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, _, _, text in
                if let text { RivalOpening.arrive(at: String(cString: text.assumingMemoryBound(to: CChar.self))) }
                return 0
            }, nil)
    }

    private static func arrive(at text: String) {
        guard let rival = current.withLock({ $0 }), text == rival.statement else { return }
        let isFirst = rival.attempts.withLock { count in
            count += 1
            return count == 1
        }
        // Whether the rival gets in or has to wait in vain is for the file's locks to say.
        if isFirst { _ = try? SQLiteStorage(rival.settings) }
    }
}
