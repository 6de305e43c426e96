// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The password of an account. Only its hash is stored.
package struct StoredPassword: Hashable, Sendable {
    /// Who has only passkeys sign in.
    package enum Disabler: String, Sendable {
        case user
        /// The user can't undo it.
        case administrator
    }

    package let user: UserID
    /// The hash in its stored form, which names its algorithm and cost.
    package var hash: PasswordHashText
    package var setAt: Timestamp
    /// The ways in that set it; empty at the sign-up or by an operator.
    package var setBy: [WayReference] = []
    /// Until when the ways in that were there before may stop it; `nil` if it has settled.
    package var unconfirmedUntil: Timestamp?
    /// Who has only passkeys sign in; `nil` if the password does, too. The hash is kept, and matches nothing.
    package var disabledBy: Disabler?
    package var isDisabled: Bool { disabledBy != nil }
    /// When a sign-in found that the password is one that attackers try first.
    package var breachedAt: Timestamp?

    package init(user: UserID, hash: PasswordHashText, setAt: Timestamp) {
        self.user = user
        self.hash = hash
        self.setAt = setAt
    }

    /// Whether the password is no longer just a token of the mailbox that set it.
    package func hasSettled(at time: Timestamp) -> Bool { unconfirmedUntil.map { $0 <= time } ?? true }
}

/// A hash of a password as a storage keeps it.
package struct PasswordHashText: Hashable, Sendable {
    package var text: String
    /// How the text's input was made of the password, if the text is the hash of a weaker hash.
    package var wrappedAs: String?
    /// Whether the algorithm is so weak that the hash is hashed again, in the background.
    package var isWeak: Bool

    package init(_ text: String, wrappedAs: String? = nil, isWeak: Bool = false) {
        self.text = text
        self.wrappedAs = wrappedAs
        self.isWeak = isWeak
    }
}

extension UserID {
    /// The account's password as a way in. An account has one at most.
    package var passwordWay: WayReference { WayReference(.password, id: "password|" + rawValue) }
}

/// A password that was removed, and may be restored for a time.
package struct RemovedPassword: Hashable, Sendable {
    package let user: UserID
    package let removedAt: Timestamp
    /// Until when it may be restored.
    package let until: Timestamp
    /// The password's row, sealed; `nil` once it has been restored.
    package var sealed: [UInt8]?
    /// The cause of a password that a mailed link has replaced. It comes back only if somebody objects to the link.
    package static let reset = "reset"

    /// What removed it, such as `user`.
    package let cause: String
    /// Until when a restored password is not removed again by the server itself.
    package var keptUntil: Timestamp?

    /// Whether its user may restore it.
    package var isRestorable: Bool { sealed != nil && cause != Self.reset }

    package init(user: UserID, removedAt: Timestamp, until: Timestamp, sealed: [UInt8]?, cause: String) {
        self.user = user
        self.removedAt = removedAt
        self.until = until
        self.sealed = sealed
        self.cause = cause
    }
}
