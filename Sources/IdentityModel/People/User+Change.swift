// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension User {
    /// One decision about an account. Two transactions that decide different things never undo each other's.
    package enum Change: Hashable, Sendable {
        case blocked(Bool)
        case metadata(JSONObject)
        /// All identifiers that the account has from now on.
        case identifiers([Identifier])
    }
}
