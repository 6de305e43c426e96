// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import OpenIDProvider
package import SignIn
package import WireFormats

/// Leads a validated authorization request to its response: decides the next step, and issues the code.
package struct AuthorizationFlow: Sendable {
    /// The lifetime of an authorization code, in seconds.
    private static let codeLifetime = 60

    let storage: any Storage
    let configuration: ConfigurationSnapshot
    let issuer: Issuer
    /// Whether the browser may be offered a passkey. It is asked once.
    package var mayOfferPasskey = false

    package init(storage: any Storage, configuration: ConfigurationSnapshot, issuer: Issuer) {
        self.storage = storage
        self.configuration = configuration
        self.issuer = issuer
    }

    /// Decides what comes next for the user of a session, or for nobody.
    package func nextStep(
        of transaction: AuthorizationTransaction, for session: ActiveSession?, at time: Timestamp
    ) async throws(OAuthFailure) -> AuthorizationStep {
        try await nextStep(of: transaction, for: session.map(AuthorizationFacts.Session.init), at: time)
    }

    private func nextStep(
        of transaction: AuthorizationTransaction, for session: AuthorizationFacts.Session?, at time: Timestamp
    ) async throws(OAuthFailure) -> AuthorizationStep {
        let request = transaction.request
        var consent: Consent?
        // Clients of the operator need no consent.
        if let session, configuration.client(request.client)?.isFirstParty == false {
            consent = try await find(consentOf: session.user, to: request)
        }
        return nextStep(of: transaction, for: session, consent: consent, at: time)
    }

    private func nextStep(
        of transaction: AuthorizationTransaction, for session: AuthorizationFacts.Session?, consent: Consent?,
        at time: Timestamp
    ) -> AuthorizationStep {
        let request = transaction.request
        guard let client = configuration.client(request.client) else { return .error(.serverFailed) }
        var facts = AuthorizationFacts(request: request, client: client, configuration: configuration)
        facts.progress = transaction.progress
        facts.session = session
        facts.consentedScope = consent?.scope
        return AuthorizationStep.next(for: facts, at: time)
    }

    private func find(
        consentOf user: UserID, to request: AuthorizationRequest
    ) async throws(OAuthFailure) -> Consent? {
        do {
            return try await storage.read {
                try $0.consents.find(user: user, client: request.client, audience: request.audience)
            }
        } catch {
            throw OAuthFailure(error)
        }
    }
}

// MARK: Consent

extension AuthorizationFlow {
    package enum ConsentOutcome: Sendable {
        case code(String)
        /// Another page comes first.
        case step(AuthorizationStep)
    }

    /// Continues after the user has allowed the client what it requests. The consent is stored with the code. It adds to what
    /// the user has allowed before.
    package func allow(
        _ transaction: AuthorizationTransaction, for session: ActiveSession, at time: Timestamp
    ) async throws(OAuthFailure) -> ConsentOutcome {
        let request = transaction.request
        let consent = Consent(
            user: session.user.id, client: request.client, audience: request.audience, scope: request.consentScope,
            grantedAt: time)
        let step = nextStep(
            of: transaction, for: AuthorizationFacts.Session(session), consent: consent, at: time)
        guard step == .issueCode else { return .step(step) }
        guard let code = try await issueCode(for: request, session: session, consent: consent, at: time) else {
            return .step(nextStep(of: transaction, for: nil, consent: nil, at: time))
        }
        return .code(code)
    }
}

// MARK: Codes

extension AuthorizationFlow {
    /// Issues a code for a session. The use of the session, a new consent and the code are one durable unit. Returns `nil` if the
    /// session has ended in the meantime.
    package func issueCode(
        for request: AuthorizationRequest, session: ActiveSession, consent: Consent? = nil, at time: Timestamp
    ) async throws(OAuthFailure) -> String? {
        let (code, text) = code(for: request, session: session.record, of: session.user, at: time)
        let idleExpiresAt = min(
            time.advanced(by: configuration.tenant.idleSessionLifetime), session.record.expiresAt)
        let id = session.record.id
        do {
            try await storage.withTransaction { transaction in
                try transaction.sessions.recordUse(of: id, at: time, idleExpiresAt: idleExpiresAt)
                if let consent { try transaction.consents.add(consent) }
                try transaction.authorizationCodes.insert(code)
            }
        } catch StorageConflict.notFound {
            return nil
        } catch {
            throw OAuthFailure(error)
        }
        return text
    }

