// SPDX-License-Identifier: Apache-2.0

/// What a mailed link does to a password, in an account without a passkey.
package enum PasswordResetRule: String, CaseIterable, Sendable {
    /// Its user sets another one.
    case atOnce = "at_once"
    /// No mail sets a password by itself, so nobody is offered one.
    case wait
}

/// The tenant's `thumbturn.recovery`: how users get back into their accounts.
package struct RecoveryRules: Hashable, Sendable {
    /// `nil` if it isn't said.
    package var passwordReset: PasswordResetRule?

    package init() {}

    init(from members: inout ConfigurationMembers) {
        passwordReset = members.word("password_reset")
    }
}

/// The tenant's `thumbturn.notices`: what users are told by mail.
package struct NoticeRules: Hashable, Sendable {
    /// Whether a sign-in in a new browser is one; `nil` if it isn't said.
    package var newBrowser: Bool?

    package init() {}

    init(from members: inout ConfigurationMembers) {
        newBrowser = members.bool("new_browser")
    }
}
