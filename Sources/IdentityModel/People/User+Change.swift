// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension User {
    /// One change of an account. Concurrent transactions that make different changes never undo each other's.
    package enum Change: Hashable, Sendable {
        /// Blocks or unblocks the account. Blocking also starts a new token generation.
        case blocked(Bool)
        /// Starts a new token generation, which invalidates all tokens issued before.
        case newTokenGeneration
        case metadata(JSONObject)
        /// Replaces all identifiers of the account.
        case identifiers([Identifier])
    }
}
