// SPDX-License-Identifier: Apache-2.0

import SQLiteStorage
import StorageConformance
import TestSupport
import Testing

struct ConformanceTests {
    @Test(arguments: StorageCheck.all)
    func `the storage passes the conformance check`(_ check: StorageCheck) async throws {
        try await withTemporaryFolder { directory in
            let storage = try SQLiteStorage(SQLiteSettings(path: directory + "/thumbturn.sqlite"))
            await #expect(throws: Never.self) { try await check.run(storage) }
            await storage.close()
        }
    }
}
