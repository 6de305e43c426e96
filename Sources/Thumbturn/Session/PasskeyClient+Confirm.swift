// SPDX-License-Identifier: Apache-2.0

import ClientContract
public import Foundation

extension PasskeyClient {
    /// Has the user who is signed in confirm an important step with a passkey.
    ///
    /// Send what this returns to your backend, which verifies it: the tokens say when and how the user signed in
    /// (`auth_time`, `amr`). The session stays as it is. If another user's passkey was used, the error is
    /// ``PasskeyError/wrongAccount``, and nothing has changed.
    ///
    /// - Parameter maxAge: The seconds for which an earlier sign-in is enough. Then the user is not asked.
    @MainActor
    public func confirm(maxAge: TimeInterval = 0) async throws(PasskeyError) -> Tokens {
        try await gateKeeper.pass()
        guard let session = try await keeper.current() else { throw .notSignedIn }
        if session.isYounger(than: maxAge) { return try await tokens() }
        return try await authorizer.showing { () async throws(PasskeyError) in
            let (started, response) = try await authenticate(as: .modal)
            // Bound to the session's key, so that `authorize` could have made its proofs.
            let answer = try await tokens(
                for: started, with: response, key: session.proofKey, scope: confirmationScope)
            // A server may return one all the same. It would never be used.
            if let token = answer.refreshToken { revoke(token, of: session) }
            guard let idToken = answer.idToken, let claims = IDToken.claims(of: idToken, for: context) else {
                throw .unexpectedResponse
            }
            guard User(claims)?.id == session.user.id else { throw .wrongAccount }
            guard try await keeper.current()?.user.id == session.user.id else { throw .notSignedIn }
            await gateKeeper.noteSignIn()
            return Tokens(AccessToken(answer, for: mainPurpose, at: Date()), idToken: idToken, claims: claims)
        }
    }

    /// The scope of a confirmation, which asks for no session of its own.
    private var confirmationScope: String {
        context.options.scope.split(separator: " ").filter { $0 != "offline_access" && $0 != "online_access" }
            .joined(separator: " ")
    }

    private func revoke(_ token: String, of session: StoredSession) {
        let body = RevocationBody(client: context.client, token: token)
        Task { try? await server.send(.revocation(body), provingWith: session.proofKey) }
    }
}

extension StoredSession {
    fileprivate func isYounger(than maxAge: TimeInterval) -> Bool {
        guard maxAge > 0, let authenticatedAt else { return false }
        // The server's clock and the device's may differ by a little.
        return (-60..<maxAge).contains(-authenticatedAt.timeIntervalSinceNow)
    }
}
