// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension User {
    /// One decision about an account. Two transactions that decide different things never undo each other's.
    package enum Change: Hashable, Sendable {
        /// To block also begins a new generation of tokens.
        case blocked(Bool)
        /// Begins a new generation: tokens that were issued before are void.
        case newTokenGeneration
        case metadata(JSONObject)
        /// All identifiers that the account has from now on.
        case identifiers([Identifier])
    }
}
