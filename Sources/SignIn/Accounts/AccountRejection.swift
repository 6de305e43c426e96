// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Why an account doesn't allow what is asked for it.
package enum AccountRejection: Failure {
    /// An account with this identifier exists.
    case exists
    /// The browser's session is the only way into another user's account.
    case onlyWayIn
    /// The account is blocked.
    case blocked
    /// The account is going to be erased, because its user asked for that.
    case toBeDeleted(at: Timestamp)
    /// The access token was revoked with all earlier tokens of the account.
    case tokenRevoked
    /// The user's sign-in with the client is too long ago for a change to the ways into the account.
    case signInTooOld(maxAge: Int)
    /// The change needs the response of one of the account's passkeys.
    case proofMissing
    /// The passkey was added too short a time ago to prove who asks.
    case passkeyTooNew
    /// The password was set with a mailed link, and others may still take that back.
    case passwordTooNew
    /// The address was added a short time ago, and others may still take that back.
    case addressTooNew
    /// The account does not exist.
    case unknown
    /// The account does not have this identity.
    case identityUnknown(String)
}

extension AccountRejection {
    package var fault: Fault {
        switch self {
        case .exists:
            Fault(
                .invalidRequest, "sign-in.account-exists",
                "The user already exists. Sign in with /passkey/challenge instead.",
                remedy: "Sign in instead, or use another identifier.")
        case .onlyWayIn:
            Fault(
                .conflict, "sign-in.only-way-in",
                "The account that is signed in here has no passkey. Add one or sign out of it, and sign in again.",
                remedy:
                    "None needed. The user adds a passkey to the account that is signed in, or signs out of it at "
                    + "/oidc/logout.")
        case .blocked:
            Fault(
                .blocked, "sign-in.account-blocked", "user is blocked",
                remedy: "If the user may sign in, run thumbturn users unblock.")
        case .toBeDeleted(let time):
            Fault(
                .denied, "sign-in.account-to-be-deleted",
                "This account will be deleted at \(time). To keep it, the user signs in at /account/keep.",
                remedy:
                    "The user asked for the deletion. To keep the account, the user signs in at /account/keep, or run "
                    + "thumbturn users keep.")
        case .tokenRevoked:
            Fault(
                .invalidToken, "sign-in.token-revoked", "The access token was revoked. Sign in again.",
                remedy: "Sign in again. The account's tokens were revoked.")
        case .signInTooOld:
            Fault(
                .signInTooOld, "sign-in.too-old", "This change needs a recent sign-in. Sign in again, and repeat it.",
                remedy:
                    "Sign the user in again, with max_age or prompt=login, and repeat the request. enrollment_max_age "
                    + "of CLIENT sets the time.")
        case .proofMissing:
            Fault(
                .invalidRequest, "sign-in.proof-missing",
                "The account has a passkey. Send auth_session and authn_response of a sign-in with it.",
                remedy: "Begin a sign-in at /passkey/challenge, and send its session and the passkey's response.")
        case .passwordTooNew:
            Fault(
                .denied, "sign-in.password-too-new",
                "The password was set with a mailed link less than three days ago, and that can still be taken back.",
                remedy: "Ask again when the password is three days old, or have an operator do it with thumbturn users."
            )
        case .addressTooNew:
            Fault(
                .denied, "sign-in.address-too-new",
                "The address was added less than three days ago, and that can still be taken back.",
                remedy: "Ask again when the address is three days old, or have an operator do it with thumbturn users.")
        case .passkeyTooNew:
            Fault(
                .denied, "sign-in.passkey-too-new",
                "This passkey was added in the last three days. Use an older one of the account.",
                remedy: "Use a passkey that the account has had for three days. If it has none, sign in another way.")
        case .unknown:
            Fault(
                .invalidGrant, "sign-in.account-unknown", "The account no longer exists.",
                remedy: "The account was deleted. The user has to sign up again.")
        case .identityUnknown:
            Fault(
                .invalidRequest, "sign-in.identity-unknown", "identity_user_id does not belong to the account.",
                remedy: "Send the user_id of one of the account's identities, or omit identity_user_id.")
        }
    }

    /// One for each code.
    static let examples: [AccountRejection] = [
        .exists, .onlyWayIn, .blocked, .toBeDeleted(at: Timestamp(secondsSince1970: 0)), .tokenRevoked,
        .signInTooOld(maxAge: 900), .proofMissing, .passkeyTooNew, .passwordTooNew, .addressTooNew, .unknown,
        .identityUnknown("…"),
    ]
}
