// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import WireFormats

/// Keeps the session of the user who is signed in.
///
/// The keychain has the session, and every call looks there first: what one process stores or removes, another one
/// finds at its next call. Any number of tasks can ask for a token at once: one of them refreshes
/// (SessionKeeper+Refresh.swift), and the others get the same token.
actor SessionKeeper {
    static let item = "session"

    let context: ClientContext
    let server: Server
    let items: KeychainItems
    let now: @Sendable () -> Date
    /// The session as it was last read or stored.
    var session: StoredSession?
    /// Whether the keychain could not be written, because the device was locked. Then memory has what is valid.
    private(set) var isUnsaved = false
    /// Whether the keychain still has a session that has ended, because the device was locked.
    private var hasLeftover = false
    /// Changes with every sign-in and sign-out, so that a refresh doesn't bring a session back.
    private(set) var generation = 0
    var refreshes: [RefreshKey: Refresh] = [:]
    var lastRefresh: Refresh?
    /// The number of sign-ins of this process.
    private(set) var signIns = 0
    /// Tokens that the server rejected before they expired. Another process may still have them.
    private var discarded: Set<String> = []
    private var state: SessionState?
    private var observers: [UUID: AsyncStream<SessionState>.Continuation] = [:]
    private var lookout: Task<Void, Never>?

    init(_ context: ClientContext, server: Server, now: @escaping @Sendable () -> Date = { Date() }) {
        self.context = context
        self.server = server
        self.now = now
        items = KeychainItems(place: context.options.keychain, account: "\(context.host)/\(context.clientID)")
    }

    /// The session, which another process may have begun, refreshed or ended.
    func current() throws(PasskeyError) -> StoredSession? {
        if hasLeftover {
            try items.remove(Self.item)
            hasLeftover = false
        }
        if isUnsaved, let session {
            save(session)
            return session
        }
        do throws(PasskeyError) {
            adopt(try items.read(Self.item).flatMap(StoredSession.init))
        } catch {
            // The session that this process has read before is still valid.
            guard session != nil else { throw error }
            SessionLog.note(error, while: "Reading the session")
        }
        return session
    }

    // MARK: Beginning and ending

    /// Begins a session with the tokens of a sign-in.
    ///
    /// A locked device can't store it: then it lives in memory until it can be stored. Everything else that keeps it
    /// from being stored is an error, because the user would be signed out at the next launch.
    func begin(
        with answer: TokenAnswer, for purpose: AccessToken.Purpose, key: ProofKey?, nonce: String? = nil,
        continuing old: StoredSession? = nil
    ) throws(PasskeyError) -> User {
        guard let idToken = answer.idToken,
            var new = StoredSession(idToken: idToken, for: context, nonce: nonce)
        else { throw .unexpectedResponse }
        if let old { try requireCurrent(old, for: new.user) }
        new.refreshToken = answer.refreshToken
        new.proofKey = key
        new.keep(AccessToken(answer, for: purpose, at: now()))
        let replaced = (try? current()) ?? session
        do throws(PasskeyError) {
            try items.write(new.bytes, as: Self.item, label: new.revision)
            isUnsaved = false
        } catch {
            SessionLog.note(error, while: "Storing the session of a sign-in")
            guard error.isLockedKeychain else {
                revoke(new)
                throw error
            }
            isUnsaved = true
        }
        generation += 1
        signIns += 1
        session = new
        hasLeftover = false
        announce(.signedIn(new.user))
        if let replaced { revoke(replaced) }
        return new.user
    }

    /// Rejects what goes on for a user who has signed out meanwhile, or for another one.
    func requireCurrent(_ expected: StoredSession, for user: User? = nil) throws(PasskeyError) {
        guard try current()?.signIn == expected.signIn, user.map({ $0.id == expected.user.id }) ?? true else {
            throw .canceled
        }
    }

    /// Forgets the session, and returns it.
    func end(because reason: SignOutReason) -> StoredSession? {
        let ended = try? current()
        generation += 1
        session = nil
        isUnsaved = false
        do throws(PasskeyError) {
            try items.remove(Self.item)
            hasLeftover = false
        } catch {
            SessionLog.note(error, while: "Removing the session")
            hasLeftover = true
        }
        announce(.signedOut(reason))
        return ended
    }

    /// Drops a token that the server does not accept any more.
    func discard(_ token: AccessToken) {
        discarded.insert(token.text)
        session?.accessTokens.removeAll { $0.text == token.text }
    }

    /// Has the server revoke the tokens of a session that is no longer used. The caller doesn't wait for it.
    private func revoke(_ session: StoredSession) {
        guard let token = session.refreshToken else { return }
        let body = RevocationBody(client: context.client, token: token)
        Task { [server] in try? await server.send(.revocation(body), provingWith: session.proofKey) }
    }

    // MARK: The keychain

    /// Takes over what the keychain has.
    func adopt(_ stored: StoredSession?) {
        guard var stored else {
            let wasSignedIn = session != nil
            if wasSignedIn { generation += 1 }
            session = nil
            announce(wasSignedIn ? .signedOut(.signedOut) : state ?? .signedOut(.notSignedIn))
            return
        }
        if let session {
            guard stored.revision != session.revision else { return announce(.signedIn(session.user)) }
            if stored.signIn != session.signIn { generation += 1 }
        }
        stored.accessTokens.removeAll { discarded.contains($0.text) }
        session = stored
        announce(.signedIn(stored.user))
    }

    /// Stores a session in place of the one that was read, and keeps it in memory. Returns whether the keychain still
    /// had that one: another process may have stored another, or removed it.
    @discardableResult
    func save(_ changed: StoredSession) -> Bool {
        let new = changed.revised
        do throws(PasskeyError) {
            if isUnsaved {
                try items.write(new.bytes, as: Self.item, label: new.revision)
            } else if try !items.update(new.bytes, of: Self.item, label: new.revision, replacing: changed.label) {
                return false
            }
            isUnsaved = false
        } catch {
            SessionLog.note(error, while: "Storing the session")
            isUnsaved = true
        }
        session = new
        return true
    }

    // MARK: States

    /// Reports the present state and every change to an observer.
    func observe(with continuation: AsyncStream<SessionState>.Continuation) {
        let id = UUID()
        continuation.onTermination = { _ in Task { await self.removeObserver(id) } }
        do throws(PasskeyError) {
            _ = try current()
            if let state { continuation.yield(state) }
        } catch {
            // The device is locked, and the state is unknown.
            lookAgain()
        }
        observers[id] = continuation
    }

    /// Looks at the keychain until it can be read: it gives no notice when the device is unlocked.
    private func lookAgain() {
        guard lookout == nil else { return }
        lookout = Task { [weak self] in
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                guard let self, await self.isWaitingForState() else { return }
            }
        }
    }

    private func isWaitingForState() -> Bool {
        _ = try? current()
        guard state == nil, !observers.isEmpty else {
            lookout = nil
            return false
        }
        return true
    }

    private func removeObserver(_ id: UUID) {
        observers[id] = nil
    }

    func announce(_ new: SessionState) {
        guard new != state else { return }
        state = new
        for observer in observers.values { observer.yield(new) }
    }
}
