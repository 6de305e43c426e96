// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

extension AuthorizationError: Failure {
    /// The status is for requests that are pushed. A redirect has none.
    package var fault: Fault {
        switch self {
        case .parameterMissing(let name):
            Self.row("oauth.authorization-parameter-missing", "Missing required parameter: \(Self.safe(name))")
        case .parameterMalformed(let name):
            Self.row("oauth.authorization-parameter-malformed", "The parameter \(Self.safe(name)) is malformed.")
        case .parameterRepeated(let name):
            Self.row("oauth.authorization-parameter-repeated", "The parameter \(Self.safe(name)) occurs twice.")
        case .requestTooLarge:
            Self.row("oauth.authorization-parameters-too-large", "The parameters of the request are too large.")
        case .responseTypeNotSupported:
            Self.row(
                "oauth.authorization-response-type-not-supported", "Only the response type code is supported.",
                error: "unsupported_response_type")
        case .requestNotSupported:
            Self.row(
                "oauth.authorization-request-not-supported", "Request objects are not supported.",
                error: "request_not_supported")
        case .requestURINotSupported:
            Self.row(
                "oauth.authorization-request-uri-not-supported",
                "Only a request_uri of the pushed authorization request endpoint is supported.",
                error: "request_uri_not_supported", remedy: Self.pushAgain)
        case .registrationNotSupported:
            Self.row(
                "oauth.authorization-registration-not-supported", "The parameter registration is not supported.",
                error: "registration_not_supported")
        case .pushedRequestRequired:
            Self.row(
                "oauth.authorization-pushed-request-required",
                "The client must use pushed authorization requests.")
        case .challengeMissing:
            Self.row(
                "oauth.authorization-challenge-missing",
                "Public clients must use PKCE: the parameter code_challenge is missing.")
        case .challengeMalformed:
            Self.row(
                "oauth.authorization-challenge-malformed", "The code_challenge is not a SHA-256 hash in base64url.")
        case .challengeMethodNotSupported:
            Self.row(
                "oauth.authorization-challenge-method-not-supported",
                "Only the code_challenge_method S256 is supported.")
        case .grantTypeNotAllowed:
            Self.row(
                "oauth.authorization-grant-type-not-allowed",
                "Grant type 'authorization_code' not allowed for the client.", error: "unauthorized_client",
                remedy: "Add authorization_code to grant_types of CLIENT.")
        case .audienceUnknown:
            Self.row(
                "oauth.authorization-audience-unknown", "Service not found. The audience is not a configured API.",
                error: "invalid_target", remedy: "Add the audience to resource_servers, or request a configured one.")
        case .audienceNotAllowed:
            Self.row(
                "oauth.authorization-audience-not-allowed", "Client is not authorized to access the audience.",
                error: "invalid_target")
        case .connectionUnknown:
            Self.row("oauth.authorization-connection-unknown", "There is no such connection.")
        case .connectionNotAllowed:
            Self.row(
                "oauth.authorization-connection-not-allowed", "The connection is not enabled for the client.",
                error: "unauthorized_client", remedy: "Add CLIENT to enabled_clients of the connection.")
        case .organizationMissing:
            Self.organization(
                "oauth.authorization-organization-missing", "parameter organization is required for this client")
        case .organizationUnknown:
            Self.organization("oauth.authorization-organization-unknown", "There is no such organization.")
        case .organizationNotAllowed:
            Self.organization(
                "oauth.authorization-organization-not-allowed",
                "parameter organization is not allowed for this client")
        case .idTokenHintInvalid:
            Self.row(
                "oauth.authorization-id-token-hint-invalid",
                "The id_token_hint is not an ID token of this server for the client.")
        case .loginTicketInvalid:
            Self.row(
                "oauth.authorization-login-ticket-invalid",
                "The login_ticket is not valid for this request, has expired or was used.", error: "login_required",
                remedy: "Get a ticket with a new sign-in, and post it once, within a minute.")
        case .loginTicketOriginMismatch:
            Self.row(
                "oauth.authorization-login-ticket-origin-mismatch",
                "The login_ticket was not posted by a page of the origin it was issued to.",
                remedy:
                    "Post the form from the page that signed the user in. Its Referrer-Policy must not hide its "
                    + "origin.")
        case .loginTicketNotPosted:
            Self.row(
                "oauth.authorization-login-ticket-not-posted",
                "The login_ticket must be in the body of a posted form, not in the URL.",
                remedy: "Send the ticket in a form that is posted to /authorize.")
        case .loginRequired:
            Self.prompt("oauth.authorization-login-required", "Login required", error: "login_required")
        case .consentRequired:
            Self.prompt("oauth.authorization-consent-required", "Consent required", error: "consent_required")
        case .interactionRequired:
            Self.prompt(
                "oauth.authorization-interaction-required", "Interaction required", error: "interaction_required")
        case .accountSelectionRequired:
            Self.prompt(
                "oauth.authorization-account-selection-required", "Account selection required",
                error: "account_selection_required")
        // OpenID Connect Core Error Code unmet_authentication_requirements 1.0.
        case .authenticationRequirementsUnmet:
            Self.row(
                "oauth.authorization-authentication-requirements-unmet", "The essential acr can't be reached.",
                error: "unmet_authentication_requirements")
        case .accessDenied:
            Self.row(
                "oauth.authorization-access-denied", "The user did not allow the request.", error: "access_denied",
                remedy: "None needed. The user may start again.")
        case .userBlocked:
            Self.row(
                "oauth.authorization-user-blocked", "user is blocked", error: "access_denied",
                remedy: "If the user may sign in, run thumbturn users unblock.")
        case .serverFailed:
            Self.row(
                "oauth.authorization-server-failed", "The server failed unexpectedly.", error: "server_error",
                remedy: "This is a fault of the server. Report it with its cause.")
        case .temporarilyUnavailable:
            Self.row(
                "oauth.authorization-temporarily-unavailable",
                "The server can't store data right now. Try again in a moment.", error: "temporarily_unavailable",
                remedy: "Check the server's disk and storage.")
        }
    }

