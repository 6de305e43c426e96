// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension NoticeMail {
    /// What happened to an account.
    package enum Event: Hashable, Sendable {
        case passkeyAdded
        case passkeyRemoved
        /// A new passkey on its device has taken its place. It still signs in.
        case passkeySuperseded
        /// The account had no password before.
        case passwordSet
        case passwordChanged
        /// By a mailed link.
        case passwordReset
        case passwordRemoved
        case passwordRestored
        case passkeysOnly
        case passwordAllowed
        case deviceKeyAdded
        case deviceKeyRemoved
        case emailAdded
        case phoneAdded
        case phoneChanged
        case newBrowser
        case accountToBeDeleted(at: Timestamp, restoredBy: Restorer)
        case accountKept
        /// This is for the address that the account had before, which hears of changes for a while.
        case addressChanged(hearsUntil: Timestamp)
    }

    /// Who can bring back an account that is to be deleted.
    package enum Restorer: Hashable, Sendable, CaseIterable {
        case passkey
        case `operator`
    }
}
