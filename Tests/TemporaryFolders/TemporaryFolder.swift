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
        // A database that is being closed removes its own files, and a removal that meets such a gap stops there.
        for _ in 0..<100 where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// The path of something inside.
    package func path(of name: String) -> String { path + "/" + name }

    /// Lends the path of a folder that is gone afterwards.
    package static func lend<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        return try await body(folder.path)
    }
}
