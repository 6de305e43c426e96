// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// As an `NSError`, for crash reports and Objective-C: the numbers never change their meaning.
extension PasskeyError: CustomNSError {
    /// `ThumbturnPasskeyError`.
    public static var errorDomain: String { "ThumbturnPasskeyError" }

    /// The number of the case.
    public var errorCode: Int {
        switch self {
        case .canceled: 1
        case .noPasskeyHere: 2
        case .alreadyRegistered: 3
        case .accountExists: 4
        case .invalidProfile: 5
        case .accountBlocked: 6
        case .notSignedIn: 7
        case .signInTooOld: 8
        case .wrongAccount: 9
        case .appNotAssociated: 10
        case .misconfigured: 11
        case .deviceCannotCreate: 12
        case .securityKeyNeedsPIN: 13
        case .prefersSignInWithApple: 14
        case .biometricsLocked: 15
        case .notInteractive: 16
        case .notSupported: 17
        case .timedOut: 18
        case .network: 19
        case .server: 20
        case .keychain: 21
        case .unexpectedResponse: 22
        case .accountToBeDeleted: 23
        case .wrongPassword: 24
        case .weakPassword: 25
        case .passkeyNeeded: 26
        case .tooBusy: 27
        case .wrongCode: 28
        case .codeExpired: 29
        case .identifierUnverified: 30
        case .verificationPending: 31
        case .noDeviceKeyHere: 32
        case .deviceKeyInvalid: 33
        case .wrongDeviceKey: 34
        case .deviceCannotHoldKey: 35
        case .biometricsFailed: 36
        }
    }

    /// The sentences for the user, and the note for developers.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [
            NSLocalizedDescriptionKey: message, NSLocalizedRecoverySuggestionErrorKey: recovery,
        ]
        info[NSDebugDescriptionErrorKey] = developerNote
        return info
    }
}
