// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The answer of the userinfo endpoint (OpenID Connect Core, section 5.3).
package enum UserInfo {
    /// The account may have gone or been blocked since the token was issued.
    package static func claims(
        for token: VerifiedAccessToken, of user: User?
    ) throws(OAuthFailure) -> JSONObject {
        try token.require(StandardScope.openID)
        guard let user, user.id == token.user, !user.isBlocked else { throw .accessTokenRefused(.userGone) }
        guard user.tokenGeneration == token.generation else { throw .accessTokenRefused(.revoked) }
        var claims: JSONObject = ["sub": .string(user.id.rawValue)]
        claims.members += PersonClaims(user).claims(for: token.scope).members
        return claims
    }
}