    static let compare = "Compare the authorization request with /.well-known/openid-configuration."
    static let pushAgain = "Push the request again, and use its request_uri once and at once."

    private static func row(
        _ code: String, _ sentence: String, error: String = "invalid_request", remedy: String = Self.compare
    ) -> Fault {
        Fault(.init(400, error), code, sentence, remedy: remedy)
    }

    private static func organization(_ code: String, _ sentence: String) -> Fault {
        row(code, sentence, remedy: "Compare the organization with organization_usage of CLIENT.")
    }

    /// The request forbids the page that it needs.
    private static func prompt(_ code: String, _ sentence: String, error: String) -> Fault {
        row(code, sentence, error: error, remedy: "None needed. The client repeats the request without prompt=none.")
    }

    /// The name of a parameter, which may come from a stranger, in the characters of names only.
    private static func safe(_ name: String) -> String {
        let isName = name.utf8.count <= 40 && name.utf8.allSatisfy { $0.isAlphanumeric || "-_".utf8.contains($0) }
        return isName ? name : "(unreadable)"
    }

    /// One error for each code.
    package static let examples: [AuthorizationError] = [
        .parameterMissing("example"), .parameterMalformed("example"), .parameterRepeated("example"), .requestTooLarge,
        .responseTypeNotSupported, .requestNotSupported, .requestURINotSupported, .registrationNotSupported,
        .pushedRequestRequired, .challengeMissing, .challengeMalformed, .challengeMethodNotSupported,
        .grantTypeNotAllowed, .audienceUnknown, .audienceNotAllowed, .connectionUnknown,
        .connectionNotAllowed, .organizationMissing, .organizationUnknown, .organizationNotAllowed,
        .idTokenHintInvalid, .loginTicketInvalid, .loginTicketOriginMismatch, .loginTicketNotPosted, .loginRequired,
        .consentRequired, .interactionRequired, .accountSelectionRequired,
        .authenticationRequirementsUnmet, .accessDenied, .userBlocked, .serverFailed, .temporarilyUnavailable,
    ]
}
