// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import SignIn
import WireFormats

/// Leads a validated authorization request to its response: decides the next step, completes sign-ins, and issues the
/// code.
///
/// 1. `AuthorizationValidation` makes an `AuthorizationRequest` of what the client sent. The browser holds it, sealed,
///    as an `AuthorizationTransaction`, which each page opens and seals again with the progress that it made.
/// 2. `nextStep` looks the consent up, and lets `AuthorizationStep.next` decide, which is pure.
/// 3. A page signs the user in: `complete` adds the session and, if nothing else is needed, the code to what is stored.
/// 4. Otherwise `issueCode` or `allow` stores the code later. `CodeExchange` exchanges it.
package struct AuthorizationContinuation: Sendable {
    /// The lifetime of an authorization code, in seconds.
    private static let codeLifetime = 60

    let accounts: AccountStorage
    let configuration: ConfigurationSnapshot
    let issuer: Issuer
    /// Whether the browser may be offered a passkey. It is asked once.
    package var mayOfferPasskey = false

    package init(accounts: AccountStorage, configuration: ConfigurationSnapshot, issuer: Issuer) {
        self.accounts = accounts
        self.configuration = configuration
        self.issuer = issuer
    }

    /// Decides the next step for the user of a session, or for a browser without one.
    package func nextStep(
        of transaction: AuthorizationTransaction, for session: ActiveSession?
    ) async throws(OAuthFailure) -> AuthorizationStep {
        try await step(after: transaction, for: session.map(AuthorizationConditions.Session.init), at: accounts.now())
    }

    private func step(
        after transaction: AuthorizationTransaction, for session: AuthorizationConditions.Session?, at time: Timestamp
    ) async throws(OAuthFailure) -> AuthorizationStep {
        let request = transaction.request
        var consent: Consent?
        // Clients of the operator need no consent.
        if let session, configuration.client(request.client)?.isFirstParty == false {
            consent = try await findConsent(of: session.user, to: request)
        }
        return decide(transaction, for: session, consent: consent, at: time)
    }

    func decide(
        _ transaction: AuthorizationTransaction, for session: AuthorizationConditions.Session?, consent: Consent?,
        at time: Timestamp
    ) -> AuthorizationStep {
        let request = transaction.request
        guard let client = configuration.client(request.client) else { return .error(.serverFailed) }
        var conditions = AuthorizationConditions(request: request, client: client, configuration: configuration)
        conditions.progress = transaction.progress
        conditions.session = session
        conditions.consentedScope = consent?.scope
        return AuthorizationStep.next(for: conditions, at: time)
    }
}

// MARK: Codes

