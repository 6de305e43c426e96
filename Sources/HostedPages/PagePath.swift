// SPDX-License-Identifier: Apache-2.0

/// The paths that pages link to, post forms to, and send ceremonies to.
///
/// Forms are URL-encoded and get a redirect. Requests of the script are JSON. `…Challenge` begins a ceremony and
/// returns `options` and `session`. The path that finishes it returns `location`.
package enum PagePath: String, CaseIterable, Sendable {
    case home = "/"
    case authorization = "/authorize"
    case signIn = "/login"
    case signInChallenge = "/login/challenge"
    case signInPasskey = "/login/passkey"
    case signInPassword = "/login/password"
    case forgottenPassword = "/password/forgotten"
    case passwordReset = "/password/reset"
    case noticeStop = "/notice/stop"
    case noticeOwn = "/notice/own"
    case accountSelection = "/login/select"
    case continuation = "/login/continue"
    case offeredPasskeyChallenge = "/login/add-passkey/challenge"
    case offeredPasskey = "/login/add-passkey"
    case offeredPasskeySkip = "/login/add-passkey/skip"

    case signUp = "/signup"
    case signUpChallenge = "/signup/challenge"
    case signUpPasskey = "/signup/passkey"
    case signUpPassword = "/signup/password"
    case signUpSkip = "/signup/skip"
    case signUpProfile = "/signup/profile"

    case consent = "/consent"
    case device = "/activate"
    case deviceConfirmation = "/activate/confirm"
    case logout = "/oidc/logout"

    case account = "/account"
    case accountProfile = "/account/profile"
    case accountPasskeyChallenge = "/account/passkeys/challenge"
    case accountPasskeys = "/account/passkeys"
    case accountPasskeyRename = "/account/passkeys/rename"
    case accountPasskeyRemoval = "/account/passkeys/remove"
    case accountPassword = "/account/password"
    case accountPasswordRemoval = "/account/password/remove"
    case accountPasswordRestoration = "/account/password/restore"
    case accountPasskeysOnly = "/account/password/disable"
    case accountPasswordReturn = "/account/password/enable"
    case accountConfirmationChallenge = "/account/confirmation/challenge"
    case accountConfirmation = "/account/confirmation"
    case accountSessionRemoval = "/account/sessions/remove"
    case accountConsentRemoval = "/account/consents/remove"
    case accountDeviceRemoval = "/account/devices/remove"
    case accountDeletion = "/account/delete"
    case accountDeletionChallenge = "/account/delete/challenge"
    case accountDeletionPasskey = "/account/delete/passkey"
    case accountKeeping = "/account/keep"
    case accountSignOut = "/account/logout"

    case demo = "/demo/"
    case mailbox = "/mailbox"

    case setUp = "/setup"
    case setUpChallenge = "/setup/challenge"
    case setUpPasskey = "/setup/passkey"

    case invitation = "/invitation"
    case invitationContents = "/invitation/contents"
    case invitationChallenge = "/invitation/challenge"
    case invitationVerification = "/invitation/verify"
}
