// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The response of the userinfo endpoint (OpenID Connect Core, section 5.3).
package enum UserInfo {
    /// Returns the claims, unless the account was removed or closed since the token was issued.
    package static func claims(
        for token: VerifiedAccessToken, of user: User?
    ) throws(OAuthFailure) -> JSONObject {
        try token.require(StandardScope.openID)
        guard let user, user.id == token.user, user.isActive else { throw .accessTokenRejected(.userGone) }
        guard user.tokenGeneration == token.generation, !user.hasDisconnected(token.client, since: token.issuedAt)
        else { throw .accessTokenRejected(.revoked) }
        var claims: JSONObject = ["sub": .string(user.id.rawValue)]
        UserClaims(user, format: UserClaims.Format(grantID: token.grantID))
            .append(to: &claims, for: token.scope, requested: token.requestedClaims)
        return claims
    }
}
