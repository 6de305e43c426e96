// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation

/// An error of the system, as a value that can leave the main actor.
struct DeviceError: Error, Sendable {
    /// The request to the system, which decides what some codes mean.
    enum Request: Sendable {
        case registration
        /// A registration on a security key, and on nothing else.
        case securityKeyRegistration
        case authentication
    }

    let domain: String
    let code: Int
    /// Translated into the user's language, so that its words mean nothing to a program.
    let reason: String?
    /// Whether the application itself has ended the request.
    var isFromHere = false

    init(_ error: any Error) {
        let error = error as NSError
        domain = error.domain
        code = error.code
        reason = error.userInfo[NSLocalizedFailureReasonErrorKey] as? String
    }

    /// The system's number with its domain, for the server's log.
    var name: String {
        "\(domain.split(separator: ".").last.map(String.init) ?? domain)-\(code)".filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_")
        }
    }

    func passkeyError(of request: Request, at relyingPartyID: String) -> PasskeyError {
        guard !isFromWebKit else {
            switch code {
            case Self.webKitExcluded: return .alreadyRegistered
            case Self.webKitTimeout: return .timedOut
            default: return .canceled
            }
        }
        // Numbers, not names: the names of newer ones need a newer system.
        switch code {
        // The user closed the sheet, or there is nothing to show in one. Only the second has a reason.
        case 1001: return request == .authentication && reason != nil ? .noPasskeyHere : .canceled
        case 1003: return .notSupported
        case 1004: return failed(request, at: relyingPartyID)
        case 1005: return .noPasskeyHere
        case 1006: return .alreadyRegistered
        case 1009: return .prefersSignInWithApple
        case 1010: return .deviceCannotCreate(reason: reason)
        default: return .unexpectedResponse
        }
    }

    /// 1004 means that the application is not associated with the domain, which its reason then names in every
    /// language, or that the device can't do it.
    private func failed(_ request: Request, at relyingPartyID: String) -> PasskeyError {
        if let reason, reason.contains(relyingPartyID) || reason.contains("webcredentials") {
            return .appNotAssociated(
                AssociationHelp(
                    relyingPartyID: relyingPartyID, bundleIdentifier: Bundle.main.bundleIdentifier, reason: reason))
        }
        switch request {
        case .registration: return .deviceCannotCreate(reason: reason)
        // The system does not say more. A key without a PIN is the usual reason.
        case .securityKeyRegistration: return .securityKeyNeedsPIN
        case .authentication: return .unexpectedResponse
        }
    }

    /// The reason in a report to the server.
    func reportReason(of error: PasskeyError) -> CeremonyFailureReason {
        switch error {
        case .canceled, .prefersSignInWithApple: return .canceled
        case .timedOut: return .timedOut
        case .noPasskeyHere: return .noPasskeyHere
        case .alreadyRegistered: return .alreadyRegistered
        case .appNotAssociated: return .wrongDomain
        case .deviceCannotCreate, .notSupported: return .notSupported
        case .securityKeyNeedsPIN: return .securityKeyNeedsPIN
        default: return .unknown
        }
    }

    /// Before iOS 18, an excluded credential and a timeout came under WebKit's name.
    private var isFromWebKit: Bool { domain == "WKErrorDomain" }
    private static let webKitExcluded = 8
    private static let webKitTimeout = 31
}
