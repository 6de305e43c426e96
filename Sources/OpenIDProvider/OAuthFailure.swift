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
