// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import WireFormats

/// Lists and ends the browser sessions of a signed-in user.
///
/// A session ends with the refresh tokens that were issued for as long as it lasts (`online_access`), with an event,
/// and with notices to its clients.
package struct SessionManagement: Sendable {
    private let accounts: AccountStorage

    package init(accounts: AccountStorage) {
        self.accounts = accounts
    }

    /// The newest sessions of an account.
    package struct Latest: Hashable, Sendable {
        /// Those that have not expired, newest first.
        package let sessions: [BrowserSession]
        /// The number of older ones.
        package let olderCount: Int
    }

    /// Returns the newest sessions, as many as an account may have. It had more only before there was a limit.
    package func latest(of owner: AccountOwner) async throws(SignInFailure) -> Latest {
        let time = accounts.now()
        return try await accounts.read { snapshot in
            _ = try Account(owner, in: snapshot)
            let latest = try snapshot.sessions.latest(of: owner.user, after: 0, limit: BrowserSession.accountLimit)
            let isComplete = latest.count < BrowserSession.accountLimit
            let olderCount = isComplete ? 0 : try snapshot.sessions.count(of: owner.user) - latest.count
            return Latest(sessions: latest.filter { !$0.isExpired(at: time) }, olderCount: olderCount)
        }
    }

    /// Ends one session. Sessions of other accounts are unknown here. Returns whether there was such a session.
    @discardableResult
    package func end(_ id: BrowserSession.ID, of owner: AccountOwner) async throws(SignInFailure) -> Bool {
        let time = accounts.now()
        return try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            guard let session = try transaction.sessions.find(id), session.user == owner.user else { return false }
            let reach = account.reach(
                of: owner, among: [session], password: try transaction.passwords.find(of: owner.user), at: time)
            guard id == owner.session || reach.includes(begunAt: session.provenSince) else {
                throw SignInFailure.password(.confirmationRequired)
            }
            try transaction.end(session, by: .sessionRevoked, as: owner, at: time)
            return true
        }
    }

    /// Ends everything that can act for the user but the owner's own session: the other sessions, all refresh tokens,
    /// and the access tokens issued up to now. A weak sign-in ends only what is younger than the delay. Returns how many
    /// sessions ended.
    @discardableResult
    package func endOthers(of owner: AccountOwner) async throws(SignInFailure) -> EndedElsewhere {
        let time = accounts.now()
        return try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            let others = try transaction.sessions.list(of: owner.user).filter { $0.id != owner.session }
            let reach = account.reach(
                of: owner, among: others, password: try transaction.passwords.find(of: owner.user), at: time)
            let ended = others.filter { reach.includes(begunAt: $0.provenSince) }
            for session in ended { try transaction.end(session, by: .sessionRevoked, as: owner, at: time) }
            let families = try transaction.refreshTokens.families(of: owner.user)
            let endedFamilies = families.filter { reach.includes(begunAt: $0.id.createdAt) }
            for family in endedFamilies { try transaction.refreshTokens.remove(family.id) }
            if reach == .everything || !endedFamilies.isEmpty {
                try transaction.users.apply(.newTokenGeneration, to: owner.user, at: time)
            }
            return EndedElsewhere(
                count: ended.count,
                isComplete: ended.count == others.count && endedFamilies.count == families.count)
        }
    }

    /// Ends the owner's own session. Does nothing if it has ended.
    package func signOut(_ owner: AccountOwner) async throws(SignInFailure) {
        guard let id = owner.session else { return }
        let time = accounts.now()
        try await accounts.write { transaction in
            guard let session = try transaction.sessions.find(id), session.user == owner.user else { return }
            try transaction.end(session, by: .logout, as: owner, at: time)
        }
    }
}

extension StorageTransaction {
    fileprivate func end(
        _ session: BrowserSession, by initiator: BackchannelLogout.Initiator, as owner: AccountOwner, at time: Timestamp
    ) throws {
        try end(session, by: initiator, at: time)
        try events.insert(
            owner.event(.sessionEnded, at: time, details: session.id.eventDetails))
    }
}

/// What ended besides the session of its owner.
package struct EndedElsewhere: Hashable, Sendable {
    package let count: Int
    /// Whether nothing that is older goes on.
    package let isComplete: Bool
}

extension BrowserSession.ID {
    /// The details of the session in an audit event. The log withholds values that are named `session`.
    package var eventDetails: JSONObject { ["sid": .string(rawValue)] }
}
