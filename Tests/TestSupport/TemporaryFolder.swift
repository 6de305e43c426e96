// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX

/// A folder for one test, removed with this value, or when the process ends if something still holds it then.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "thumbturn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        RemainingFolders.add(path)
    }

    deinit {
        RemainingFolders.remove(path)
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

/// The folders that exist, so that none outlives the process.
private enum RemainingFolders {
    private static let paths = Locked<Set<String>>([])
    private static let isRemovedAtExit: Bool =
        atexit {
            for path in RemainingFolders.paths.withLock({ $0 }) { RemainingFolders.remove(path) }
        } == 0

    static func add(_ path: String) {
        _ = isRemovedAtExit
        paths.withLock { _ = $0.insert(path) }
    }

    /// Tries for five seconds: removing a folder fails while another thread closes a database in it.
    static func remove(_ path: String) {
        for _ in 0..<500 {
            try? FileManager.default.removeItem(atPath: path)
            guard FileManager.default.fileExists(atPath: path) else {
                paths.withLock { _ = $0.remove(path) }
                return
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }
}
