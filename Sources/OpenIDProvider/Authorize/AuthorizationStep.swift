// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// What the next step of an authorization depends on.
package struct AuthorizationFacts: Sendable {
    /// The live session of the browser, of a user who may sign in.
    package struct Session: Hashable, Sendable {
        package let user: UserID
        /// The name of the user's connection.
        package let connection: String
        package let authenticatedAt: Timestamp
        package var methods: [String] = []
        /// Whether the account has a passkey, with which the user can sign in again.
        package var hasPasskey = true
        /// The user's identifiers, which a login hint may name.
        package var identifiers: [String] = []

        package init(user: UserID, connection: String, authenticatedAt: Timestamp) {
            self.user = user
            self.connection = connection
            self.authenticatedAt = authenticatedAt
        }

        /// Creates the facts of a session from its user.
        package init(of user: User, authentication: AuthenticationFacts) {
            self.init(
                user: user.id, connection: user.connection, authenticatedAt: authentication.authenticatedAt)
            methods = authentication.methods
            identifiers =
                user.identifiers.filter(\.isUnique).flatMap { [$0.value, $0.normalized] } + [user.id.rawValue]
        }
    }

    package let request: AuthorizationRequest
    package let isFirstParty: Bool
    /// The connections whose users the client and the requested organization allow; `nil` allows all.
    package var connections: Set<String>?
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

    /// Creates the facts of a client in a configuration.
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
    }
}

/// What the server does next for an authorization request: an error or a code for the client, or a page for the user.
package enum AuthorizationStep: Hashable, Sendable {
    case error(AuthorizationError)
    /// The user signs in, with an identifier that the page may fill in.
    case signIn(loginHint: String?)
    case signUp(loginHint: String?)
    /// The user continues with the session's account, or signs in to another.
    case selectAccount
    /// The user confirms that the application may use the session's account, or signs in to another.
    case confirmAccount
    /// The user is asked before a sign-in to another account, because the session is the only way into this one.
    case leaveAccount
    /// A new user is asked for a name.
    case completeProfile
    /// The user is offered a passkey on this device, after a sign-in with one of another device.
    case offerPasskey
    /// The user has to sign in again, and adds a passkey first, because the account has none.
    case addPasskey
    /// The user is asked to allow the client a scope.
    case consent(scope: [String])
    case issueCode

    /// The authentication context class of every sign-in on the server's pages.
    static let reachableContextClass = "phr"

    /// Returns the next step. It depends on nothing else.
    package static func next(for facts: AuthorizationFacts, at time: Timestamp) -> AuthorizationStep {
        let step = interactiveStep(for: facts, at: time)
        guard facts.request.isPrompted(.none), step != .issueCode else { return step }
        // Whether the user of a hint is signed in here is nothing that a client of another party may learn without a
        // consent.
        guard facts.isFirstParty || facts.consentedScope != nil else { return .error(.loginRequired) }
        return switch step {
        case .error, .issueCode: step
        case .signIn, .signUp, .leaveAccount, .addPasskey: .error(.loginRequired)
        case .selectAccount: .error(.accountSelectionRequired)
        case .confirmAccount, .completeProfile, .offerPasskey: .error(.interactionRequired)
        case .consent: .error(.consentRequired)
        }
    }

    private static func interactiveStep(for facts: AuthorizationFacts, at time: Timestamp) -> AuthorizationStep {
        let request = facts.request
        if let error = facts.unreachableRequirement { return .error(error) }
        guard let session = facts.session else { return facts.firstPage }
        if let error = facts.mismatchAfterAuthentication { return .error(error) }
        if !facts.hasAuthenticated {
            if request.isPrompted(.create) {
                return facts.losesAccount ? .leaveAccount : .signUp(loginHint: request.loginHint)
            }
            // A user who selects the account of the session need not sign in again.
            if request.isPrompted(.selectAccount), !facts.hasSelectedAccount, facts.mayUseSession {
                return .selectAccount
            }
            guard facts.mayUseSession, !request.isPrompted(.login), !session.isTooOld(for: request, at: time) else {
                if facts.losesAccount { return facts.needsPasskey ? .addPasskey : .leaveAccount }
                return .signIn(loginHint: request.loginHint)
            }
        }
        if facts.hasAuthenticated, facts.progress.isProfilePending { return .completeProfile }
        if facts.hasAuthenticated, facts.progress.isPasskeyOffered { return .offerPasskey }
        if facts.isConsentMissing { return .consent(scope: request.consentScope) }
        return facts.isConfirmationMissing ? .confirmAccount : .issueCode
    }
}

