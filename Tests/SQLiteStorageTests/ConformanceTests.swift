// SPDX-License-Identifier: Apache-2.0

import SQLiteStorage
import StorageConformance
import Testing

@Suite("A SQLite storage")
struct ConformanceTests {
    @Test("keeps the promises of a storage", arguments: StorageCheck.all)
    func promise(_ check: StorageCheck) async throws {
        try await withDirectory { directory in
            let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/thumbturn.sqlite"))
            try await check.run(storage)
            await storage.close()
        }
    }
}
