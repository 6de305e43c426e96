// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

extension StorageTransaction {
    /// Ends a session with its refresh tokens, and stores the notices to its clients. Its unused codes can't be
    /// exchanged any longer.
    package func end(
        _ session: BrowserSession, by initiator: BackchannelLogout.Initiator, at time: Timestamp
    ) throws {
        try insertNotices(about: session, by: initiator, at: time)
        try refreshTokens.removeAll(ofSession: session.id)
        try sessions.remove(session.id)
    }

    /// Ends all sessions of an account, and stores the notices to their clients. Refresh tokens stay.
    package func endSessions(of user: UserID, by initiator: BackchannelLogout.Initiator, at time: Timestamp) throws {
        for session in try sessions.list(of: user) { try insertNotices(about: session, by: initiator, at: time) }
        try sessions.removeAll(of: user)
    }

    /// Removes a passkey with the sessions and refresh tokens that it opened, and stores the notices to the clients of
    /// these sessions.
    func remove(_ passkey: Passkey, at time: Timestamp) throws {
        for session in try sessions.list(of: passkey.owner) where session.ways.contains(passkey.id.way) {
            try insertNotices(about: session, by: .sessionRevoked, at: time)
        }
        try passkeys.remove(passkey.id)
    }

    /// Ends what a way in has opened: its sessions but one, with the notices to their clients, its families of refresh
    /// tokens, and the access tokens issued up to now.
    package func endOpened(
        by way: WayReference, of user: UserID, except kept: BrowserSession.ID? = nil, at time: Timestamp
    ) throws {
        for session in try sessions.list(of: user) where session.id != kept && session.ways.contains(way) {
            try end(session, by: .sessionRevoked, at: time)
        }
        for token in try refreshTokens.list(of: user) where token.grant.ways.contains(way) {
            try refreshTokens.remove(token.family)
        }
        try users.apply(.newTokenGeneration, to: user, at: time)
    }

    /// Stores a session in the place of the browser's session before, if there is one. If the account has too many
    /// sessions now, the oldest ends.
    ///
    /// - Parameter user: The user who agreed to lose the account of the session before. A session that is the only way
    ///   into another user's account isn't replaced.
    package func begin(
        _ session: BrowserSession, replacing old: BrowserSession?, leaving user: UserID? = nil
    ) throws {
        let replaced = try old.flatMap { try sessions.find($0.id, assuming: $0) }
        var session = session
        if let replaced, replaced.user == session.user { session.provenSince = replaced.provenSince }
        try sessions.insert(session)
        if let replaced { try replace(replaced, by: session, leaving: user) }
        try endExcess(beyond: session)
    }

    /// Ends the browser's session before with its refresh tokens.
    ///
    /// If the same user signed in again, the clients of the session before are not informed: they belong to the new
    /// session. Its end informs them.
    private func replace(_ replaced: BrowserSession, by session: BrowserSession, leaving user: UserID?) throws {
        guard replaced.user == session.user else {
            guard try replaced.user == user || !users.waysIn(of: replaced.user).isEmpty else {
                throw SignInFailure.account(.onlyWayIn)
            }
            return try end(replaced, by: .sessionRevoked, at: session.createdAt)
        }
        try sessions.passClients(of: replaced.id, to: session.id)
        try refreshTokens.removeAll(ofSession: replaced.id)
        try sessions.remove(replaced.id)
    }

    /// Ends a few of the sessions that an account has too many, so that a sign-in reads a bounded number.
    private func endExcess(beyond session: BrowserSession) throws {
        let time = session.createdAt
        let excess = try sessions.latest(
            of: session.user, after: BrowserSession.accountLimit, limit: 4, assuming: [])
        guard !excess.isEmpty else { return }
        // Those that have ended, then those that are younger than three days: a browser that has been signed in for
        // longer is a way in, which signing in again and again must not end.
        let others = try sessions.list(of: session.user).filter { $0.id != session.id }
            .sorted { $0.createdAt < $1.createdAt }
        let ended = others.filter { $0.isExpired(at: time) }
        let young = others.filter { !$0.isExpired(at: time) && $0.provenSince.isYoung(at: time) }
        let old = others.filter { !$0.isExpired(at: time) && !$0.provenSince.isYoung(at: time) }
        for oldest in (ended + young + old).prefix(excess.count) {
            // Clients are not informed of an expiry.
            guard !oldest.isExpired(at: time) else {
                try sessions.remove(oldest.id)
                continue
            }
            try end(oldest, by: .sessionRevoked, at: time)
            var event = AuditEvent(.sessionEnded, at: time)
            event.user = session.user
            event.details = oldest.id.eventDetails
            event.details["reason"] = "too-many-sessions"
            try events.insert(event)
        }
    }

    /// Ends the sessions of a client's own pages and its part in the others, and stores the notices to it.
    func endClient(_ client: String, of user: UserID, at time: Timestamp) throws {
        for session in try sessions.list(of: user) {
            guard session.client != client else {
                try end(session, by: .sessionRevoked, at: time)
                continue
            }
            let own = try sessions.clients(of: session.id).filter { $0.id == client }
            try insertNotices(about: session, to: own, by: .sessionRevoked, at: time)
        }
        try sessions.removeClient(client, of: user)
    }

    private func insertNotices(
        about session: BrowserSession, by initiator: BackchannelLogout.Initiator, at time: Timestamp
    ) throws {
        try insertNotices(about: session, to: sessions.clients(of: session.id), by: initiator, at: time)
    }

    /// The stored configuration decides who is informed, because commands have no other, and it can't change before the
    /// commit.
    private func insertNotices(
        about session: BrowserSession, to clients: [SessionClient], by initiator: BackchannelLogout.Initiator,
        at time: Timestamp
    ) throws {
        for client in clients {
            for url in try logout(of: client.id).urls(for: initiator) {
                let notice = LogoutNotice(
                    to: client.id, at: url.text, about: client.session, of: session.user, host: session.host)
                try outbox.insert(notice.item(at: time))
            }
        }
    }

    private func logout(of client: String) throws -> BackchannelLogout {
        guard let document = try configuration.find(.client, id: client) else { return BackchannelLogout() }
        var problems: [ConfigurationProblem] = []
        return Client(json: .object(document.json), at: "", problems: &problems)?.backchannelLogout
            ?? BackchannelLogout()
    }
}
