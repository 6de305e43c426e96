// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthentication
import Security

/// Asks the owner of the device before a key signs.
enum DeviceOwner {
    /// Returns when the owner has passed in a context, which then opens keys.
    static func pass(
        _ protection: DeviceKeys.Protection, in context: LAContext = LAContext(), reason: String
    ) async throws(PasskeyError) {
        // The system ends its question when the context becomes invalid, whichever thread does that.
        nonisolated(unsafe) let context = context
        // Without a passcode to fall back to, the button for it would lead nowhere.
        if protection == .currentBiometrics { context.localizedFallbackTitle = "" }
        do {
            let hasPassed = try await withTaskCancellationHandler {
                try await context.evaluatePolicy(protection.policy, localizedReason: reason)
            } onCancel: {
                context.invalidate()
            }
            guard hasPassed else { throw LAError(.userCancel) }
        } catch {
            throw .noPassing(because: error)
        }
    }
}

extension DeviceKeys.Protection {
    var policy: LAPolicy {
        self == .userPresence ? .deviceOwnerAuthentication : .deviceOwnerAuthenticationWithBiometrics
    }

    var flag: SecAccessControlCreateFlags { self == .userPresence ? .userPresence : .biometryCurrentSet }
}

extension PasskeyError {
    /// Why there can't be a key, or why its owner can't be asked or did not pass.
    static func noPassing(because error: (any Error)?) -> PasskeyError {
        switch (error as? LAError)?.code {
        case .authenticationFailed: .biometricsFailed
        case .biometryLockout: .biometricsLocked
        case .notInteractive: .notInteractive
        case .passcodeNotSet: .deviceCannotHoldKey(reason: "The device has no passcode.")
        case .biometryNotEnrolled: .deviceCannotHoldKey(reason: "Neither Face ID nor Touch ID is set up.")
        // Also if the user has not allowed Face ID to the application.
        case .biometryNotAvailable: .notSupported
        default: .canceled
        }
    }

    /// Why a key does not sign although its owner has passed. Apple documents no error for a key whose biometrics have
    /// changed, but then only the key can be the reason, unless the context has ended or the device was locked.
    static func noSignature(because error: any Error) -> PasskeyError {
        switch (error as? LAError)?.code {
        case .userCancel, .systemCancel, .appCancel, .invalidContext: .canceled
        case .notInteractive: .notInteractive
        default: (error as NSError).code == Int(errSecInteractionNotAllowed) ? .notInteractive : .deviceKeyInvalid
        }
    }
}