    /// Returns a code to store, and its text for the client.
    private func code(
        for request: AuthorizationRequest, session: BrowserSession, of user: User, at time: Timestamp
    ) -> (AuthorizationCode, String) {
        let secret = TimeOrderedSecret(at: time)
        var grant = AuthorizationCode.Grant(
            id: .random(at: time), user: session.user, client: request.client, host: issuer.host,
            redirectURI: request.target.redirectURI, authenticatedAt: session.authenticatedAt)
        grant.generation = user.tokenGeneration
        grant.challenge = request.challenge
        grant.scope = request.scope
        grant.audience = request.audience
        grant.nonce = request.nonce
        grant.organization = request.organization.flatMap(configuration.organization)?.tokenID
        grant.methods = session.methods
        grant.session = session.id
        grant.passkey = session.passkey
        grant.boundKey = request.boundKey
        grant.claims = request.claims.isEmpty ? nil : request.claims.json
        let code = AuthorizationCode(
            hash: secret.hash, grant: grant, issuedAt: time, expiresAt: time.advanced(by: Self.codeLifetime))
        return (code, secret.text)
    }

    /// Stores a verified sign-in with its session and, if nothing else is needed and a redirect delivers it, the code, as one
    /// durable unit.
    package func finish(
        _ verified: VerifiedSignIn, in transaction: AuthorizationTransaction, sender: TokenRequest.Sender,
        replacing old: BrowserSession.ID?, with ceremonies: CeremonyService
    ) async throws(GrantFailure) -> FinishedSignIn {
        let time = verified.authenticatedAt
        let (session, secret) = BrowserSessions(storage: storage, host: issuer.host).begin(
            with: verified, lifetimes: configuration.tenant, sender: sender)
        var next = transaction
        next.progress = transaction.progress.authenticated(verified.user.id, at: time)
        next.progress.isProfilePending = verified.isNewAccount
        let step: AuthorizationStep
        do {
            next.progress.isPasskeyOffered = try await isPasskeyOffered(after: verified)
            step = try await nextStep(
                of: next,
                for: AuthorizationFacts.Session(of: verified.user, authentication: AuthenticationFacts(session)),
                at: time)
        } catch {
            throw .provider(error)
        }
        var records = AccompanyingRecords()
        records.session = session
        records.replacedSession = old
        var response: AuthorizationResponse?
        if step == .issueCode, next.request.target.mode.isRedirect {
            let (code, text) = code(for: next.request, session: session, of: verified.user, at: time)
            records.code = code
            response = .code(text)
        }
        let signedIn: SignedIn
        do {
            signedIn = try await FinishSignIn(ceremonies: ceremonies).store(verified, with: records)
        } catch {
            throw .signIn(error)
        }
        return FinishedSignIn(
            signedIn: signedIn, secret: secret, session: session, transaction: next, step: step, response: response)
    }
}

extension AuthorizationFlow {
    /// Whether a user who signed in with a passkey of another device is offered one on this device. The account must have
    /// room for it.
    private func isPasskeyOffered(after verified: VerifiedSignIn) async throws(OAuthFailure) -> Bool {
        guard mayOfferPasskey, verified.isFromAnotherDevice,
            configuration.connection(verified.user.connection)?.passkeyOptions.isLocalEnrollmentEnabled ?? false
        else { return false }
        let user = verified.user.id
        do {
            return try await storage.read { try $0.passkeys.list(of: user).count } < PasskeyManagement.limit
        } catch {
            throw OAuthFailure(error)
        }
    }
}

/// A sign-in on the server's pages that is stored.
package struct FinishedSignIn: Sendable {
    package let signedIn: SignedIn
    /// The value of the session's cookie.
    package let secret: String
    package let session: BrowserSession
    package let transaction: AuthorizationTransaction
    package let step: AuthorizationStep
    /// The response to the client, unless a page comes first, such as the one that posts the response.
    package let response: AuthorizationResponse?
}

extension AuthorizationFacts.Session {
    fileprivate init(_ session: ActiveSession) {
        self.init(of: session.user, authentication: AuthenticationFacts(session.record))
        hasPasskey = session.hasPasskey
    }
}

extension AuthenticationFacts {
    fileprivate init(_ session: BrowserSession) {
        self.init(authenticatedAt: session.authenticatedAt, methods: session.methods)
    }
}
