// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// One promise that every storage keeps.
package struct StorageCheck: Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    package let description: String
    /// Fails with ``BrokenPromise`` if the storage, which must be empty, does not keep it.
    package let run: @Sendable (any Storage) async throws -> Void

    init(_ description: String, run: @escaping @Sendable (any Storage) async throws -> Void) {
        self.description = description
        self.run = run
    }

    /// All promises.
    package static let all: [StorageCheck] =
        users + userLists + passkeys + refreshTokens + refreshTokenExpiry + signingKeys + configuration + events
        + oneTime + clock
        + transactions + concurrency
}
