// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation

// A refresh replaces the refresh token. The old one must not be lost before the new one is stored, whatever happens to
// this process in between:
//
// 1. One process of the device refreshes at a time (`RefreshLock`), and the system is asked not to suspend it.
// 2. Before the token is sent, the session says in the keychain that a refresh has begun.
// 3. A process that finds that sign sends the same token again. Within a leeway, the server returns the same new one.

extension SessionKeeper {
    /// A token with the key that it is bound to.
    struct Authorization: Sendable {
        let token: AccessToken
        let key: ProofKey?
        let session: StoredSession
    }

    typealias Refresh = Task<Result<Authorization, PasskeyError>, Never>

    /// The purpose of a refresh. Callers of a new session don't wait for the refresh of an earlier one.
    struct RefreshKey: Hashable {
        let purpose: AccessToken.Purpose
        /// The seconds that the token has to be valid; `nil` for a new one whatever there is.
        let lifetime: TimeInterval?
        let generation: Int
    }

    /// Returns a token that is valid for a while, and refreshes the session if there is none.
    ///
    /// - Parameter lifetime: The seconds that the token has to be valid, if the server makes such long ones; `nil` for
    ///   a new one.
    func authorization(
        for purpose: AccessToken.Purpose, lifetime: TimeInterval? = AccessToken.margin
    ) async throws(PasskeyError) -> Authorization {
        guard let session = try current() else { throw .notSignedIn }
        let key = RefreshKey(purpose: purpose, lifetime: lifetime, generation: generation)
        if let authorization = session.authorization(for: key, at: now()) {
            // A refresh that was interrupted is finished while the server still accepts its token. No caller waits for
            // it.
            if session.isRefreshBegun, refreshes.isEmpty { _ = refresh(at: key) }
            return authorization
        }
        return try await refresh(at: key).value.get()
    }

    /// A refresh token is used once, so one refresh follows the other.
    private func refresh(at key: RefreshKey) -> Refresh {
        if let running = refreshes[key] { return running }
        let previous = lastRefresh
        let refresh = Refresh {
            _ = await previous?.value
            let result = await self.refreshAlone(at: key)
            self.refreshes[key] = nil
            return result
        }
        refreshes[key] = refresh
        lastRefresh = refresh
        return refresh
    }

    private func refreshAlone(at key: RefreshKey) async -> Result<Authorization, PasskeyError> {
        let endActivity = BackgroundActivity.begin("Refreshing the sign-in")
        defer { endActivity() }
        let lock = RefreshLock(items: items, now: now)
        do throws(PasskeyError) {
            return .success(
                try await lock.withLock { () async throws(PasskeyError) in
                    try await refreshExclusively(at: key)
                })
        } catch {
            return .failure(error)
        }
    }

    private func refreshExclusively(
        at key: RefreshKey, isRepeated: Bool = false
    ) async throws(PasskeyError) -> Authorization {
        guard let session = try begun(at: key) else { throw .notSignedIn }
        if !session.isRefreshBegun, let authorization = session.authorization(for: key, at: now()) {
            return authorization
        }
        guard let refreshToken = session.refreshToken else {
            // Without a refresh token, the session is as long as its first access token.
            guard session.accessTokens.contains(where: { $0.isValid(at: now()) }) else {
                _ = end(because: .expired)
                throw .notSignedIn
            }
            throw .notSupported
        }
        var sent = session
        sent.isRefreshBegun = true
        guard session.isRefreshBegun || save(sent) else {
            // Another process has signed the user out or in since the session was read.
            guard !isRepeated else { throw .notSignedIn }
            return try await refreshExclusively(at: key, isRepeated: true)
        }
        let received = now()
        let answer: TokenAnswer
        do throws(Server.Failure) {
            let body = TokenBody(
                client: context.client, grantType: "refresh_token", scope: key.purpose.scope,
                audience: key.purpose.audience, refreshToken: refreshToken)
            answer = try await server.send(.tokens(body), provingWith: session.proofKey)
        } catch {
            try note(error, of: refreshToken, at: key)
            guard !isRepeated else { throw .notSignedIn }
            return try await refreshExclusively(at: key, isRepeated: true)
        }
        return try keep(answer, at: key, used: refreshToken, time: received)
    }

    /// The session that a refresh is for, as the keychain has it now.
    private func begun(at key: RefreshKey) throws(PasskeyError) -> StoredSession? {
        guard key.generation == generation else { return nil }
        _ = try current()
        return key.generation == generation ? session : nil
    }

    /// Throws what the failure of a refresh means. Returns if another process has refreshed meanwhile.
    private func note(_ failure: Server.Failure, of refreshToken: String, at key: RefreshKey) throws(PasskeyError) {
        guard case .problem(let problem) = failure, problem.status < 500 else { throw PasskeyError(failure) }
        guard let session = try begun(at: key) else { throw .notSignedIn }
        guard problem.error == "invalid_grant" else {
            // The server has turned the request down, and not used the token.
            var unsent = session
            unsent.isRefreshBegun = false
            save(unsent)
            throw PasskeyError(problem)
        }
        guard session.refreshToken == refreshToken else { return }
        _ = end(because: .expired)
        throw .notSignedIn
    }

    private func keep(
        _ answer: TokenAnswer, at key: RefreshKey, used refreshToken: String, time: Date
    ) throws(PasskeyError) -> Authorization {
        let token = AccessToken(answer, for: key.purpose, at: time)
        // While this process waited, or slept, another one may have stored what is newer, or signed the user out or in.
        for _ in 0..<3 {
            guard var session = try begun(at: key) else { throw .notSignedIn }
            if session.refreshToken == refreshToken {
                session.refreshToken = answer.refreshToken ?? refreshToken
                session.isRefreshBegun = false
                session.keep(idToken: answer.idToken, for: context)
            }
            session.keep(token)
            guard save(session) else { continue }
            announce(.signedIn(session.user))
            return Authorization(token: token, key: session.proofKey, session: session)
        }
        throw .notSignedIn
    }
}

extension StoredSession {
    fileprivate func authorization(
        for key: SessionKeeper.RefreshKey, at now: Date
    ) -> SessionKeeper.Authorization? {
        guard let lifetime = key.lifetime,
            let token = accessTokens.first(where: { $0.purpose == key.purpose && $0.isValid(for: lifetime, at: now) })
        else { return nil }
        return SessionKeeper.Authorization(token: token, key: proofKey, session: self)
    }
}
