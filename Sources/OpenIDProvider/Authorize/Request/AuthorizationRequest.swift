// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SignIn

/// A validated authorization request.
package struct AuthorizationRequest: Hashable, Sendable {
    /// A prompt that the client asks the server to show (OpenID Connect Core, section 3.1.2.1; Initiating User
    /// Registration 1.0).
    package enum Prompt: String, CaseIterable, Sendable {
        case none
        case login
        case consent
        case selectAccount = "select_account"
        case create
    }

    package enum Display: String, CaseIterable, Sendable {
        case page
        case popup
        case touch
    }

    /// The greatest length of the encoded request, in bytes. URLs carry it, sealed.
    static let maximumLength = 6144

    package let client: String
    package internal(set) var target: ResponseTarget
    /// The scope that the client is allowed. The user may have to consent to it.
    package var scope: [String] = []
    /// The identifier of the API; `nil` if the tokens are for `/userinfo` alone.
    package var audience: String?
    package var nonce: String?
    /// The PKCE challenge with the method S256.
    package var challenge: String?
    package var prompts: Set<Prompt> = []
    /// The longest time since the authentication, in seconds.
    package var maximumAge: Int64?
    package var loginHint: String?
    /// The user of the verified ID token hint.
    package var hintedUser: UserID?
    /// The preferred authentication context classes.
    package var contextClasses: [String] = []
    package var claims = ClaimsRequest()
    /// The preferred languages of pages, as language tags.
    package var locales: [String] = []
    package var display = Display.page
    /// Whether the client prefers the page for new users.
    package var isSignUpPreferred = false
    /// The name of the requested connection.
    package var connection: String?
    /// The name of the requested organization.
    package var organization: String?
    /// The thumbprint of the key that the code is bound to (RFC 9449, section 10).
    package var boundKey: [UInt8]?

    package init(client: String, target: ResponseTarget) {
        self.client = client
        self.target = target
    }

    package func isPrompted(_ prompt: Prompt) -> Bool { prompts.contains(prompt) }

    /// The scopes that the user of another party's client consents to: those of the request, and those that the
    /// requested claims belong to.
    package var consentScope: [String] {
        // Without this scope, no claims are delivered.
        guard scope.contains(StandardScope.openID) else { return scope }
        return scope + UserClaims.scopes(of: claims.idToken + claims.userInfo).filter { !scope.contains($0) }
    }

    /// Whether only a user with a passkey can meet the request: only a passkey reaches a context class.
    package var requiresPasskey: Bool { claims.essentialContextClasses != nil }

    /// Whether the client wants one, and does without if need be.
    package var asksForPasskey: Bool {
        requiresPasskey || WayReference.Kind.passkey.contextClass.map(contextClasses.contains) ?? false
    }
}
