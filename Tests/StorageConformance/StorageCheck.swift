// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A check that every storage must pass.
package struct StorageCheck: Sendable, CustomStringConvertible {
    /// The checked behavior, as a sentence.
    package let description: String
    /// Throws ``StorageCheckFailure`` if the storage does not pass. The storage must be empty.
    package let run: @Sendable (any Storage) async throws -> Void

    init(_ description: String, run: @escaping @Sendable (any Storage) async throws -> Void) {
        self.description = description
        self.run = run
    }

    /// All checks.
    package static let all: [StorageCheck] =
        users + userLists + owners + passkeys + passwords + deviceKeys + sessions + sessionEnds + outbox + objections
        + codes
        + consents + authorizationCodes + deviceAuthorizations + refreshTokens + refreshTokenExpiry
        + refreshTokensOfSessions + signingKeys + configuration + events
        + oneTime + clock + serverStart + ownedRecords + assumptions + transactions + conflicts + concurrency
}
