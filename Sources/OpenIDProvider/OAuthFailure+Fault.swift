// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SignIn

/// The sentences are Auth0's wherever its SDKs read them.
extension OAuthFailure: Failure {
    package var fault: Fault {
        switch self {
        case .parameterMissing(let name):
            Self.parameter("oauth.parameter-missing", "Missing required parameter: \(name)")
        case .parameterMalformed(let name):
            Self.parameter("oauth.parameter-malformed", "The parameter \(name) is malformed.")
        case .grantTypeUnknown(let name):
            Fault(
                .init(400, "unsupported_grant_type"), "oauth.grant-type-unknown", "Unsupported grant type: \(name)",
                remedy: "Use a grant type that /.well-known/openid-configuration lists.")
        case .grantTypeNotAllowed(let name):
            Fault(
                .init(403, "unauthorized_client"), "oauth.grant-type-not-allowed",
                "Grant type '\(name)' not allowed for the client.",
                remedy: "Add the grant type to grant_types of CLIENT.")
        case .clientUnknown:
            Fault(
                .invalidClient, "oauth.client-unknown", "Unknown client.",
                remedy: "Use the client_id of a configured client.")
        case .clientNotAuthenticated(let rejection): rejection.fault
        case .proofNotAccepted(let rejection): rejection.fault
        case .proofMissing: DPoPRejection.row("oauth.dpop-missing", "A DPoP proof is required.")
        // Auth0's error code for audiences and scopes. RFC 8707 has invalid_target.
        case .audienceUnknown(let audience):
            Fault(
                .denied, "oauth.audience-unknown", "Service not found: \(audience)",
                remedy: "Add the audience to resource_servers, or request a configured one.")
        case .audienceNotAllowed(let audience):
            Fault(
                .denied, "oauth.audience-not-allowed", "Client is not authorized to access \"\(audience)\".",
                remedy: "Request an audience that CLIENT may use.")
        case .sessionTransferNotSupported:
            Fault(
                .init(400, "invalid_target"), "oauth.session-transfer-not-supported",
                "Session transfer tokens are not supported.",
                remedy: "Send the browser to /authorize. In a session, it needs no new sign-in.")
        case .scopeNotOffered(let scope):
            Fault(
                .init(400, "invalid_scope"), "oauth.scope-not-offered",
                "The scope \(scope) needs a browser session, which only the code flow has. "
                    + "Request offline_access instead.",
                remedy: "Omit the scope.")
        case .scopeNotGranted(let scope):
            Fault(
                .denied, "oauth.scope-not-granted",
                "Client has not been granted scopes: \(scope.joined(separator: ", "))",
                remedy: "Add the scope to the client's entry in client_grants, or don't request it.")
        case .refreshTokenRejected(let rejection, let isOfGrant): rejection.fault(isOfGrant: isOfGrant)
        case .tokenTypeNotSupported:
            Fault(
                .init(400, "unsupported_token_type"), "oauth.token-type-not-supported",
                "Access tokens can't be revoked. Revoke the refresh token.",
                remedy: "Revoke the refresh token. The access token expires by itself.")
        case .deviceCodeRejected(let rejection): rejection.fault
        case .tooManyDeviceRequests:
            Fault(
                .unavailable, "oauth.device-requests-too-many",
                "Too many devices are waiting for their users. Try again in a few minutes.",
                remedy: "Look for a client that begins many device authorizations.")
        case .deviceFlowWithoutOrganization:
            Fault(
                .init(403, "unauthorized_client"), "oauth.device-organization-required",
                "The client requires an organization, which the device flow doesn't have.",
                remedy: "Use the code flow, or set organization_usage of CLIENT to allow.")
        case .authorizationCodeRejected(let rejection): rejection.fault
        case .userBlocked:
            Fault(
                .blocked, "oauth.user-blocked", "user is blocked",
                remedy: "If the user may sign in, run thumbturn users unblock.")
        case .loginTicketOriginNotAllowed:
            Fault(
                .invalidRequest, "oauth.login-ticket-origin-not-allowed",
                "A login ticket needs a page on one of the client's web origins.",
                remedy: "Add the page's origin to web_origins of CLIENT, exactly as it is sent.")
        case .accessTokenMissing:
            Fault(
                .init(401, "invalid_request"), "oauth.access-token-missing", "No access token was sent.",
                remedy: "Send the access token in the Authorization header.")
        case .accessTokenRepeated:
            Fault(
                .invalidRequest, "oauth.access-token-repeated",
                "The access token was sent in the header and in the body.",
                remedy: "Send the access token in the Authorization header only.")
        case .accessTokenRejected(let rejection): rejection.fault
        case .scopeInsufficient(let needed):
            Fault(
                .init(403, "insufficient_scope"), "oauth.scope-insufficient",
                "Insufficient scope, expected: \(needed.joined(separator: " "))",
                remedy: "Request the scope that the response names when signing in.")
        case .signingKeyMissing(let algorithm):
            Fault(
                .init(500, "server_error"), "oauth.signing-key-missing",
                "The server has no signing key for \(algorithm).",
                remedy: "Check thumbturn keys list. The server creates missing keys when it starts.")
        case .storageUnavailable(let reason): SignInFailure.storageUnavailable(reason: reason).fault
        }
    }

    private static func parameter(_ code: String, _ sentence: String) -> Fault {
        Fault(.invalidRequest, code, sentence, remedy: "Compare the parameters with /openapi.json.")
    }
}

extension Fault.Kind {
    static let invalidClient = Self(401, "invalid_client")
    static let invalidProof = Self(400, "invalid_dpop_proof")
    /// `invalid_grant` with the status of RFC 6749, section 5.2, for codes and the refresh tokens that came of them,
    /// which the OpenID Foundation's tests check. `invalidGrant` has Auth0's, for passkeys and other refresh tokens.
    static let invalidCode = Self(400, "invalid_grant")
}

extension OAuthFailure {
    /// One failure for each code of this module.
    package static let examples: [OAuthFailure] = {
        var examples: [OAuthFailure] = [
            .parameterMissing("…"), .parameterMalformed("…"), .grantTypeUnknown("…"), .grantTypeNotAllowed("…"),
            .clientUnknown,
        ]
        examples += ClientRejection.examples.map { .clientNotAuthenticated($0) }
        examples += DPoPRejection.examples.map { .proofNotAccepted($0) }
        examples += [
            .proofMissing, .audienceUnknown("…"), .audienceNotAllowed("…"), .sessionTransferNotSupported,
            .scopeNotOffered("…"), .scopeNotGranted(["…"]),
            .userBlocked, .loginTicketOriginNotAllowed,
        ]
        examples += RefreshRejection.allCases.map { .refreshTokenRejected($0) } + [.tokenTypeNotSupported]
        examples += AuthorizationCodeRejection.allCases.map { .authorizationCodeRejected($0) }
        examples += DeviceCodeRejection.allCases.map { .deviceCodeRejected($0) }
        examples += [.tooManyDeviceRequests, .deviceFlowWithoutOrganization, .accessTokenMissing, .accessTokenRepeated]
        examples += AccessTokenRejection.allCases.map { .accessTokenRejected($0) }
        return examples + [.scopeInsufficient(needed: ["…"]), .signingKeyMissing(algorithm: "…")]
    }()
}
