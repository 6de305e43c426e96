// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why the provider rejects a request, or cannot serve it.
package enum OAuthFailure: Error, Hashable, Sendable {
    // The request.
    case parameterMissing(String)
    case parameterMalformed(String)
    case grantTypeUnknown(String)
    case grantTypeNotAllowed(String)

    // The client.
    case clientUnknown
    case clientNotAuthenticated(ClientRejection)
    case proofNotAccepted(DPoPRejection)
    /// The client, the API or the token requires tokens that are bound to a key.
    case proofMissing

    // The requested tokens.
    case audienceUnknown(String)
    case audienceNotAllowed(String)
    /// The audience stands for Auth0's session transfer tokens, which this server doesn't issue.
    case sessionTransferNotSupported
    /// The scope needs a browser session. Ignoring it would leave the client without a refresh token.
    case scopeNotOffered(String)
    /// The client's own grant for the API lacks scopes.
    case scopeNotGranted([String])
    /// A refresh token is not accepted. One of the code or the device flow belongs to a grant.
    case refreshTokenRejected(RefreshRejection, isOfGrant: Bool = false)
    /// An access token is to be revoked, which only its expiry ends (RFC 7009, section 2.2.1).
    case tokenTypeNotSupported
    case deviceCodeRejected(DeviceCodeRejection)
    /// Too many devices are waiting for their users.
    case tooManyDeviceRequests
    /// The client requires an organization, which the device flow doesn't have.
    case deviceFlowWithoutOrganization
    case authorizationCodeRejected(AuthorizationCodeRejection)
    case userBlocked
    /// A login ticket, for a page that is not on one of the client's web origins.
    case loginTicketOriginNotAllowed

    // The server's own resources.
    case accessTokenMissing
    /// The access token was sent in more than one way (RFC 6750, section 2).
    case accessTokenRepeated
    case accessTokenRejected(AccessTokenRejection)
    case scopeInsufficient(needed: [String])

    // The server.
    case signingKeyMissing(algorithm: String)
    case storageUnavailable(reason: String)
}

extension OAuthFailure {
    /// The OAuth error code (RFC 6749, section 5.2; RFC 6750, section 3.1; RFC 9449, sections 5 and 7.1).
    package var error: String {
        switch self {
        case .parameterMissing, .parameterMalformed, .loginTicketOriginNotAllowed: "invalid_request"
        case .grantTypeUnknown: "unsupported_grant_type"
        case .grantTypeNotAllowed, .deviceFlowWithoutOrganization: "unauthorized_client"
        case .clientUnknown: "invalid_client"
        case .clientNotAuthenticated(let rejection): rejection.isMalformedRequest ? "invalid_request" : "invalid_client"
        case .proofNotAccepted(let rejection): rejection.asksForNonce ? "use_dpop_nonce" : "invalid_dpop_proof"
        case .proofMissing: "invalid_dpop_proof"
        // Auth0's code. RFC 8707 has invalid_target.
        case .audienceUnknown, .audienceNotAllowed, .scopeNotGranted: "access_denied"
        case .sessionTransferNotSupported: "invalid_target"
        case .scopeNotOffered: "invalid_scope"
        case .refreshTokenRejected, .authorizationCodeRejected: "invalid_grant"
        case .tokenTypeNotSupported: "unsupported_token_type"
        case .deviceCodeRejected(let rejection): rejection.error
        case .tooManyDeviceRequests: "temporarily_unavailable"
        case .userBlocked: "unauthorized"
        case .accessTokenMissing, .accessTokenRepeated: "invalid_request"
        case .accessTokenRejected: "invalid_token"
        case .scopeInsufficient: "insufficient_scope"
        case .signingKeyMissing: "server_error"
        case .storageUnavailable: "temporarily_unavailable"
        }
    }

