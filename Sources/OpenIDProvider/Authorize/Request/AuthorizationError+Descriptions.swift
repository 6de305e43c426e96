// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension AuthorizationError {
    /// The description for the developer of the client.
    package var description: String {
        switch self {
        case .parameterMissing(let name): "Missing required parameter: \(Self.safe(name))"
        case .parameterMalformed(let name): "The parameter \(Self.safe(name)) is malformed."
        case .parameterRepeated(let name): "The parameter \(Self.safe(name)) occurs twice."
        case .requestTooLarge: "The parameters of the request are too large."
        case .responseTypeNotSupported: "Only the response type code is supported."
        case .requestNotSupported: "Request objects are not supported."
        case .requestURINotSupported: "Only a request_uri of the pushed authorization request endpoint is supported."
        case .registrationNotSupported: "The parameter registration is not supported."
        case .pushedRequestRequired: "The client must use pushed authorization requests."
        case .challengeMissing: "Public clients must use PKCE: the parameter code_challenge is missing."
        case .challengeMalformed: "The code_challenge is not a SHA-256 hash in base64url."
        case .challengeMethodNotSupported: "Only the code_challenge_method S256 is supported."
        case .grantTypeNotAllowed: "Grant type 'authorization_code' not allowed for the client."
        case .audienceUnknown: "Service not found. The audience is not a configured API."
        case .audienceNotAllowed: "Client is not authorized to access the audience."
        case .connectionUnknown: "There is no such connection."
        case .connectionNotAllowed: "The connection is not enabled for the client."
        case .organizationMissing: "parameter organization is required for this client"
        case .organizationUnknown: "There is no such organization."
        case .organizationNotAllowed: "parameter organization is not allowed for this client"
        case .idTokenHintInvalid: "The id_token_hint is not an ID token of this server for the client."
        case .loginTicketInvalid: "The login_ticket is not valid for this request, has expired or was used."
        case .loginTicketOriginMismatch: "The login_ticket was not posted by a page of the origin it was issued to."
        case .loginTicketNotPosted: "The login_ticket must be in the body of a posted form, not in the URL."
        case .loginRequired: "Login required"
        case .consentRequired: "Consent required"
        case .interactionRequired: "Interaction required"
        case .accountSelectionRequired: "Account selection required"
        case .authenticationRequirementsUnmet: "The essential acr can't be reached."
        case .accessDenied: "The user did not allow the request."
        case .userBlocked: "user is blocked"
        case .serverFailed: "The server failed unexpectedly."
        case .temporarilyUnavailable: "The server can't store data right now. Try again in a moment."
        }
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
