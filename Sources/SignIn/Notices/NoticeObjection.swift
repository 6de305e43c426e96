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
                    try transaction.undo(passkey, because: objection, in: account, by: sender, at: time)
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

/// What an address objects to.
private enum AddressObjection {
    case passkey(Passkey, Objection)
    case password(StoredPassword, earlier: StoredPassword?, Objection)
    case sessions(since: Timestamp)

    var objectionable: NoticeObjection.Objectionable {
        switch self {
        case .passkey(let passkey, _): .passkey(addedAt: passkey.origin.createdAt)
        case .password(let password, let earlier, _): .password(setAt: password.setAt, comesBack: earlier != nil)
        case .sessions(let start): .sessions(since: start)
        }
    }
}

/// An address that a notice was sent to, and the account as the ladder sees it.
private struct ObjectingAddress {
    private let link: NoticeLink
    private let way: Ladder.Way
    private let objector: Ladder.Objector
    private let stored: (passkeys: [Passkey], password: StoredPassword?, removal: RemovedPassword?)
    private let account: Ladder.Account

    /// Rejects a link whose address is the account's no longer, neither now nor a short time ago.
    init(
        _ link: NoticeLink, account: Account, password: StoredPassword?, removal: RemovedPassword?,
        replaced: [ReplacedAddress], sessions: [BrowserSession], families: [RefreshToken.FamilyEntry],
        at time: Timestamp
    ) throws(SignInFailure) {
        let current = account.user.identifiers.filter { $0.isVerified && $0.isUnique }
        let earlier = replaced.filter { $0.until > time }.map(\.identifier)
        let isCurrent = current.contains(where: link.address.isMeant(by:))
        guard isCurrent || earlier.contains(where: link.address.isMeant(by:)) else { throw .link(.unusable) }
        self.link = link
        let way: Ladder.Way = link.address.kind == .phoneNumber ? .phone : .mail
        self.way = way
        objector = isCurrent ? .way(way) : .replaced(way)
        stored = (account.passkeys, password, removal)
        var ladder = Ladder.Account(account, password: password, sessions: sessions, at: time)
        ladder.ways.insert(way)
        // The ladder knows no applications: one that has just been signed in is like a session of that age.
        ladder.sessions += families.compactMap { family in
            family.id.createdAt.map { Ladder.Session(id: family.id.rawValue, openedAt: $0) }
        }
        if !isCurrent {
            // Its objections are counted apart from those of the address that has taken its place.
            let own = objector
            ladder.objections = ladder.objections.filter { $0.objector != .way(way) }.map { objection in
                guard objection.objector == own else { return objection }
                return Ladder.Objection(by: .way(way), against: objection.against, at: objection.madeAt)
            }
        }
        self.account = ladder
    }

    /// Asks the ladder.
    func objection(restoring seal: PasswordSeal, at time: Timestamp) throws(SignInFailure) -> AddressObjection {
        let moves = Ladder.moves(in: account, by: .ways([way]), at: time)
        switch link.subject {
        case .passkey(let id):
            guard let passkey = stored.passkeys.first(where: { $0.id == id }),
                let against = Ladder.Passkey(passkey).addingWay(at: time)
            else { throw .link(.nothingLeft) }
            guard moves.contains(.undoPasskey(id.rawValue, by: .way(way))) else { throw .link(.objectionsSpent) }
            return .passkey(
                passkey, Objection(of: link.user, by: objector.stored, against: against.rawValue, at: time))
        case .password:
            // Whoever has an address no longer would bring back a password that the reset has ended.
            guard objector == .way(way) else { throw .link(.unusable) }
            guard let password = stored.password, !password.hasSettled(at: time), password.setAt == link.time else {
                throw .link(.nothingLeft)
            }
            guard moves.contains(.stopPassword(by: way)) else { throw .link(.objectionsSpent) }
            let earlier = stored.removal.flatMap { removal in
                removal.cause == RemovedPassword.reset
                    ? removal.sealed.flatMap { seal.open($0, of: link.user) } : nil
            }
            return .password(
                password, earlier: earlier,
                Objection(of: link.user, by: objector.stored, against: Ladder.Way.mail.rawValue, at: time))
        case .sessions:
            guard moves.contains(.endYoungSessions), account.sessions.contains(where: { $0.openedAt >= link.time })
            else { throw .link(.nothingLeft) }
            return .sessions(since: link.time)
        }
    }
}

extension NoticeLink.Address {
    func isMeant(by identifier: Identifier) -> Bool {
        kind == identifier.kind && normalized == identifier.normalized
    }
}

extension StorageTransaction {
    /// Removes a passkey, the others that the same way has added, and what that way has opened a short time ago.
    fileprivate func undo(
        _ passkey: Passkey, because objection: Objection, in account: Account, by sender: RequestSender,
        at time: Timestamp
    ) throws -> ChangeNotice.Event? {
        let user = account.user.id
        for undone in try object(objection, in: account, at: time) {
            var event = sender.event(.wayUndone, of: user, client: nil, at: time, details: undone.eventDetails)
            event.details["by"] = objection.objector.map { .string($0) }
            try events.insert(event)
        }
        try endYoung(openedBy: passkey.addedBy, of: user, at: time)
        return .passkeyRemoved
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
