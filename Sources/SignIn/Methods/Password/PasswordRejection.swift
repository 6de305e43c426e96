// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import RateLimiting
package import WireFormats

/// Why a password is not accepted, or may not be changed.
package enum PasswordRejection: Failure {
    /// The name and the password don't belong together. Strangers never learn more.
    case mismatch(Mismatch)
    /// The password is right, but the account is blocked.
    case blocked
    /// The password is right, but attackers try it first.
    case breached
    /// Too many wrong passwords came for the name.
    case tooManyAttempts(RateLimitStatus)
    /// The password breaks a rule of the connection. The body is Auth0's response.
    case notAcceptable(PasswordFault, body: JSONObject)
    /// The change needs a stronger proof than the session or the token.
    case confirmationRequired
    /// The sign-up has no password, and the connection demands one.
    case missing
    /// The connection's users sign up without a password.
    case signUpBlocked(connection: String)
    /// The account has no password.
    case unknown
    /// An operator has switched the password off.
    case disabledByOperator
    /// The user could not sign in again without the password.
    case wayInRequired(missing: String)
    /// Nothing was removed that could be restored.
    case nothingToRestore

    /// What a mismatch is to operators.
    package enum Mismatch: String, CaseIterable, Sendable {
        case wrong = "The password is wrong."
        case nobody = "No account has this name."
        case withoutPassword = "The account has no password."
        case disabled = "The user signs in with passkeys only."
        case unconfirmed = "The password was set a short time ago, and the account has a passkey."
    }
}

extension PasswordRejection {
    package var fault: Fault {
        switch self {
        case .mismatch:
            Fault(
                .invalidGrant, "sign-in.password-mismatch", "Wrong email or password.",
                remedy: "None needed, unless it happens often. The log has the cause.")
        case .blocked:
            Fault(
                .init(403, "unauthorized"), "sign-in.password-of-blocked-account", "user is blocked",
                remedy: "If the user may sign in, run thumbturn users unblock.")
        case .breached:
            Fault(
                .init(401, "password_leaked"), "sign-in.password-breached",
                "This password was stolen somewhere, and is tried by those who have it. Sign in with a passkey, or set "
                    + "another password.",
                remedy: "The user sets another password. breached_password of the tenant accepts such passwords again.")
        case .tooManyAttempts:
            Fault(
                .init(429, "too_many_attempts"), "sign-in.too-many-attempts",
                "Your account has been blocked after multiple consecutive login attempts. We've sent you a notification "
                    + "via your preferred contact method with instructions on how to unblock it.",
                meaning: "Too many wrong passwords came for one name. Passkeys are not affected.",
                remedy: "None needed: attempts are accepted again after a few minutes, and passkeys at any time.")
        case .notAcceptable(let fault, _):
            Fault(
                .invalidRequest, "sign-in.password-rejected.\(fault.rawValue)", fault.sentence,
                remedy: "Choose another password. password_options of the connection has the rules.")
        case .confirmationRequired:
            Fault(
                .signInTooOld, "sign-in.confirmation-required",
                "This change needs a passkey that the account has had for three days. Sign in with it; where that is not "
                    + "enough, confirm the change itself with it.",
                remedy:
                    "Confirm the change with a passkey that the account has had for three days, or with the current "
                    + "password in a session that is as old.")
        case .missing:
            Fault(
                .invalidRequest, "sign-in.password-missing", "The connection needs a password.",
                remedy: "Send a password, or set api_behavior of the connection's password method to optional.")
        case .signUpBlocked(let connection):
            Fault(
                .invalidRequest, "sign-in.password-sign-up-blocked",
                "The connection \"\(connection)\" gives users no password.",
                remedy: "Sign up with a passkey, or set signup_behavior of the connection's password method to allow.")
        case .unknown:
            Fault(
                .notFound, "sign-in.password-unknown", "The account has no password.",
                remedy: "List the authentication methods of the account again.")
        case .disabledByOperator:
            Fault(
                .denied, "sign-in.password-disabled-by-operator", "The password of this account was switched off.",
                remedy: "thumbturn users password enable switches it on again.")
        case .wayInRequired(let missing):
            Fault(
                .conflict, "sign-in.way-in-required",
                "The account needs \(missing) for this.",
                meaning: "The account needs passkeys that it has had for three days.",
                remedy: "Add a passkey, or a second one to do without the password. It counts after three days.")
        case .nothingToRestore:
            Fault(
                .notFound, "sign-in.password-not-restorable", "There is no removed password that can be restored.",
                remedy: "Set a new password.")
        }
    }

    /// One for each code.
    static let examples: [PasswordRejection] =
        [.mismatch(.wrong), .blocked, .breached, .tooManyAttempts(.unlimited)]
        + PasswordFault.allCases.map { .notAcceptable($0, body: JSONObject()) } + [
            .confirmationRequired, .missing, .signUpBlocked(connection: "…"), .unknown, .disabledByOperator,
            .wayInRequired(missing: "…"),
            .nothingToRestore,
        ]
}

extension PasswordFault {
    fileprivate var sentence: String {
        switch self {
        case .tooShort: "The password is too short."
        case .tooLong: "The password is longer than 256 characters."
        case .composition: "The password lacks kinds of characters that the connection demands."
        case .common: "Many people use this password. Choose another one."
        case .breached: "This password was stolen somewhere, and is tried by those who have it. Choose another one."
        case .personal: "The password is too similar to the user's name or address. Choose another one."
        case .reused: "The password was used for the account before. Choose another one."
        }
    }
}
