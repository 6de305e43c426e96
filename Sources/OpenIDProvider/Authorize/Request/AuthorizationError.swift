// SPDX-License-Identifier: Apache-2.0

/// An error that is sent to the client's redirect URI (RFC 6749, section 4.1.2.1; OpenID Connect Core, section
/// 3.1.2.6).
package enum AuthorizationError: Error, Hashable, Sendable {
    // The request.
    case parameterMissing(String)
    case parameterMalformed(String)
    case parameterRepeated(String)
    case requestTooLarge
    case responseTypeNotSupported
    case requestNotSupported
    case requestURINotSupported
    case registrationNotSupported
    case pushedRequestRequired

    // Proof Key for Code Exchange.
    case challengeMissing
    case challengeMalformed
    case challengeMethodNotSupported

    // The client's permissions.
    case grantTypeNotAllowed
    case audienceUnknown
    case audienceNotAllowed
    case connectionUnknown
    case connectionNotAllowed
    case organizationMissing
    case organizationUnknown
    case organizationNotAllowed

    // The user and the session.
    case idTokenHintInvalid
    /// The ticket is not valid, has expired or was used, or it is for another client or request.
    case loginTicketInvalid
    /// The ticket was not posted by a page of the origin that it was issued to.
    case loginTicketOriginMismatch
    /// The ticket is in the URL or in a pushed request.
    case loginTicketNotPosted
    case loginRequired
    case consentRequired
    case interactionRequired
    case accountSelectionRequired
    case authenticationRequirementsUnmet
    case accessDenied
    case userBlocked

    // The server.
    case serverFailed
    case temporarilyUnavailable
}
