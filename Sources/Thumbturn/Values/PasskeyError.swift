// SPDX-License-Identifier: Apache-2.0

/// Why something did not work. Every error has a sentence for the user and one that says what to do.
public enum PasskeyError: Error, Hashable, Sendable {
    /// The user closed the sheet, or the task was canceled.
    case canceled
    /// This device has no passkey for the application, or the server no longer accepts it.
    case noPasskeyHere
    /// This device already has a passkey of the account.
    case alreadyRegistered
    /// Somebody has signed up with this identifier. Offer to sign in.
    case accountExists
    /// The system does not let this application use passkeys of the domain.
    case appNotAssociated(AssociationHelp)
    /// The device can't create a passkey: it has no passcode, or no password manager is switched on.
    case deviceCannotCreate(reason: String?)
    /// The security key has no PIN, which it needs to verify the user.
    case securityKeyNeedsPIN
    /// This system, or this application, can't do that.
    case notSupported
    /// The server could not be reached.
    case network
    /// The server rejected the request.
    case server(code: String, message: String, reference: String?)
    /// The keychain could not be read or written. While the device is locked, this does not mean that the user is signed out.
    case keychain(status: Int32)
    /// Nobody is signed in.
    case notSignedIn
    /// The passkey belongs to another account than the one that is signed in.
    case wrongAccount
    /// The server or the system returned something that makes no sense.
    case unexpectedResponse
}

extension PasskeyError {
    /// What happened, for the user.
    public var message: String {
        switch self {
        case .canceled: "You canceled this."
        case .noPasskeyHere: "There is no passkey for this app on this device."
        case .alreadyRegistered: "This device already has a passkey of your account."
        case .accountExists: "There already is an account with this name."
        case .appNotAssociated: "This app can't use passkeys yet."
        case .deviceCannotCreate: "This device can't create passkeys at the moment."
        case .securityKeyNeedsPIN: "The security key has no PIN."
        case .notSupported: "This device doesn't support that."
        case .network: "The server can't be reached."
        case .server(_, let message, _): message
        case .keychain: "The device doesn't give out the saved sign-in at the moment."
        case .notSignedIn: "You are not signed in."
        case .wrongAccount: "This passkey belongs to another account."
        case .unexpectedResponse: "Something unexpected came back."
        }
    }

    /// What the user, or the developer, can do about it.
    public var recovery: String {
        switch self {
        case .canceled: "Try again when you are ready."
        case .noPasskeyHere: "Create an account, or use a device that has your passkey."
        case .alreadyRegistered: "Sign in with it."
        case .accountExists: "Sign in instead."
        case .appNotAssociated(let help): help.description
        case .deviceCannotCreate:
            "Set a passcode, and switch on iCloud Keychain or another password manager in Settings."
        case .securityKeyNeedsPIN: "Set a PIN for the security key, and try again."
        case .notSupported: "Update the system, or use another device."
        case .network: "Check the connection, and try again."
        case .server: "Try again. If it doesn't help, contact support and mention the reference."
        case .keychain: "Unlock the device, and try again."
        case .notSignedIn: "Sign in."
        case .wrongAccount: "Use a passkey of the account that you are signed in to."
        case .unexpectedResponse: "Try again. If it doesn't help, contact support."
        }
    }

    /// The request's reference in the server's log, to mention to support.
    public var reference: String? {
        if case .server(_, _, let reference) = self { reference } else { nil }
    }
}

/// What a developer checks when the system does not associate the application with the domain.
public struct AssociationHelp: Hashable, Sendable, CustomStringConvertible {
    /// The domain of the passkeys.
    public let relyingPartyID: String
    /// The application's bundle identifier.
    public let bundleIdentifier: String?
    /// What the system said.
    public let reason: String?

    /// The value in the entitlement `com.apple.developer.associated-domains`.
    public var entitlement: String { "webcredentials:\(relyingPartyID)" }
    /// The file that has to list the application as `<team ID>.<bundle identifier>`.
    public var associationFile: String { "https://\(relyingPartyID)/.well-known/apple-app-site-association" }
    /// Apple's copy of the file, which devices read. It is up to a day old.
    public var appleCopy: String { "https://app-site-association.cdn-apple.com/a/v1/\(relyingPartyID)" }

    /// The three things to compare.
    public var description: String {
        """
        Compare these: the entitlement com.apple.developer.associated-domains has \(entitlement); \(associationFile) lists \
        <team ID>.\(bundleIdentifier ?? "<bundle identifier>") under webcredentials; and Apple's copy at \(appleCopy) does, too. \
        During development, \(entitlement)?mode=developer bypasses the copy.
        """
    }
}
