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
    /// The passkey of the sign-in.
    package var passkey: PasskeyID?
    package var flow = RefreshToken.Flow.passkey

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

    /// How claims are written. Only tokens of the code and the device flow belong to a grant.
    var claimFormat: UserClaims.Format { UserClaims.Format(grantID: grantID) }

    /// The `sub` claim. A client's id has the same suffix as in Auth0, which no user id has.
    var subjectID: String {
        switch subject {
        case .user(let user, _): user.id.rawValue
        case .client: client.id + "@clients"
        }
    }
}

/// Issued tokens, with the members of the token response.
package struct IssuedTokens: Hashable, Sendable {
    /// The scheme to send the access token with.
    package enum Kind: String, Sendable {
        case bearer = "Bearer"
        case dpop = "DPoP"
    }

    package let accessToken: String
    package let kind: Kind
    /// The lifetime of the access token, in seconds.
    package let validFor: Int
    /// The granted scope, which may be empty.
    package let scope: String
    package let idToken: String?
    package var refreshToken: String?
    /// The sealed ticket with which the client's page may begin a browser session.
    package var loginTicket: String?
}

extension AuthenticationFacts {
    package init(_ grant: RefreshToken.Grant) {
        self.init(authenticatedAt: grant.authenticatedAt, methods: grant.methods)
    }

    /// The authentication context class: phishing-resistant, with a hardware key or without (OpenID Connect Extended
    /// Authentication Profile, section 2).
    package var contextClass: String? {
        guard methods.contains("pop") else { return nil }
        return methods.contains("hwk") ? "phrh" : "phr"
    }
}
