// SPDX-License-Identifier: Apache-2.0

/// Why something did not work.
///
/// Every error has a sentence for the user and one that says what to do, in English and German: ``message`` and
/// ``recovery``, which are also its `localizedDescription` and `recoverySuggestion`. What only a developer understands
/// is in ``developerNote``.
///
/// ```swift
/// do {
///     try await client.signIn()
/// } catch .canceled {
///     // The user closed the sheet. There is nothing to say.
/// } catch {
///     notice = "\(error.message) \(error.recovery)"
/// }
/// ```
public enum PasskeyError: Error, Hashable, Sendable {
    /// The user closed the sheet, or the task was canceled.
    case canceled
    /// This device has no passkey for the application, or the server no longer accepts it.
    case noPasskeyHere
    /// This device already has a passkey of the account.
    case alreadyRegistered
    /// An account with this identifier exists. Offer to sign in.
    case accountExists
    /// The server does not accept what the user entered. `field` is the name of the member, such as `email`, if it is
    /// known.
    case invalidProfile(field: String?)
    /// The name and the password don't belong together. `username` is the name that was sent, unless the password was the
    /// current one of the user who is signed in. The server tells nobody whether there is an account with the name.
    case wrongPassword(username: String?)
    /// The server does not accept the password that was going to be set.
    case weakPassword(WeakPassword)
    /// The code is wrong, has expired or was used. The server does not say which, nor whether there is an account.
    case wrongCode
    /// The code of a sign-up has expired, or there were too many wrong ones. The account was not created: begin again.
    case codeExpired
    /// Nobody has confirmed the address for this account, which has other ways in. The user confirms it on the server's
    /// page of the account, after another sign-in.
    case identifierUnverified
    /// The server has sent the new user a message. The account exists once the user has opened its link.
    case verificationPending
    /// This device has no key that signs a user in. Offer another way.
    case noDeviceKeyHere
    /// The key of this device can't be used any longer, because Face ID, Touch ID or the passcode has changed. It was removed
    /// from the device. After a sign-in in another way, register another one.
    case deviceKeyInvalid
    /// The server does not accept the key of this device, or no longer accepts any. It does not say why. The key stays on
    /// the device.
    case wrongDeviceKey
    /// The server does that only after a passkey has confirmed it, one that the account has had for three days. A password
    /// alone is not enough in an account with passkeys.
    case passkeyNeeded
    /// The server has too much to do, or there were too many attempts. `retryAfter` is the seconds to wait, if they are
    /// known. Passkeys sign in also after too many wrong passwords.
    case tooBusy(retryAfter: Int?)
    /// The account is blocked.
    case accountBlocked
    /// The user has asked for the deletion of the account. Until then it can be kept at `/account/keep` of the server.
    case accountToBeDeleted
    /// No user is signed in.
    case notSignedIn
    /// The server wants a newer sign-in for this.
    case signInTooOld
    /// The user who signed in again is another one. Nothing was changed.
    case wrongAccount
    /// The system does not let this application use passkeys of the domain.
    case appNotAssociated(AssociationHelp)
    /// The server's configuration does not allow this to the application.
    case misconfigured(code: String, message: String, reference: String?)
    /// The device can't create a passkey: it has no passcode, or no password manager is switched on.
    case deviceCannotCreate(reason: String?)
    /// The device can't keep a key for the user: it has no Secure Enclave, or no passcode.
    case deviceCannotHoldKey(reason: String?)
    /// The security key did not verify the user, which usually means that it has no PIN.
    case securityKeyNeedsPIN
    /// In the system's form for a new account, the user chose Sign in with Apple.
    case prefersSignInWithApple
    /// Face ID or Touch ID did not recognize the owner of the device, nor was the passcode entered.
    case biometricsFailed
    /// Face ID or Touch ID is locked after too many attempts, until the user enters the passcode.
    case biometricsLocked
    /// The system can't ask the user now, because the application is in the background.
    case notInteractive
    /// This system, or this application, can't do that.
    case notSupported
    /// There was no response in time.
    case timedOut
    /// The server could not be reached.
    case network
    /// The server rejected the request.
    case server(code: String, message: String, reference: String?)
    /// The keychain could not be read or written. While the device is locked, this does not mean that the user is
    /// signed out.
    case keychain(status: Int32)
    /// The server or the system returned something that makes no sense.
    case unexpectedResponse
}

extension PasskeyError {
    /// The request's reference in the server's log, to mention to support.
    public var reference: String? {
        switch self {
        case .server(_, _, let reference), .misconfigured(_, _, let reference): reference
        default: nil
        }
    }

    /// The facts that a developer needs besides, in English: the server's code and words, what to compare, or a status.
    /// They are not for users, and contain no secrets.
    public var developerNote: String? {
        switch self {
        case .appNotAssociated(let help): help.description
        case .server(let code, let message, let reference), .misconfigured(let code, let message, let reference):
            "\(code): \(message)" + (reference.map { " (\($0))" } ?? "")
        case .deviceCannotCreate(let reason), .deviceCannotHoldKey(let reason): reason
        case .weakPassword(let weakness):
            "\(weakness.reason)" + (weakness.unmetRules.isEmpty ? "" : ": ")
                + weakness.unmetRules.map(\.code)
                .joined(separator: ", ")
        case .tooBusy(let retryAfter): retryAfter.map { "Retry after \($0) seconds." }
        case .invalidProfile(let field): field.map { "The server did not accept the member \($0) of the profile." }
        case .keychain(let status): "The keychain returned \(status)."
        default: nil
        }
    }
}
