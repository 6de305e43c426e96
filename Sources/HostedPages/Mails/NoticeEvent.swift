// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension NoticeMail {
    /// What happened to an account.
    package enum Event: Hashable, Sendable {
        case passkeyAdded
        case passkeyRemoved
        case passkeyReplaced(ReplacedPasskey)
        /// The account had no password before.
        case passwordSet
        case passwordChanged
        /// By a mailed link. The time is when the new password counts, if it doesn't at once.
        case passwordReset(countsFrom: Timestamp?)
        case passwordRemoved
        case passwordRestored
        case passkeysOnly
        case passwordAllowed
        case newBrowser
        case accountToBeDeleted(at: Timestamp, restoredBy: Restorer)
        case accountKept
        /// This is for the address that the account had before.
        case addressChanged
    }

    /// The state of a passkey after another one took its place on the same device.
    package enum ReplacedPasskey: Hashable, Sendable, CaseIterable {
        case removed
        /// It still signs in.
        case superseded
    }

    /// Who can bring back an account that is to be deleted.
    package enum Restorer: Hashable, Sendable, CaseIterable {
        case passkey
        case `operator`
    }
}
