// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// Everything that tokens are made from.
package struct TokenGrant: Sendable {
    package var user: User
    package var client: Client
    package var granted: GrantedScope
    package var authentication: AuthenticationFacts
    package var organization: Organization?
    /// Of the key that the tokens are bound to.
    package var proof: VerifiedProof?
    /// From the request for authentication, given back as it came.
    package var nonce: String?
    package var sessionID: String?
    /// The passkey of the sign-in.
    package var passkey: PasskeyID?

    package init(user: User, client: Client, granted: GrantedScope, authentication: AuthenticationFacts) {
        self.user = user
        self.client = client
        self.granted = granted
        self.authentication = authentication
    }
}

/// The tokens that a client gets, with what it is told of them.
package struct IssuedTokens: Hashable, Sendable {
    /// How the access token has to be sent.
    package enum Kind: String, Sendable {
        case bearer = "Bearer"
        case dpop = "DPoP"
    }

    package let accessToken: String
    package let kind: Kind
    /// In seconds.
    package let validFor: Int
    package let scope: [String]
    package let idToken: String?
    package var refreshToken: String?
}