extension AuthorizationFacts {
    /// The first page for a browser without a session.
    fileprivate var firstPage: AuthorizationStep {
        let isSignUp = request.isPrompted(.create) || request.isSignUpPreferred
        // A prompt for a login shows the sign-in page, whatever the preference.
        return isSignUp && !request.isPrompted(.login)
            ? .signUp(loginHint: request.loginHint) : .signIn(loginHint: request.loginHint)
    }

    /// Whether the session's user is the one who took the earlier steps. If not, those steps don't count.
    private var isSameUser: Bool { session != nil && progress.user == session?.user }

    /// Whether the session's user has authenticated for this request.
    fileprivate var hasAuthenticated: Bool { isSameUser && progress.authenticatedAt != nil }

    fileprivate var hasSelectedAccount: Bool { isSameUser && progress.hasSelectedAccount }

    /// Whether the session is one that the request could use, apart from its age.
    fileprivate var mayUseSession: Bool {
        isConnectionAllowed && isExpectedUser && isHintedIdentifier && isContextSufficient
    }

    /// Whether the session's user is the right one, and can't sign in again without adding a passkey.
    fileprivate var needsPasskey: Bool {
        session?.hasPasskey == false && isConnectionAllowed && isExpectedUser && isHintedIdentifier
    }

    /// Whether a sign-in to another account ends the only way into the session's account, and the user was not asked.
    fileprivate var losesAccount: Bool {
        session?.hasPasskey == false && !(isSameUser && progress.isLeavingAccount)
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
        return facts.contextClass.map(required.contains) ?? false
    }

    /// The error if neither the session nor a sign-in can meet the essential context class.
    fileprivate var unreachableRequirement: AuthorizationError? {
        guard let required = request.claims.essentialContextClasses,
            !required.contains(AuthorizationStep.reachableContextClass)
        else { return nil }
        return session != nil && isContextSufficient ? nil : .authenticationRequirementsUnmet
    }

    /// The error if the sign-in for this request did not give what the client requires. Another one would not either.
    fileprivate var mismatchAfterAuthentication: AuthorizationError? {
        guard hasAuthenticated else { return nil }
        if !isConnectionAllowed { return .accessDenied }
        if !isExpectedUser { return .loginRequired }
        return isContextSufficient ? nil : .authenticationRequirementsUnmet
    }

    /// Whether the user has done nothing yet for a request that any program on the device could have sent.
    fileprivate var isConfirmationMissing: Bool {
        asksForConfirmation && !hasAuthenticated && !hasSelectedAccount && !(isSameUser && progress.hasConsented)
    }

    /// Whether the user has to be asked. First-party clients need no consent unless they request the page.
    fileprivate var isConsentMissing: Bool {
        if request.isPrompted(.consent), !(isSameUser && progress.hasConsented) { return true }
        guard !isFirstParty else { return false }
        guard let consentedScope else { return true }
        let consented = Set(consentedScope.map(ExactText.init))
        return !request.consentScope.allSatisfy { consented.contains(ExactText($0)) }
    }
}

extension AuthorizationFacts.Session {
    fileprivate func isTooOld(for request: AuthorizationRequest, at time: Timestamp) -> Bool {
        guard let maximumAge = request.maximumAge else { return false }
        // A maximum of 0 always asks for a new authentication.
        return maximumAge == 0 || time.secondsSince1970 - authenticatedAt.secondsSince1970 > maximumAge
    }
}
