// SPDX-License-Identifier: Apache-2.0

import TemporaryFolders

/// Lends a directory that is gone afterwards.
func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    try await TemporaryFolder.lend(body)
}
