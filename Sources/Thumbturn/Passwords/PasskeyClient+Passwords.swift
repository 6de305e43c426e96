// SPDX-License-Identifier: Apache-2.0

import ClientContract

// Users with passwords, on their way to passkeys. A password is sent once for each thing that it has to do, and never
// kept.

extension PasskeyClient {
    /// Signs a user in with an email address and a password.
    ///
    /// Shows nothing, but may give the user a passkey: if the account has none and the system has just filled in the
    /// password, as ``SignInResult/newPasskey`` says. Otherwise ``SignInResult/suggestsPasskey`` says whether to offer
    /// one.
    ///
    /// ```swift
    /// do {
    ///     let result = try await client.signIn(email: email, password: password)
    ///     if result.suggestsPasskey { offersPasskey = true }
    /// } catch .wrongPassword {
    ///     notice = "Check the address and the password."
    /// }
    /// ```
    @MainActor
    public func signIn(email: String, password: String) async throws(PasskeyError) -> SignInResult {
        try await signIn(username: email, password: password)
    }

    /// Signs a user in with a password, and with an email address, a phone number or a user name.
    ///
    /// See ``signIn(email:password:)``.
    @MainActor
    public func signIn(username: String, password: String) async throws(PasskeyError) -> SignInResult {
        try await authorizer.showing { () async throws(PasskeyError) in
            try await signIn(with: SavedPassword(username: username, password: password))
        }
    }

    /// Signs a new user up with a password, where the server's connection allows that.
    ///
    /// If the server does not accept the password, the error is ``PasskeyError/weakPassword(_:)``, with its rules. An
    /// account with a passkey instead is better: ``signUp(email:name:verification:)``.
    ///
    /// A server that tells strangers nothing about accounts sends a message with a link instead, and the account exists once
    /// the user has opened it: the error is ``PasskeyError/verificationPending``. Sign in afterwards.
    ///
    /// ```swift
    /// let result = try await client.signUp(email: "ada@example.org", password: password, name: "Ada")
    /// ```
    @MainActor
    public func signUp(
        email: String, password: String, name: String? = nil
    ) async throws(PasskeyError) -> SignInResult {
        try await signUp(NewUser(email: email, name: name), password: password)
    }

    /// Signs a new user up with a password.
    ///
    /// See ``signUp(email:password:name:)``.
    @MainActor
    public func signUp(_ user: NewUser, password: String) async throws(PasskeyError) -> SignInResult {
        try await authorizer.showing { () async throws(PasskeyError) in
            guard let username = user.identifier else { throw .invalidProfile(field: nil) }
            try await send(.passwordSignUp(DatabaseSignUpBody(user, password: password, in: context)))
            do throws(PasskeyError) {
                return try await signIn(with: SavedPassword(username: username, password: password), isNew: true)
            } catch .wrongPassword, .identifierUnverified {
                // The server has accepted the sign-up, so there will be an account, or there is one with another password.
                throw .verificationPending
            }
        }
    }

    /// Exchanges a name and a password for tokens, begins the session, and has the account get a passkey.
    ///
    /// - Parameter isNew: Whether the account has no passkey for certain.
    @MainActor
    func signIn(with password: SavedPassword, isNew: Bool = false) async throws(PasskeyError) -> SignInResult {
        let user = try await beginSession(with: password)
        let upgrade = await upgrade(isNew: isNew)
        return SignInResult(user: user, newPasskey: upgrade.passkey, suggestsPasskey: upgrade.isSuggested)
    }

    /// - Parameter old: The session that goes on, if its user is still signed in.
    @MainActor
    func beginSession(
        with password: SavedPassword, continuing old: StoredSession? = nil
    ) async throws(PasskeyError) -> User {
        do throws(PasskeyError) {
            return try await beginSession(with: tokenBody(for: password), continuing: old)
        } catch .wrongPassword {
            throw .wrongPassword(username: password.username)
        }
    }

    /// Begins the session of a user who proves it with something that the user knows or was sent.
    ///
    /// - Parameter old: The session that goes on, if its user is still signed in.
    @MainActor
    func beginSession(
        with body: TokenBody, continuing old: StoredSession? = nil
    ) async throws(PasskeyError) -> User {
        try authorizer.requireLatest()
        if let old { try await keeper.requireCurrent(old) }
        let key = context.options.usesDPoP ? ProofKey() : nil
        let answer = try await send(.tokens(body), provingWith: key)
        do throws(PasskeyError) {
            try authorizer.requireLatest()
            let user = try await keeper.begin(with: answer, for: mainPurpose, key: key, continuing: old)
            await gateKeeper.noteSignIn()
            return user
        } catch {
            discard(answer, boundTo: key)
            throw error
        }
    }

    private func tokenBody(for password: SavedPassword) -> TokenBody {
        let options = context.options
        let grantType = options.connection == nil ? "password" : "http://auth0.com/oauth/grant-type/password-realm"
        return TokenBody(
            client: context.client, grantType: grantType, scope: options.scope, audience: options.audience,
            realm: options.connection, organization: options.organization, username: password.username,
            password: password.password)
    }

    /// Has the server revoke tokens that nobody uses. The caller doesn't wait for it.
    private func discard(_ answer: TokenAnswer, boundTo key: ProofKey?) {
        guard let token = answer.refreshToken else { return }
        let body = RevocationBody(client: context.client, token: token)
        Task { try? await server.send(.revocation(body), provingWith: key) }
    }
}
