// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WireFormats

/// The input for issuing tokens.
package struct TokenGrant: Sendable {
    /// The user or client that the tokens identify.
    package enum Subject: Sendable {
        case user(User, AuthenticationFacts)
        /// The client itself, without a user.
        case client
    }

    package var subject: Subject
    package var client: Client
    package var granted: GrantedScope
    package var organization: Organization?
    /// The proof of the key that the tokens are bound to.
    package var proof: VerifiedProof?
    /// The nonce of the authentication request, returned in the ID token.
    package var nonce: String?
    package var sessionID: BrowserSession.ID?
    /// The claims that the client requests beside those of the scope.
    package var claims = ClaimsRequest()
    /// The ID of the grant in the code or the device flow, by which access tokens are revoked together.
    package var grantID: String?
    /// The ways in of the sign-in.
    package var ways: [WayReference] = []
    package var flow = RefreshToken.Flow.direct
    /// Whether the tokens follow others, and not a sign-in.
    package var isRefreshed = false

    package init(user: User, client: Client, granted: GrantedScope, authentication: AuthenticationFacts) {
        subject = .user(user, authentication)
        self.client = client
        self.granted = granted
    }

    /// Creates a grant for the client itself, without a user.
    package init(client: Client, granted: GrantedScope) {
        subject = .client
        self.client = client
        self.granted = granted
    }

    /// The format of claims. Only tokens of the code and the device flow belong to a grant.
    var claimFormat: UserClaims.Format { UserClaims.Format(grantID: grantID) }

    /// The `sub` claim. A client's id has the same suffix as in Auth0, which no user id has.
    var subjectID: String {
        switch subject {
        case .user(let user, _): user.id.rawValue
        case .client: client.id + "@clients"
        }
    }
}

extension AuthenticationFacts {
    package init(_ grant: RefreshToken.Grant) {
        self.init(authenticatedAt: grant.authenticatedAt, methods: grant.methods)
    }
}
