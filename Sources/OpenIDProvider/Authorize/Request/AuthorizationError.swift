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

extension AuthorizationError {
    /// The OAuth error code.
    package var error: String {
        switch self {
        case .parameterMissing, .parameterMalformed, .parameterRepeated, .requestTooLarge, .pushedRequestRequired,
            .challengeMissing, .challengeMalformed, .challengeMethodNotSupported, .connectionUnknown,
            .organizationMissing, .organizationUnknown, .organizationNotAllowed, .idTokenHintInvalid,
            .loginTicketOriginMismatch, .loginTicketNotPosted:
            "invalid_request"
        case .responseTypeNotSupported: "unsupported_response_type"
        case .requestNotSupported: "request_not_supported"
        case .requestURINotSupported: "request_uri_not_supported"
        case .registrationNotSupported: "registration_not_supported"
        case .grantTypeNotAllowed, .connectionNotAllowed: "unauthorized_client"
        case .audienceUnknown, .audienceNotAllowed: "invalid_target"
        case .loginRequired, .loginTicketInvalid: "login_required"
        case .consentRequired: "consent_required"
        case .interactionRequired: "interaction_required"
        case .accountSelectionRequired: "account_selection_required"
        // OpenID Connect Core Error Code unmet_authentication_requirements 1.0.
        case .authenticationRequirementsUnmet: "unmet_authentication_requirements"
        case .accessDenied, .userBlocked: "access_denied"
        case .serverFailed: "server_error"
        case .temporarilyUnavailable: "temporarily_unavailable"
        }
    }

    /// The stable name of the reason, for programs and logs.
    package var code: String {
        switch self {
        case .parameterMissing: "authorization-parameter-missing"
        case .parameterMalformed: "authorization-parameter-malformed"
        case .parameterRepeated: "authorization-parameter-repeated"
        case .requestTooLarge: "authorization-parameters-too-large"
        case .responseTypeNotSupported: "authorization-response-type-not-supported"
        case .requestNotSupported: "authorization-request-not-supported"
        case .requestURINotSupported: "authorization-request-uri-not-supported"
        case .registrationNotSupported: "authorization-registration-not-supported"
        case .pushedRequestRequired: "authorization-pushed-request-required"
        case .challengeMissing: "authorization-challenge-missing"
        case .challengeMalformed: "authorization-challenge-malformed"
        case .challengeMethodNotSupported: "authorization-challenge-method-not-supported"
        case .grantTypeNotAllowed: "authorization-grant-type-not-allowed"
        case .audienceUnknown: "authorization-audience-unknown"
        case .audienceNotAllowed: "authorization-audience-not-allowed"
        case .connectionUnknown: "authorization-connection-unknown"
        case .connectionNotAllowed: "authorization-connection-not-allowed"
        case .organizationMissing: "authorization-organization-missing"
        case .organizationUnknown: "authorization-organization-unknown"
        case .organizationNotAllowed: "authorization-organization-not-allowed"
        case .idTokenHintInvalid: "authorization-id-token-hint-invalid"
        case .loginTicketInvalid: "authorization-login-ticket-invalid"
        case .loginTicketOriginMismatch: "authorization-login-ticket-origin-mismatch"
        case .loginTicketNotPosted: "authorization-login-ticket-not-posted"
        case .loginRequired: "authorization-login-required"
        case .consentRequired: "authorization-consent-required"
        case .interactionRequired: "authorization-interaction-required"
        case .accountSelectionRequired: "authorization-account-selection-required"
        case .authenticationRequirementsUnmet: "authorization-authentication-requirements-unmet"
        case .accessDenied: "authorization-access-denied"
        case .userBlocked: "authorization-user-blocked"
        case .serverFailed: "authorization-server-failed"
        case .temporarilyUnavailable: "authorization-temporarily-unavailable"
        }
    }
}
