// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
package import WireFormats

/// The next step of an authorization request: an error or a code for the client, or a page for the user.
package enum AuthorizationStep: Hashable, Sendable {
    case error(AuthorizationError)
    /// The user signs in, with an identifier that the page may fill in.
    case signIn(loginHint: String?)
    case signUp(loginHint: String?)
    /// The user continues with the session's account, or signs in to another.
    case selectAccount
    /// The user confirms that the application may use the session's account, or signs in to another.
    case confirmAccount
    /// The user is asked before a sign-in to another account, because the session is the only way into this one.
    case leaveAccount
    /// A new user is asked for a name.
    case completeProfile
    /// The user is offered a passkey on this device, after a sign-in with one of another device.
    case offerPasskey
    /// The user has to sign in again, and adds a passkey first, because the account has none.
    case addPasskey
    /// The user is asked to allow the client a scope.
    case consent(scope: [String])
    case issueCode

    /// Returns the next step. It depends on nothing else.
    package static func next(for conditions: AuthorizationConditions, at time: Timestamp) -> AuthorizationStep {
        let step = interactiveStep(for: conditions, at: time)
        guard conditions.request.isPrompted(.none), step != .issueCode else { return step }
        // Whether the user of a hint is signed in here is nothing that a client of another party may learn without a
        // consent.
        guard conditions.isFirstParty || conditions.consentedScope != nil else { return .error(.loginRequired) }
        return switch step {
        case .error, .issueCode: step
        case .signIn, .signUp, .leaveAccount, .addPasskey: .error(.loginRequired)
        case .selectAccount: .error(.accountSelectionRequired)
        case .confirmAccount, .completeProfile, .offerPasskey: .error(.interactionRequired)
        case .consent: .error(.consentRequired)
        }
    }

    private static func interactiveStep(for conditions: AuthorizationConditions, at time: Timestamp)
        -> AuthorizationStep
    {
        let request = conditions.request
        if let error = conditions.unreachableRequirement { return .error(error) }
        guard let session = conditions.session else { return conditions.firstPage }
        if let error = conditions.mismatchAfterAuthentication { return .error(error) }
        if !conditions.hasAuthenticated {
            if request.isPrompted(.create) {
                return conditions.losesAccount ? .leaveAccount : .signUp(loginHint: request.loginHint)
            }
            // A user who selects the account of the session need not sign in again.
            if request.isPrompted(.selectAccount), !conditions.hasSelectedAccount, conditions.mayUseSession {
                return .selectAccount
            }
            guard conditions.mayUseSession, !request.isPrompted(.login), !session.isTooOld(for: request, at: time)
            else {
                if conditions.losesAccount { return conditions.needsPasskey ? .addPasskey : .leaveAccount }
                return .signIn(loginHint: request.loginHint)
            }
        }
        if conditions.hasAuthenticated, conditions.progress.isProfilePending { return .completeProfile }
        if conditions.hasAuthenticated, conditions.progress.isPasskeyOffered { return .offerPasskey }
        if conditions.isConsentMissing { return .consent(scope: request.consentScope) }
        return conditions.isConfirmationMissing ? .confirmAccount : .issueCode
    }
}

extension AuthorizationConditions.Session {
    fileprivate func isTooOld(for request: AuthorizationRequest, at time: Timestamp) -> Bool {
        guard let maximumAge = request.maximumAge else { return false }
        // A maximum of 0 always asks for a new authentication.
        return maximumAge == 0 || time.secondsSince1970 - authenticatedAt.secondsSince1970 > maximumAge
    }
}
