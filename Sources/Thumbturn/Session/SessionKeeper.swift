// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import WireFormats

/// Keeps the session of the user who is signed in.
///
/// Any number of tasks can ask for a token at once: one of them refreshes, and the others get the same token. Between processes,
/// a lock in the keychain does the same. What one process stores, or removes, another one finds before it refreshes.
actor SessionKeeper {
    /// A token with the key that it is bound to.
    struct Authorization: Sendable {
        let token: AccessToken
        let key: ProofKey?
    }

    private typealias Refresh = Task<Result<Authorization, PasskeyError>, Never>

    /// What a refresh is for. Callers of a new session don't wait for the refresh of an earlier one.
    private struct RefreshKey: Hashable {
        let purpose: AccessToken.Purpose
        let generation: Int
    }

    private static let item = "session"

    private let context: ClientContext
    private let server: Server
    private let items: KeychainItems
    private let now: @Sendable () -> Date
    private var session: StoredSession?
    /// Whether the keychain could not be written. Then memory has what is valid.
    private var isUnsaved = false
    /// Whether the keychain still has a session that has ended, because the device was locked.
    private var hasLeftover = false
    /// Changes with every sign-in and sign-out, so that a refresh doesn't bring a session back.
    private var generation = 0
    private var refreshes: [RefreshKey: Refresh] = [:]
    private var lastRefresh: Refresh?
    /// The number of sign-ins of this process.
    private(set) var signIns = 0
    private var state: SessionState?
    private var observers: [UUID: AsyncStream<SessionState>.Continuation] = [:]

    init(_ context: ClientContext, server: Server, now: @escaping @Sendable () -> Date = { Date() }) {
        self.context = context
        self.server = server
        self.now = now
        items = KeychainItems(place: context.options.keychain, account: "\(context.host)/\(context.clientID)")
    }

    /// The session, which another process may have begun.
    func current() throws(PasskeyError) -> StoredSession? {
        if hasLeftover {
            try items.remove(Self.item)
            hasLeftover = false
        }
        if session == nil {
            session = try items.read(Self.item).flatMap(StoredSession.init)
            announce(session.map { .signedIn($0.user) } ?? state ?? .signedOut(.notSignedIn))
        }
        return session
    }

    // MARK: Beginning and ending

    /// Begins a session with the tokens of a sign-in.
    func begin(
        with answer: TokenAnswer, for purpose: AccessToken.Purpose, key: ProofKey?, nonce: String? = nil
    ) throws(PasskeyError) -> User {
        guard let claims = answer.idToken.flatMap({ IDToken.claims(of: $0, for: context, nonce: nonce) }),
            var new = StoredSession(claims: claims)
        else { throw .unexpectedResponse }
        new.refreshToken = answer.refreshToken
        new.proofKey = key
        new.keep(AccessToken(answer, for: purpose, at: now()))
        generation += 1
        signIns += 1
        session = new
        hasLeftover = false
        // The user has signed in. If the device is locked, the session lives in memory until it can be stored.
        isUnsaved = (try? items.write(new.bytes, as: Self.item)) == nil
        announce(.signedIn(new.user))
        return new.user
    }

    /// Forgets the session, and returns it.
    func end(because reason: SignOutReason) -> StoredSession? {
        let ended = try? current()
        generation += 1
        session = nil
        isUnsaved = false
        hasLeftover = (try? items.remove(Self.item)) == nil
        announce(.signedOut(reason))
        return ended
    }

    // MARK: Tokens

    /// Returns a token that is valid for a while, and refreshes the session if there is none.
    func authorization(for purpose: AccessToken.Purpose) async throws(PasskeyError) -> Authorization {
        guard let session = try current() else { throw .notSignedIn }
        if isUnsaved { isUnsaved = (try? items.write(session.bytes, as: Self.item)) == nil }
        if let authorization = session.authorization(for: purpose, at: now()) { return authorization }
        return try await refresh(at: RefreshKey(purpose: purpose, generation: generation)).value.get()
    }

    /// Drops a token that the server does not accept any more.
    func discard(_ token: AccessToken) {
        session?.accessTokens.removeAll { $0.text == token.text }
    }

    /// A refresh token is used once, so one refresh follows the other.
    private func refresh(at key: RefreshKey) -> Refresh {
        if let running = refreshes[key] { return running }
        let previous = lastRefresh
        let refresh = Refresh {
            _ = await previous?.value
            let result = await self.refresh(for: key.purpose)
            self.refreshes[key] = nil
            return result
        }
        refreshes[key] = refresh
        lastRefresh = refresh
        return refresh
    }

    private func refresh(for purpose: AccessToken.Purpose) async -> Result<Authorization, PasskeyError> {
        let lock = RefreshLock(items: items, now: now)
        do throws(PasskeyError) {
            return .success(
                try await lock.withLock { () async throws(PasskeyError) in
                    try await refreshExclusively(for: purpose)
                })
        } catch {
            return .failure(error)
        }
    }

    private func refreshExclusively(for purpose: AccessToken.Purpose) async throws(PasskeyError) -> Authorization {
        if !isUnsaved {
            guard let stored = try items.read(Self.item).flatMap(StoredSession.init) else {
                _ = end(because: .signedOut)
                throw .notSignedIn
            }
            // Dropped tokens stay dropped, unless another process has got new ones.
            let isSame = stored.refreshToken == session?.refreshToken
            let kept = session?.accessTokens
            session = stored
            if isSame, let kept { session?.accessTokens = kept }
            announce(.signedIn(stored.user))
        }
        guard let session else { throw .notSignedIn }
        if let authorization = session.authorization(for: purpose, at: now()) { return authorization }
        guard let refreshToken = session.refreshToken else {
            // Without a refresh token, the session is as long as its first access token.
            guard session.accessTokens.contains(where: { $0.isValid(at: now()) }) else {
                _ = end(because: .expired)
                throw .notSignedIn
            }
            throw .notSupported
        }
        let body = TokenBody(
            client: context.client, grantType: "refresh_token", scope: purpose.scope, audience: purpose.audience,
            refreshToken: refreshToken)
        let (begun, received) = (generation, now())
        let answer: TokenAnswer
        do throws(Server.Failure) {
            answer = try await server.send(.tokens(body), provingWith: session.proofKey)
        } catch {
            if case .problem(let problem) = error, problem.error == "invalid_grant" {
                if begun == generation { _ = end(because: .expired) }
                throw .notSignedIn
            }
            throw PasskeyError(error)
        }
        guard begun == generation else { throw .notSignedIn }
        return try keep(answer, for: purpose, in: session, at: received)
    }

    private func keep(
        _ answer: TokenAnswer, for purpose: AccessToken.Purpose, in session: StoredSession, at time: Date
    ) throws(PasskeyError) -> Authorization {
        var session = session
        if let claims = answer.idToken.flatMap({ IDToken.claims(of: $0, for: context) }), let user = User(claims),
            user.id == session.user.id
        {
            (session.claims, session.user) = (claims, user)
        }
        let token = AccessToken(answer, for: purpose, at: time)
        session.keep(token)
        session.refreshToken = answer.refreshToken ?? session.refreshToken
        self.session = session
        do throws(PasskeyError) {
            // Another process may have signed the user out meanwhile. An item that is gone stays gone.
            guard try items.update(session.bytes, of: Self.item) || isUnsaved else {
                _ = end(because: .signedOut)
                throw .notSignedIn
            }
        } catch .keychain {
            isUnsaved = true
        }
        announce(.signedIn(session.user))
        return Authorization(token: token, key: session.proofKey)
    }

    // MARK: States

    /// Tells an observer the state now, and every change.
    func observe(with continuation: AsyncStream<SessionState>.Continuation) {
        let id = UUID()
        continuation.onTermination = { _ in Task { await self.removeObserver(id) } }
        do throws(PasskeyError) {
            _ = try current()
            if let state { continuation.yield(state) }
        } catch {
            // The device is locked, and nobody knows. The state follows when the session can be read.
        }
        observers[id] = continuation
    }

    private func removeObserver(_ id: UUID) {
        observers[id] = nil
    }

    private func announce(_ new: SessionState) {
        guard new != state else { return }
        state = new
        for observer in observers.values { observer.yield(new) }
    }
}

extension StoredSession {
    fileprivate func authorization(
        for purpose: AccessToken.Purpose, at now: Date
    ) -> SessionKeeper.Authorization? {
        guard let token = accessTokens.first(where: { $0.purpose == purpose && $0.isValid(at: now) }) else {
            return nil
        }
        return SessionKeeper.Authorization(token: token, key: proofKey)
    }
}
