// SPDX-License-Identifier: Apache-2.0

import ClientContract
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension PasskeyClient {
    /// Returns the user who is signed in, or `nil`. While the device is locked, the answer is an error.
    public func user() async throws(PasskeyError) -> User? {
        try await keeper.current()?.user
    }

    /// Whether a user is signed in: now, and whenever it changes. A change by another process is noticed at the next
    /// call of this client.
    public var sessionStates: AsyncStream<SessionState> {
        let (states, continuation) = AsyncStream.makeStream(of: SessionState.self)
        Task { await keeper.observe(with: continuation) }
        return states
    }

    /// Returns an access token that is valid for a while.
    ///
    /// The session is refreshed at most once, however many tasks and processes ask.
    ///
    /// - Parameters:
    ///   - audience: The API, by default that of the options.
    ///   - scope: The scopes, by default those of the sign-in.
    ///   - minimumLifetime: The seconds for which the token has to be valid: at least half a minute, and at most as
    ///     long as the server makes them.
    public func accessToken(
        audience: String? = nil, scope: String? = nil, minimumLifetime: TimeInterval = 30
    ) async throws(PasskeyError) -> String {
        try await tokens(audience: audience, scope: scope, minimumLifetime: minimumLifetime).accessToken
    }

    /// Returns an access token like ``accessToken(audience:scope:minimumLifetime:)``, when it expires, and the ID
    /// token.
    public func tokens(
        audience: String? = nil, scope: String? = nil, minimumLifetime: TimeInterval = 30
    ) async throws(PasskeyError) -> Tokens {
        try await gateKeeper.pass()
        let authorization = try await keeper.authorization(
            for: purpose(audience, scope), lifetime: minimumLifetime)
        return Tokens(authorization.token, in: authorization.session)
    }

    /// Refreshes the session now, although its tokens are still valid: for what has changed about the user or the
    /// permissions.
    ///
    /// - Parameters:
    ///   - audience: The API, by default that of the options.
    ///   - scope: The scopes, by default those of the sign-in.
    @discardableResult
    public func renew(audience: String? = nil, scope: String? = nil) async throws(PasskeyError) -> Tokens {
        try await gateKeeper.pass()
        let authorization = try await keeper.authorization(for: purpose(audience, scope), lifetime: nil)
        return Tokens(authorization.token, in: authorization.session)
    }

    /// Adds an access token to a request, and the proof of its key if the client uses DPoP.
    ///
    /// - Parameters:
    ///   - request: The request, with its final method and URL, because the proof is for them.
    ///   - audience: The API, by default that of the options.
    ///   - nonce: What the API has sent in `DPoP-Nonce`, if it wants it in the proof.
    public func authorize(
        _ request: inout URLRequest, audience: String? = nil, nonce: String? = nil
    ) async throws(PasskeyError) {
        try await gateKeeper.pass()
        let authorization = try await keeper.authorization(for: purpose(audience, nil))
        do {
            try await request.authorize(with: authorization.token, provingWith: authorization.key, nonce: nonce)
        } catch {
            throw .notSupported
        }
    }

    /// Asks for Face ID, Touch ID or the passcode, if the options have a gate that is not open.
    public func unlock() async throws(PasskeyError) {
        try await gateKeeper.pass()
    }

    /// Signs the user out on this device. The server's part is attempted once; without a network, the user is signed
    /// out here.
    public func signOut() async {
        await gateKeeper.close()
        guard let session = await keeper.end(because: .signedOut), let token = session.refreshToken else { return }
        let body = RevocationBody(client: context.client, token: token)
        try? await server.send(.revocation(body), provingWith: session.proofKey)
    }

    private func purpose(_ audience: String?, _ scope: String?) -> AccessToken.Purpose {
        AccessToken.Purpose(audience: audience ?? context.options.audience, scope: scope)
    }
}