    /// The stable name of the reason, for programs and logs.
    package var code: String {
        switch self {
        case .parameterMissing: "parameter-missing"
        case .parameterMalformed: "parameter-malformed"
        case .grantTypeUnknown: "grant-type-unknown"
        case .grantTypeNotAllowed: "grant-type-not-allowed"
        case .clientUnknown: "client-unknown"
        case .clientNotAuthenticated(let rejection): rejection.code
        case .proofNotAccepted(let rejection): rejection.code
        case .proofMissing: "dpop-missing"
        case .audienceUnknown: "audience-unknown"
        case .audienceNotAllowed: "audience-not-allowed"
        case .sessionTransferNotSupported: "session-transfer-not-supported"
        case .scopeNotOffered: "scope-not-offered"
        case .scopeNotGranted: "scope-not-granted"
        case .refreshTokenRejected(let rejection, _): rejection.code
        case .tokenTypeNotSupported: "token-type-not-supported"
        case .deviceCodeRejected(let rejection): rejection.code
        case .tooManyDeviceRequests: "device-requests-too-many"
        case .deviceFlowWithoutOrganization: "device-organization-required"
        case .authorizationCodeRejected(let rejection): rejection.code
        case .userBlocked: "user-blocked"
        case .loginTicketOriginNotAllowed: "login-ticket-origin-not-allowed"
        case .accessTokenMissing: "access-token-missing"
        case .accessTokenRepeated: "access-token-repeated"
        case .accessTokenRejected(let rejection): rejection.code
        case .scopeInsufficient: "scope-insufficient"
        case .signingKeyMissing: "signing-key-missing"
        case .storageUnavailable: "storage-unavailable"
        }
    }

    /// The description for the developer of the client. It is Auth0's wherever its SDKs read it.
    package var description: String {
        switch self {
        case .parameterMissing(let name): "Missing required parameter: \(name)"
        case .parameterMalformed(let name): "The parameter \(name) is malformed."
        case .grantTypeUnknown(let name): "Unsupported grant type: \(name)"
        case .grantTypeNotAllowed(let name): "Grant type '\(name)' not allowed for the client."
        case .clientUnknown: "Unknown client."
        case .clientNotAuthenticated(let rejection): rejection.description
        case .proofNotAccepted(let rejection): rejection.description
        case .proofMissing: "A DPoP proof is required."
        case .audienceUnknown(let audience): "Service not found: \(audience)"
        case .audienceNotAllowed(let audience): "Client is not authorized to access \"\(audience)\"."
        case .sessionTransferNotSupported: "Session transfer tokens are not supported."
        case .scopeNotOffered(let scope):
            "The scope \(scope) needs a browser session, which only the code flow has. Request offline_access instead."
        case .scopeNotGranted(let scope): "Client has not been granted scopes: \(scope.joined(separator: ", "))"
        case .refreshTokenRejected(let rejection, _): rejection.description
        case .tokenTypeNotSupported: "Access tokens can't be revoked. Revoke the refresh token."
        case .deviceCodeRejected(let rejection): rejection.description
        case .deviceFlowWithoutOrganization: "The client requires an organization, which the device flow doesn't have."
        case .tooManyDeviceRequests: "Too many devices are waiting for their users. Try again in a few minutes."
        case .authorizationCodeRejected(let rejection): rejection.description
        case .userBlocked: "user is blocked"
        case .loginTicketOriginNotAllowed: "A login ticket needs a page on one of the client's web origins."
        case .accessTokenMissing: "No access token was sent."
        case .accessTokenRepeated: "The access token was sent in the header and in the body."
        case .accessTokenRejected(let rejection): rejection.description
        case .scopeInsufficient(let needed): "Insufficient scope, expected: \(needed.joined(separator: " "))"
        case .signingKeyMissing(let algorithm): "The server has no signing key for \(algorithm)."
        case .storageUnavailable: "The server can't store data right now. Try again in a moment."
        }
    }
}

extension OAuthFailure {
    /// A signed message that was used before.
    package init(replayed kind: OneTimeUse.Kind) {
        self =
            switch kind {
            case .clientAssertion: .clientNotAuthenticated(.assertionReplayed)
            case .proofOfPossession: .proofNotAccepted(.replayed)
            }
    }

    /// Translates an error of the storage.
    package init(_ error: any Error) {
        self =
            switch error {
            case let failure as OAuthFailure: failure
            case StorageError.unavailable(let reason), StorageError.incompatible(let reason),
                StorageError.damaged(let reason):
                .storageUnavailable(reason: reason)
            default: .storageUnavailable(reason: "\(error)")
            }
    }
}
