// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension Passkey {
    /// Returns the stored passkey after a use, if nothing else was changed.
    package func recording(_ use: Use) -> Passkey {
        var passkey = self
        passkey.signCount = max(signCount, use.signCount)
        passkey.isBackedUp = use.isBackedUp
        passkey.isUserVerified = isUserVerified || use.isUserVerified
        passkey.lastUsedAt = lastUsedAt.map { max($0, use.usedAt) } ?? use.usedAt
        if use.isCounterRegressed { passkey.counterRegressedAt = use.usedAt }
        return passkey
    }

    /// The changes that a verified authentication makes to the stored passkey.
    package struct Use: Hashable, Sendable {
        /// The stored counter that the authentication was verified against.
        package var judgedSignCount: UInt32
        package var signCount: UInt32
        package var isBackedUp: Bool
        package var isUserVerified: Bool
        package var usedAt: Timestamp
        /// Whether the counter should have increased and did not.
        package var isCounterRegressed = false

        package init(
            from judgedSignCount: UInt32, to signCount: UInt32, isBackedUp: Bool, isUserVerified: Bool,
            at usedAt: Timestamp
        ) {
            self.judgedSignCount = judgedSignCount
            self.signCount = signCount
            self.isBackedUp = isBackedUp
            self.isUserVerified = isUserVerified
            self.usedAt = usedAt
        }
    }
}
