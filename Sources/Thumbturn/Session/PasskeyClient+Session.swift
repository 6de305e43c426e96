// SPDX-License-Identifier: Apache-2.0

import ClientContract

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension PasskeyClient {
    /// Returns the user who is signed in, or `nil`. While the device is locked, the answer is an error.
    public func user() async throws(PasskeyError) -> User? {
        try await keeper.current()?.user
    }

    /// Tells whether somebody is signed in: now, and whenever it changes.
    public var sessionStates: AsyncStream<SessionState> {
        let (states, continuation) = AsyncStream.makeStream(of: SessionState.self)
        Task { await keeper.observe(with: continuation) }
        return states
    }

    /// Returns an access token that is valid for at least half a minute.
    ///
    /// The session is refreshed at most once, however many tasks and processes ask.
    ///
    /// - Parameters:
    ///   - audience: The API, by default that of the options.
    ///   - scope: The scopes, by default those of the sign-in.
    public func accessToken(
        audience: String? = nil, scope: String? = nil
    ) async throws(PasskeyError) -> String {
        try await gateKeeper.pass()
        let purpose = AccessToken.Purpose(audience: audience ?? context.options.audience, scope: scope)
        return try await keeper.authorization(for: purpose).token.text
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
        let purpose = AccessToken.Purpose(audience: audience ?? context.options.audience, scope: nil)
        let authorization = try await keeper.authorization(for: purpose)
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

    /// Signs the user out on this device. The server's part is attempted once; without a network, the user is signed out here.
    public func signOut() async {
        await gateKeeper.close()
        guard let session = await keeper.end(because: .signedOut), let token = session.refreshToken else { return }
        let body = RevocationBody(client: context.client, token: token)
        try? await server.send(.revocation(body), provingWith: session.proofKey)
    }
}
