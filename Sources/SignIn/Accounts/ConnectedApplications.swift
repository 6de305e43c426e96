// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// Lists and disconnects the applications and devices that can act for a signed-in user.
package struct ConnectedApplications: Sendable {
    /// An application with what it has: consents, refresh tokens, or just the account's sign-in in a browser.
    package struct Application: Hashable, Sendable {
        package let client: String
        package internal(set) var consents: [Consent] = []
        /// The newest refresh token of each sign-in with the application itself.
        package internal(set) var tokens: [RefreshToken] = []
    }

    /// All applications and devices of an account.
    package struct List: Hashable, Sendable {
        /// By client.
        package let applications: [Application]
        /// The newest refresh token of each device that the user let in, newest device first.
        package let devices: [RefreshToken]
        /// The number of older families, whose applications and devices may be missing.
        package let olderCount: Int
        /// The clients of each browser session.
        package let clients: [BrowserSession.ID: [String]]
    }

    private let accounts: AccountStorage

    package init(accounts: AccountStorage) {
        self.accounts = accounts
    }

    /// Lists what can act for the user at some time, in the given sessions and outside of browsers. It reads as many
    /// families as an account may have, which had more only before there was a limit.
    package func list(
        of owner: AccountOwner, in sessions: [BrowserSession]
    ) async throws(SignInFailure) -> List {
        let time = accounts.now()
        return try await accounts.read { snapshot in
            _ = try Account(owner, in: snapshot)
            var applications: [String: Application] = [:]
            for consent in try snapshot.consents.list(of: owner.user) {
                applications[consent.client, default: Application(client: consent.client)].consents.append(consent)
            }
            var devices: [RefreshToken] = []
            let limit = RefreshToken.Family.accountLimit
            let tokens = try snapshot.refreshTokens.listNewest(of: owner.user, limit: limit)
            let olderCount =
                tokens.count < limit ? 0 : try snapshot.refreshTokens.countFamilies(of: owner.user) - tokens.count
            for token in tokens where !token.isExpired(at: time) {
                let client = token.grant.client
                switch token.grant.flow {
                case .device: devices.append(token)
                case .direct, .code, .legacy:
                    applications[client, default: Application(client: client)].tokens.append(token)
                }
            }
            var clients: [BrowserSession.ID: [String]] = [:]
            for session in sessions {
                let signedIn = try snapshot.sessions.clients(of: session.id).map(\.id)
                clients[session.id] = session.client.map { [$0] } ?? signedIn
                for client in clients[session.id] ?? [] where applications[client] == nil {
                    applications[client] = Application(client: client)
                }
            }
            return List(
                applications: applications.values.sorted { $0.client < $1.client }, devices: devices,
                olderCount: olderCount, clients: clients)
        }
    }

    /// Disconnects a client: removes its consents, its refresh tokens and the sessions of its own pages, revokes its
    /// codes and access tokens, and informs it that the other sessions have ended for it. Returns whether there was
    /// anything to disconnect.
    @discardableResult
    package func disconnect(_ client: String, of owner: AccountOwner) async throws(SignInFailure) -> Bool {
        try await accounts.write { transaction in
            // Read here, the time is not before that of anything that the client has got.
            let time = accounts.now()
            let account = try Account(owner, in: transaction)
            let families = try transaction.refreshTokens.families(of: owner.user).filter { $0.client == client }
            guard try !families.isEmpty || transaction.knows(client, of: owner.user) else { return false }
            let sessions = try transaction.sessions.list(of: owner.user)
            let ended = families.map(\.id.createdAt) + sessions.filter { $0.client == client }.map(\.provenSince)
            try account.requireEnd(
                since: ended, beside: sessions, by: owner, password: transaction.passwords.find(of: owner.user),
                at: time)
            try transaction.consents.remove(user: owner.user, client: client)
            for family in families { try transaction.revoke(GrantID(rawValue: family.id.rawValue), at: time) }
            try transaction.endClient(client, of: owner.user, at: time)
            try transaction.users.apply(.disconnected(client: client), to: owner.user, at: time)
            var event = owner.event(.clientDisconnected, at: time)
            event.client = client
            event.details["families"] = .number(JSONNumber(Int64(families.count)))
            try transaction.events.insert(event)
            return true
        }
    }

    /// Disconnects one device: removes its refresh tokens, and revokes its access tokens. Returns whether the account
    /// had it.
    @discardableResult
    package func disconnect(
        device family: RefreshToken.Family, of owner: AccountOwner
    ) async throws(SignInFailure) -> Bool {
        let time = accounts.now()
        return try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            let tokens = try transaction.refreshTokens.list(of: owner.user)
            guard let token = tokens.first(where: { $0.family == family && $0.grant.flow == .device }) else {
                return false
            }
            try account.requireEnd(
                since: [family.createdAt], beside: transaction.sessions.list(of: owner.user), by: owner,
                password: transaction.passwords.find(of: owner.user), at: time)
            try transaction.revoke(GrantID(rawValue: family.rawValue), at: time)
            var event = owner.event(.clientDisconnected, at: time)
            event.client = token.grant.client
            event.details["families"] = 1
            try transaction.events.insert(event)
            return true
        }
    }
}

extension Account {
    fileprivate func requireEnd(
        since times: [Timestamp?], beside sessions: [BrowserSession], by owner: AccountOwner,
        password: StoredPassword?, at time: Timestamp
    ) throws(SignInFailure) {
        let others = sessions.filter { $0.id != owner.session }
        let reach = reach(of: owner, among: others, password: password, at: time)
        guard times.allSatisfy(reach.includes(begunAt:)) else { throw .password(.confirmationRequired) }
    }
}

extension StorageTransaction {
    /// Whether the user let the client in, or signed in to it in a session that has not ended.
    fileprivate func knows(_ client: String, of user: UserID) throws -> Bool {
        if try consents.list(of: user).contains(where: { $0.client == client }) { return true }
        return try sessions.list(of: user).contains { session in
            try session.client == client || sessions.clients(of: session.id).contains { $0.id == client }
        }
    }
}

extension RefreshToken {
    /// Whether the token can't be used any longer.
    fileprivate func isExpired(at time: Timestamp) -> Bool {
        [expiresAt, idleExpiresAt].contains { $0.map { $0 <= time } ?? false }
    }
}
