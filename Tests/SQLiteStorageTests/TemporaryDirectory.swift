// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lends a directory that is gone afterwards.
func withDirectory<Result>(
    _ body: (String) async throws -> Result
) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("thumbturn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory.path)
}
