// SPDX-License-Identifier: Apache-2.0

/// A message of the account page after a change.
///
/// The address only names it, so that a redirect can pass it on and a forged link can't put other text on the page.
package enum AccountNotice: String, CaseIterable, Sendable {
    case setUp = "set-up"
    case passkeyAdded = "passkey-added"
    case passkeyRenamed = "passkey-renamed"
    case passkeyRemoved = "passkey-removed"
    case passwordSet = "password-set"
    case passwordRemoved = "password-removed"
    case passwordRestored = "password-restored"
    case passkeysOnly = "passkeys-only"
    case passwordAllowed = "password-allowed"
    case addressConfirmed = "address-confirmed"
    /// A confirmed address that counts later.
    case addressAdded = "address-added"
    case addressChanged = "address-changed"
    case sessionEnded = "session-ended"
    case otherSessionsEnded = "other-sessions-ended"
    case newerSessionsEnded = "newer-sessions-ended"
    case clientDisconnected = "app-disconnected"
    case deviceDisconnected = "device-disconnected"
    case deviceKeyRemoved = "device-key-removed"
    case accountKept = "account-kept"
    case profileSaved = "profile-saved"

    /// The parameter of the page's address.
    package static let parameter = "done"

    /// The account page that says it.
    package var page: PageLink { PageLink(.account, parameters: [(Self.parameter, rawValue)]) }

    func message(in strings: Strings) -> Strings.Message {
        let words = strings.account.notices
        return switch self {
        case .setUp: words.setUp
        case .passkeyAdded: words.passkeyAdded
        case .passkeyRenamed: words.passkeyRenamed
        case .passkeyRemoved: words.passkeyRemoved
        case .passwordSet: words.passwordSet
        case .passwordRemoved: words.passwordRemoved
        case .passwordRestored: words.passwordRestored
        case .passkeysOnly: words.passkeysOnly
        case .passwordAllowed: words.passwordAllowed
        case .addressConfirmed: words.addressConfirmed
        case .addressAdded: words.addressAdded
        case .addressChanged: words.addressChanged
        case .sessionEnded: words.sessionEnded
        case .otherSessionsEnded: words.otherSessionsEnded
        case .newerSessionsEnded: words.newerSessionsEnded
        case .clientDisconnected: words.clientDisconnected
        case .deviceDisconnected: words.deviceDisconnected
        case .deviceKeyRemoved: strings.deviceKeys.removed
        case .accountKept: words.accountKept
        case .profileSaved: words.profileSaved
        }
    }
}

extension Notice {
    /// Creates the message of the account page after a change. It takes the focus, so that screen readers read it
    /// first.
    package init(_ change: AccountNotice, in language: Language) {
        self.init(.success, message: change.message(in: language.strings))
        takesFocus = true
    }
}
