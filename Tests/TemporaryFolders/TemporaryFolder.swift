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
        // A database that is being closed on another thread makes and removes files meanwhile: removing the folder fails
        // until that has ended, which takes a while on a busy machine.
        for _ in 0..<500 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else { return }
            Thread.sleep(forTimeInterval: 0.01)
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
