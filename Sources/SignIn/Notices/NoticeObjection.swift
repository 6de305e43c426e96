// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import WireFormats

/// Takes back what a notice is about, with the link of the notice.
///
/// 1. `inspect` says what the link would do. It changes nothing, because mail scanners open links.
/// 2. `callAsFunction` does it, if the ladder lets the address: it takes away what was added and what that has opened, and
///    nothing that is older (L10, L11). An objection is stored with it; an address has two in 30 days (L7).
package struct NoticeObjection: Sendable {
    /// What a link takes back.
    package enum Objectionable: Hashable, Sendable {
        /// A passkey that was added, and others that the same way has added since.
        case passkey(addedAt: Timestamp)
        /// A device key that was added, and others.
        case deviceKey(addedAt: Timestamp)
        /// A password that was set with a mailed link. Another one may come back.
        case password(setAt: Timestamp, comesBack: Bool)
        /// Sign-ins that are younger than the notice.
        case sessions(since: Timestamp)
    }

    private let accounts: AccountStorage
    private let links: NoticeLinkSeal
    private let seal: PasswordSeal

    package init(_ services: PasswordServices, links: NoticeLinkSeal) {
        accounts = services.accounts
        self.links = links
        seal = PasswordSeal(key: services.seal)
    }

    /// Says what a link takes back.
    package func inspect(_ token: String) async throws(SignInFailure) -> Objectionable {
        let (link, time, seal) = (try open(token), accounts.now(), seal)
        return try await accounts.read { snapshot in
            try ObjectingAddress(
                link, account: Account(inAnyState: link.user, in: snapshot),
                password: snapshot.passwords.find(of: link.user),
                removal: snapshot.passwords.findRemoval(of: link.user),
                replaced: snapshot.replacedAddresses.list(of: link.user),
                sessions: snapshot.sessions.list(of: link.user),
                families: snapshot.refreshTokens.families(of: link.user), at: time
            ).objection(restoring: seal, at: time).objectionable
        }
    }

    /// Takes it back, and returns what it was.
    package func callAsFunction(
        _ token: String, at host: String, by sender: RequestSender
    ) async throws(SignInFailure) -> Objectionable {
        let (link, time, seal, notices) = (try open(token), accounts.now(), seal, accounts.notices)
        return try await accounts.write { transaction in
            let account = try Account(inAnyState: link.user, in: transaction)
            let objection = try ObjectingAddress(
                link, account: account, password: transaction.passwords.find(of: link.user),
                removal: transaction.passwords.findRemoval(of: link.user),
                replaced: transaction.replacedAddresses.list(of: link.user),
                sessions: transaction.sessions.list(of: link.user),
                families: transaction.refreshTokens.families(of: link.user), at: time
            ).objection(restoring: seal, at: time)
            let event: ChangeNotice.Event? =
                switch objection {
                case .passkey(let passkey, let objection):
                    try transaction.undo(
                        passkey.addedBy, because: objection, in: account, by: sender, at: time,
                        telling: .passkeyRemoved)
                case .deviceKey(let key, let objection):
                    try transaction.undo(
                        key.addedBy, because: objection, in: account, by: sender, at: time, telling: .deviceKeyRemoved)
                case .password(_, let earlier, let objection):
                    try transaction.undoPassword(
                        because: objection, restoring: earlier, in: account, by: sender, at: time)
                case .sessions(let start):
                    try transaction.endSessions(of: link.user, since: start, by: sender, at: time)
                }
            if let event {
                try notices.insert(
                    ChangeNotice(event, at: time, host: host, way: .mailedLink, by: sender), about: account.user,
                    in: transaction)
            }
            return objection.objectionable
        }
    }

    private func open(_ token: String) throws(SignInFailure) -> NoticeLink {
        guard let link = links.open(token), accounts.now() < link.expiresAt else { throw .link(.unusable) }
        return link
    }
}

extension StorageTransaction {
    /// Removes everything that a way has added and that has not settled, and ends what it has opened a short time ago.
    fileprivate func undo(
        _ ways: [WayReference], because objection: Objection, in account: Account, by sender: RequestSender,
        at time: Timestamp, telling told: ChangeNotice.Event
    ) throws -> ChangeNotice.Event? {
        let user = account.user.id
        let undone = try object(objection, in: account, at: time)
        for details in undone.passkeys.map(\.eventDetails) + undone.deviceKeys.map(\.eventDetails) {
            var event = sender.event(.wayUndone, of: user, client: nil, at: time, details: details)
            event.details["by"] = objection.objector.map { .string($0) }
            try events.insert(event)
        }
        try endYoung(openedBy: ways, of: user, at: time)
        return told
    }

    /// Removes a password that was set with a mailed link, ends what it has opened, and restores the one before.
    fileprivate func undoPassword(
        because objection: Objection, restoring earlier: StoredPassword?, in account: Account, by sender: RequestSender,
        at time: Timestamp
    ) throws -> ChangeNotice.Event? {
        let user = account.user.id
        try objections.insert(objection)
        try endOpened(by: user.passwordWay, of: user, at: time)
        if let earlier { try passwords.set(earlier) } else { try passwords.remove(of: user) }
        var event = sender.event(.wayUndone, of: user, client: nil, at: time)
        event.details = ["way": .string(user.passwordWay.id), "restored": .bool(earlier != nil)]
        event.details["by"] = objection.objector.map { .string($0) }
        try events.insert(event)
        return earlier == nil ? .passwordRemoved : .passwordRestored
    }

    /// Ends the sessions and applications that were signed in since a time.
    fileprivate func endSessions(
        of user: UserID, since start: Timestamp, by sender: RequestSender, at time: Timestamp
    ) throws -> ChangeNotice.Event? {
        let ended = try sessions.list(of: user).filter { $0.provenSince >= start }
        for session in ended { try end(session, by: .sessionRevoked, at: time) }
        for family in try refreshTokens.families(of: user) where family.id.createdAt.map({ $0 >= start }) ?? false {
            try refreshTokens.remove(family.id)
        }
        try users.apply(.newTokenGeneration, to: user, at: time)
        try events.insert(
            sender.event(
                .sessionEndedByNotice, of: user, client: nil, at: time,
                details: ["sessions": .number(JSONNumber(Int64(ended.count)))]))
        return nil
    }

    /// Ends what some ways in have opened a short time ago.
    private func endYoung(openedBy ways: [WayReference], of user: UserID, at time: Timestamp) throws {
        for session in try sessions.list(of: user)
        where session.provenSince.isYoung(at: time) && !Set(session.ways).isDisjoint(with: ways) {
            try end(session, by: .sessionRevoked, at: time)
        }
        for token in try refreshTokens.list(of: user)
        where token.grant.authenticatedAt.isYoung(at: time) && !Set(token.grant.ways).isDisjoint(with: ways) {
            try refreshTokens.remove(token.family)
        }
    }
}