extension AuthorizationContinuation {
    /// Issues a code for a session. The use of the session, a new consent and the code are one durable unit. Returns
    /// `nil` if the session has ended in the meantime.
    package func issueCode(
        for request: AuthorizationRequest, session: ActiveSession, consent: Consent? = nil
    ) async throws(OAuthFailure) -> String? {
        let time = accounts.now()
        let (code, text) = code(for: request, session: session.record, of: session.user, at: time)
        let idleExpiresAt = min(
            time.advanced(by: configuration.tenant.idleSessionLifetime), session.record.expiresAt)
        let id = session.record.id
        do {
            try await accounts.storage.withTransaction { transaction in
                // A storage that locks the account lets the second of two first consents find the first.
                if consent != nil { _ = try transaction.users.find(session.user.id) }
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
        grant.ways = session.ways
        grant.boundKey = request.boundKey
        grant.claims = request.claims.isEmpty ? nil : request.claims.json
        let code = AuthorizationCode(
            hash: secret.hash, grant: grant, issuedAt: time, expiresAt: time.advanced(by: Self.codeLifetime))
        return (code, secret.text)
    }
}

// MARK: Sign-ins

extension AuthorizationContinuation {
    /// Completes a sign-in with its session and, if nothing else is needed and a redirect delivers it, the code.
    package func complete(
        _ signIn: SignIn, in transaction: AuthorizationTransaction, replacing old: BrowserSession?,
        with completion: SignInCompletion
    ) async throws -> SignedInAuthorization {
        let (time, authentication) = (signIn.authentication.authenticatedAt, signIn.authentication)
        let secret = signIn.method.isRepeatable ? transaction.progress.sessionSecret : nil
        let session = signIn.session(
            at: issuer.host, kind: .pages, lifetimes: configuration.tenant, secret: secret, in: accounts)
        var next = transaction
        next.progress = transaction.progress.authenticated(signIn.user.id, at: time)
        next.progress.isProfilePending = signIn.isNewAccount && Self.wantsName(of: signIn.user, in: transaction)
        next.progress.isPasskeyOffered = try await isPasskeyOffered(after: signIn)
        let nextStep = try await step(
            after: next,
            for: AuthorizationConditions.Session(of: signIn.user, authentication: authentication, ways: signIn.ways),
            at: time)
        var records = AccompanyingRecords()
        records.session = session
        records.replacedSession = old
        records.leavingUser = transaction.progress.isLeavingAccount ? transaction.progress.user : nil
        var response: AuthorizationResponse?
        if nextStep == .issueCode, next.request.target.mode.isRedirect {
            let (code, text) = code(for: next.request, session: session.record, of: signIn.user, at: time)
            records.code = code
            response = .code(text)
        }
        let receipt = try await completion(signIn, with: records)
        return SignedInAuthorization(
            user: receipt.user, session: session, transaction: next, step: nextStep, response: response,
            receipt: receipt)
    }

    /// Returns the sign-up, or the sign-in with a code, that the same form has stored before, for a browser that didn't get
    /// the response. Its account has no passkey, and its session must not replace another one.
    package func repeatedSignUp(
        of transaction: AuthorizationTransaction, in current: BrowserSession.ID?
    ) async throws(SignInFailure) -> SignedInAuthorization? {
        guard let secret = transaction.progress.sessionSecret?.text else { return nil }
        let sessions = BrowserSessions(accounts: accounts, host: issuer.host, kind: .pages)
        guard let session = try await sessions.find(secret: secret),
            session.ways.allSatisfy({ $0.kind != .passkey }),
            current == nil || current == session.record.id
        else { return nil }
        var next = transaction
        next.progress = transaction.progress.authenticated(session.user.id, at: session.record.authenticatedAt)
        next.progress.isProfilePending = Self.wantsName(of: session.user, in: transaction)
        next.progress.isPasskeyOffered = mayOfferPasskey && !session.ways.isEmpty
        return SignedInAuthorization(
            user: session.user, session: NewSession(record: session.record, secret: secret), transaction: next,
            step: next.progress.isProfilePending
                ? .completeProfile : next.progress.isPasskeyOffered ? .offerPasskey : .issueCode)
    }

    /// Whether the client asked for the name of a user who has none.
    private static func wantsName(of user: User, in transaction: AuthorizationTransaction) -> Bool {
        user.profile.name == nil && transaction.request.consentScope.contains(StandardScope.profile)
    }

    /// Whether a user who signed in with another device is offered a passkey on this device.
    private func isPasskeyOffered(after signIn: SignIn) async throws(SignInFailure) -> Bool {
        guard mayOfferPasskey, signIn.method.suggestion == .passkey,
            configuration.connection(signIn.user.connection)?.passkeyOptions.isLocalEnrollmentEnabled ?? false
        else { return false }
        return try await PasskeyManagement(accounts: accounts).mayEnroll(after: signIn)
    }
}

extension AuthorizationConditions.Session {
    init(_ session: ActiveSession) {
        self.init(
            of: session.user,
            authentication: AuthenticationFacts(
                authenticatedAt: session.record.authenticatedAt, methods: session.record.methods),
            ways: session.ways)
    }
}
