// SPDX-License-Identifier: Apache-2.0

import Foundation
import TemporaryFolders

/// Lends a folder that is gone afterwards.
func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    try await TemporaryFolder.lend(body)
}

/// The permissions of a file, as a number.
func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}
