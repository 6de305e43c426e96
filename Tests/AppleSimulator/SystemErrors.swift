// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation

/// The errors of the system. Reasons are texts for people, in any language: an app must not read them.
enum SystemErrors {
    static func authorization(code: Int, reason: String? = nil) -> ASAuthorizationError {
        ASAuthorizationError(
            _nsError: NSError(
                domain: ASAuthorizationErrorDomain, code: code,
                userInfo: reason.map { [NSLocalizedFailureReasonErrorKey: $0] } ?? [:]))
    }

    static func failed(_ reason: String) -> ASAuthorizationError { authorization(code: 1004, reason: reason) }

    static var canceled: ASAuthorizationError { authorization(code: 1001) }

    static var requestInProgress: ASAuthorizationError {
        failed("Request already in progress for specified application identifier.")
    }

    static func notAssociated(_ domain: String) -> ASAuthorizationError {
        failed("Application with identifier TEAMID1234.com.example.app is not associated with domain \(domain)")
    }

    static var keychainIsOff: ASAuthorizationError { failed("Cannot create a passkey. iCloud Keychain is off.") }

    /// The code is what a failed request has; the text is unverified.
    static var securityKeyHasNoPIN: ASAuthorizationError { failed("This security key needs a PIN.") }

    static func noPasskey(_ report: SimulatorState.NoPasskeyReport) -> ASAuthorizationError {
        switch report {
        case .canceled: canceled
        case .canceledWithReason: authorization(code: 1001, reason: "没有可用于登录的凭证。")
        case .notInteractive: authorization(code: 1005)
        }
    }

    static func excluded(_ report: SimulatorState.ExclusionReport) -> any Error {
        switch report {
        case .matchedExcludedCredential: authorization(code: 1006)
        case .webKit: webKit(8)
        }
    }

    static var timedOut: NSError { webKit(31) }

    /// WebKit's errors reach apps as they are.
    private static func webKit(_ code: Int) -> NSError { NSError(domain: "WKErrorDomain", code: code) }
}
