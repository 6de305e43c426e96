// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
import JOSE
package import WireFormats

/// The token that informs a client of the end of a session (OpenID Connect Back-Channel Logout 1.0, section 2.4).
package struct LogoutToken: Hashable, Sendable {
    /// The event of the token.
    static let event = "http://schemas.openid.net/event/backchannel-logout"
    /// The recommended lifetime, in seconds.
    private static let lifetime: Int64 = 120

    private let user: UserID
    /// The session that ended; `nil` if all of the user's sessions did.
    private let sessionID: String?

    package init(user: UserID, sessionID: String?) {
        self.user = user
        self.sessionID = sessionID
    }

    func claims(for client: Client, issuer: Issuer, at time: Timestamp) -> JSONObject {
        var claims: JSONObject = [
            "iss": .string(issuer.url), "sub": .string(user.rawValue), "aud": .string(client.id),
            "iat": JSONValue(time),
            "exp": JSONValue(time.advanced(by: Self.lifetime)),
            "jti": .string(Base64URL.encode(Randomness.bytes(16))), "events": [Self.event: [:]],
        ]
        claims.append(sessionID.map(JSONValue.string), as: "sid")
        return claims
    }
}

extension TokenIssuer {
    /// Signs a logout token with the algorithm of the client's ID tokens.
    package func sign(_ token: LogoutToken, for client: Client, at time: Timestamp) throws(OAuthFailure) -> String {
        try keys.signingKey(client.idToken.algorithm.inJOSE)
            .sign(token.claims(for: client, issuer: issuer, at: time), type: .logout)
    }
}
