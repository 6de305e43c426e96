// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension PasskeyError: LocalizedError {
    /// The description of the error for the user, in the language of the application.
    public var message: String { UserText.thumbturn(words.message) }

    /// The advice for the user, in the language of the application.
    public var recovery: String { UserText.thumbturn(words.recovery) }

    /// The same as ``message``.
    public var errorDescription: String? { message }

    /// The same as ``recovery``.
    public var recoverySuggestion: String? { recovery }

    /// The English sentences, which are the keys of the catalog.
    var words: (message: String, recovery: String) {
        switch self {
        case .canceled: ("You canceled this.", "Try again when you are ready.")
        case .noPasskeyHere:
            (
                "There is no passkey for this app on this device.",
                "Create an account, or use a device that has your passkey."
            )
        case .alreadyRegistered: ("This device already has a passkey of your account.", "Sign in with it.")
        case .accountExists: ("There already is an account with this name.", "Sign in instead.")
        case .invalidProfile(let field): (Self.invalidity(of: field), "Correct it, and try again.")
        case .wrongPassword(let username):
            username == nil
                ? ("The password is wrong.", "Check it, and try again.")
                : ("The name and the password don't match.", "Check both, and try again.")
        case .weakPassword(let weakness): Self.rejection(of: weakness)
        case .wrongCode: ("The code is wrong or has expired.", "Check it, or have another one sent.")
        case .codeExpired: ("The code no longer works.", "Start again, and use the code of the new message.")
        case .identifierUnverified:
            (
                "Nobody has confirmed this address yet.",
                "Sign in another way, and confirm it on the page of your account."
            )
        case .verificationPending:
            ("We have sent you a message with a link.", "Open it to confirm your address, then sign in.")
        case .noDeviceKeyHere: ("This device has no key for this app.", "Sign in another way.")
        case .deviceKeyInvalid:
            ("The key of this device can no longer be used.", "Sign in another way, then set it up again.")
        case .wrongDeviceKey: ("The key of this device no longer signs you in.", "Sign in another way.")
        case .passkeyNeeded: ("This needs a passkey of your account.", "Use one that you have had for three days.")
        case .tooBusy(let retryAfter):
            (retryAfter ?? 0) > 10
                ? ("There were too many attempts.", "Try again in a few minutes, or use a passkey.")
                : ("The server is busy.", "Try again in a moment.")
        case .accountBlocked: ("This account is blocked.", "Contact support.")
        case .accountToBeDeleted:
            ("This account is about to be deleted.", "To keep it, sign in on the page of your account.")
        case .notSignedIn: ("You are not signed in.", "Sign in, and try again.")
        case .signInTooOld: ("It has been a while since you signed in.", "Sign in again, and repeat this.")
        case .wrongAccount: ("That passkey belongs to another account.", "Use a passkey of the account you are in.")
        case .appNotAssociated, .misconfigured:
            ("This app isn't set up for this yet.", "Contact the makers of the app.")
        case .deviceCannotCreate:
            (
                "This device can't create passkeys at the moment.",
                "Set a passcode, and switch on iCloud Keychain or another password manager in Settings."
            )
        case .deviceCannotHoldKey:
            ("This device can't keep a key for you.", "Set a passcode in Settings, or sign in another way.")
        case .securityKeyNeedsPIN:
            ("The security key couldn't verify you.", "If it has no PIN, set one. Then try again.")
        case .prefersSignInWithApple: ("You chose Sign in with Apple.", "Continue with Sign in with Apple.")
        case .biometricsFailed: ("You weren't recognized.", "Try again, or sign in another way.")
        case .biometricsLocked:
            ("Face ID or Touch ID is locked.", "Lock the device, unlock it with the passcode, and try again.")
        case .notInteractive: ("The app can't ask you while it is in the background.", "Open the app, and try again.")
        case .notSupported: ("This device doesn't support that.", "Update the system, or use another device.")
        case .timedOut: ("This took too long.", "Try again.")
        case .network: ("The server can't be reached.", "Check the connection, and try again.")
        case .server(let code, _, _): Self.rejection(code)
        case .keychain:
            ("The device doesn't give out the saved sign-in at the moment.", "Unlock the device, and try again.")
        case .unexpectedResponse:
            ("Something unexpected happened.", "Try again. If it happens again, contact support.")
        }
    }

    private static func invalidity(of field: String?) -> String {
        switch field {
        case "email": "The email address isn't accepted."
        case "phone_number": "The phone number isn't accepted."
        case "username": "The user name isn't accepted."
        default: "Something you entered isn't accepted."
        }
    }

    private static func rejection(of weakness: WeakPassword) -> (message: String, recovery: String) {
        switch weakness.reason {
        case .rules: ("This password is too weak.", "Choose one that follows all rules.")
        case .common: ("Many people use this password.", "Choose another one.")
        case .breached: ("This password was stolen somewhere.", "Choose another one.")
        case .personal: ("This password is too similar to your name or address.", "Choose another one.")
        case .reused: ("You have used this password before.", "Choose another one.")
        }
    }

    /// The server's own sentences are for developers. These are the codes about which a user can do something.
    private static func rejection(_ code: String) -> (message: String, recovery: String) {
        switch code {
        case "sign-in.last-credential": ("This is your last passkey.", "Add another one before you remove it.")
        case "sign-in.passkey-too-new":
            ("This passkey is too new for that.", "Use one that you have had for three days.")
        case "sign-in.last-settled-passkey":
            ("This is the only passkey that you have had for three days.", "Remove it when another one is as old.")
        case "sign-in.too-many-passkeys": ("Your account has too many passkeys.", "Remove one first.")
        case "sign-in.last-device-key":
            ("This key is your only way to sign in.", "Create a passkey before you remove it.")
        case "sign-in.too-many-device-keys":
            ("Your account has the keys of too many devices.", "Remove one first.")
        case "sign-in.device-name": ("This name isn't accepted.", "Choose another name.")
        case "sign-in.storage-unavailable": ("The server is busy.", "Try again in a moment.")
        case "sign-in.password-breached":
            (
                "This password was stolen somewhere, and no longer signs you in.",
                "Sign in with a passkey, or contact support."
            )
        case let code where code.hasPrefix("sign-in.passkey-name."):
            ("This name isn't accepted.", "Choose another name.")
        default:
            (
                "The server didn't accept this.",
                "Try again. If it happens again, contact support and mention the reference."
            )
        }
    }
}
