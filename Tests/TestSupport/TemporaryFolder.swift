// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder for one test, removed with this value.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "thumbturn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        // Removing the folder fails while another thread closes a database in it, which takes a while on a busy machine.
        for _ in 0..<500 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else { return }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Returns the path of a name in the folder.
    package func path(of name: String) -> String { path + "/" + name }
}

/// Passes the path of a temporary folder to a body, and removes the folder afterwards.
package func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.path)
}
