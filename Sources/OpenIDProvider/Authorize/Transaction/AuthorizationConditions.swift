// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import SignIn
package import WireFormats

/// The conditions on which the next step of an authorization depends.
package struct AuthorizationConditions: Sendable {
    /// The live session of the browser, of a user who may sign in.
    package struct Session: Hashable, Sendable {
        package let user: UserID
        /// The name of the user's connection.
        package let connection: String
        package let authenticatedAt: Timestamp
        package var methods: [String] = []
        /// The kinds of the known ways into the account, with which the user can sign in again.
        package var ways: [WayReference.Kind]
        /// The user's identifiers, which a login hint may name.
        package var identifiers: [String] = []

        package init(
            user: UserID, connection: String, authenticatedAt: Timestamp, ways: [WayReference.Kind]
        ) {
            self.user = user
            self.connection = connection
            self.authenticatedAt = authenticatedAt
            self.ways = ways
        }

        /// Creates what counts of a session from its user.
        package init(of user: User, authentication: AuthenticationFacts, ways: [WayReference]) {
            self.init(
                user: user.id, connection: user.connection, authenticatedAt: authentication.authenticatedAt,
                ways: ways.map(\.kind))
            methods = authentication.methods
            identifiers =
                user.identifiers.filter(\.isUnique).flatMap { [$0.value, $0.normalized] } + [user.id.rawValue]
        }

        /// Whether the user can sign in again. If not, the session is the only way into the account.
        var canSignInAgain: Bool { !ways.isEmpty }
    }

    package let request: AuthorizationRequest
    package let isFirstParty: Bool
    /// The connections whose users the client and the requested organization allow; `nil` allows all.
    package var connections: Set<String>?
    /// The kinds of ways in that the sign-in page offers for the request.
    package var offeredWays: [WayReference.Kind] = [.passkey]
    package var session: Session?
    /// Whether the user confirms that a session may be used, because any program on the device could have sent the
    /// request.
    package var asksForConfirmation = false
    /// The scope that the session's user has allowed the client; `nil` if the user was never asked.
    package var consentedScope: [String]?
    package var progress = AuthorizationProgress()

    package init(request: AuthorizationRequest, isFirstParty: Bool) {
        self.request = request
        self.isFirstParty = isFirstParty
    }

    /// Creates the conditions of a client in a configuration.
    package init(request: AuthorizationRequest, client: Client, configuration: ConfigurationSnapshot) {
        self.init(request: request, isFirstParty: client.isFirstParty)
        asksForConfirmation =
            !configuration.skipsRedirectConfirmation(for: client)
            && RedirectURI.isOpenToOtherPrograms(request.target.redirectURI, at: request.target.issuer)
        let organization = request.organization.flatMap(configuration.organization)
        let allowed = configuration.connections.values.filter { connection in
            configuration.allows(client, in: connection)
                && organization.map { configuration.allows(connection, in: $0) } ?? true
                && request.connection.map { ExactText($0) == ExactText(connection.name) } ?? true
        }
        connections = Set(allowed.map(\.name))
        // A device key is an application's, not a page's.
        offeredWays = WayReference.Kind.allCases.filter { kind in
            kind != .deviceKey && allowed.contains { kind.isEnabled(in: $0, of: configuration) }
        }
    }
}

extension AuthorizationConditions {
    /// The first page for a browser without a session.
    var firstPage: AuthorizationStep {
        let isSignUp = request.isPrompted(.create) || request.isSignUpPreferred
        // A prompt for a login shows the sign-in page, whatever the preference.
        return isSignUp && !request.isPrompted(.login)
            ? .signUp(loginHint: request.loginHint) : .signIn(loginHint: request.loginHint)
    }

    /// Whether the session's user is the one who took the earlier steps. If not, those steps don't count.
    private var isSameUser: Bool { session != nil && progress.user == session?.user }

    /// Whether the session's user has authenticated for this request.
    var hasAuthenticated: Bool { isSameUser && progress.authenticatedAt != nil }

    var hasSelectedAccount: Bool { isSameUser && progress.hasSelectedAccount }

    /// Whether the session is one that the request could use, apart from its age.
    var mayUseSession: Bool {
        isConnectionAllowed && isExpectedUser && isHintedIdentifier && isContextSufficient
    }

    /// Whether the session's user is the right one, and can't sign in again without adding a passkey.
    var needsPasskey: Bool {
        session?.canSignInAgain == false && isConnectionAllowed && isExpectedUser && isHintedIdentifier
    }

    /// Whether a sign-in to another account ends the only way into the session's account, and the user was not asked.
    var losesAccount: Bool {
        session?.canSignInAgain == false && !(isSameUser && progress.isLeavingAccount)
    }

    private var isConnectionAllowed: Bool {
        guard let session, let connections else { return true }
        return connections.contains(session.connection)
    }

    /// Whether the session's user is the one whom the client requires by an ID token hint or a claim.
    private var isExpectedUser: Bool {
        guard let session else { return false }
        let expected = [request.hintedUser?.rawValue, request.claims.subject].compactMap(\.self)
        return expected.allSatisfy { ExactText($0) == ExactText(session.user.rawValue) }
    }

    /// Whether the login hint, if there is one, names the session's user.
    private var isHintedIdentifier: Bool {
        guard let hint = request.loginHint, let session else { return true }
        let folded = ExactText(hint.lowercased())
        return session.identifiers.contains { ExactText($0.lowercased()) == folded }
    }

    private var isContextSufficient: Bool {
        guard let required = request.claims.essentialContextClasses, let session else { return true }
        let facts = AuthenticationFacts(authenticatedAt: session.authenticatedAt, methods: session.methods)
        // No device key opens a session of a browser.
        return facts.contextClass(by: []).map(required.contains) ?? false
    }

    /// The error if neither the session nor a sign-in can meet the essential context class.
    var unreachableRequirement: AuthorizationError? {
        guard let required = request.claims.essentialContextClasses,
            !offeredWays.contains(where: { $0.contextClass.map(required.contains) ?? false })
        else { return nil }
        return session != nil && isContextSufficient ? nil : .authenticationRequirementsUnmet
    }

    /// The error if the sign-in for this request did not give what the client requires. Another one would not either.
    var mismatchAfterAuthentication: AuthorizationError? {
        guard hasAuthenticated else { return nil }
        if !isConnectionAllowed { return .accessDenied }
        if !isExpectedUser { return .loginRequired }
        return isContextSufficient ? nil : .authenticationRequirementsUnmet
    }

    /// Whether the user has done nothing yet for a request that any program on the device could have sent.
    var isConfirmationMissing: Bool {
        asksForConfirmation && !hasAuthenticated && !hasSelectedAccount && !(isSameUser && progress.hasConsented)
    }

    /// Whether the user has to be asked. First-party clients need no consent unless they request the page.
    var isConsentMissing: Bool {
        if request.isPrompted(.consent), !(isSameUser && progress.hasConsented) { return true }
        guard !isFirstParty else { return false }
        guard let consentedScope else { return true }
        let consented = Set(consentedScope.map(ExactText.init))
        return !request.consentScope.allSatisfy { consented.contains(ExactText($0)) }
    }
}
