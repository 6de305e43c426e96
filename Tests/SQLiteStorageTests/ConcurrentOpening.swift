// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import POSIX
import SQLiteStorage

/// Another opening of the same new file, right before a connection to it runs a given statement.
final class ConcurrentOpening: Sendable {
    private static let current = Locked<ConcurrentOpening?>(nil)

    private let settings: SQLiteSettings
    private let statement: String
    private let attempts = Locked(0)

    /// The number of times that the statement was about to run.
    var count: Int { attempts.withLock { $0 } }

    init(_ settings: SQLiteSettings, before statement: String) {
        self.settings = settings
        self.statement = statement
    }

    /// Traces every connection that is opened to the file while the body runs.
    func during(_ body: () async throws -> Void) async throws {
        Self.current.withLock { $0 = self }
        let entry: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32 = {
            handle, _, _ in
            ConcurrentOpening.trace(handle)
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

    private static func trace(_ handle: OpaquePointer?) {
        guard let opening = current.withLock({ $0 }), let name = sqlite3_db_filename(handle, "main"),
            String(cString: name).hasSuffix(opening.settings.path)
        else { return }
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, _, _, text in
                if let text = text?.assumingMemoryBound(to: CChar.self) {
                    ConcurrentOpening.open(before: String(cString: text))
                }
                return 0
            }, nil)
    }

    private static func open(before text: String) {
        guard let opening = current.withLock({ $0 }), text == opening.statement else { return }
        let isFirst = opening.attempts.withLock { count in
            count += 1
            return count == 1
        }
        // The file's locks decide whether this opening succeeds or times out.
        if isFirst { _ = try? SQLiteStorage(opening.settings) }
    }
}
