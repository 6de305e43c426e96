// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What an address objects to.
enum AddressObjection {
    case passkey(Passkey, Objection)
    case deviceKey(DeviceKey, Objection)
    case password(StoredPassword, earlier: StoredPassword?, Objection)
    case sessions(since: Timestamp)

    var objectionable: NoticeObjection.Objectionable {
        switch self {
        case .passkey(let passkey, _): .passkey(addedAt: passkey.origin.createdAt)
        case .deviceKey(let key, _): .deviceKey(addedAt: key.createdAt)
        case .password(let password, let earlier, _): .password(setAt: password.setAt, comesBack: earlier != nil)
        case .sessions(let start): .sessions(since: start)
        }
    }
}

/// An address that a notice was sent to, and the account as the ladder sees it.
struct ObjectingAddress {
    private let link: NoticeLink
    private let way: Ladder.Way
    private let objector: Ladder.Objector
    private let stored:
        (passkeys: [Passkey], deviceKeys: [DeviceKey], password: StoredPassword?, removal: RemovedPassword?)
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
        stored = (account.passkeys, account.deviceKeys, password, removal)
        var ladder = Ladder.Account(account, password: password, sessions: sessions, at: time)
        ladder.ways.insert(way)
        ladder.countAdditions(account.deviceKeys, at: time)
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
        case .deviceKey(let id):
            guard let key = stored.deviceKeys.first(where: { $0.id == id }),
                let against = Ladder.Passkey(key).addingWay(at: time)
            else { throw .link(.nothingLeft) }
            guard moves.contains(.undoPasskey(id.rawValue, by: .way(way))) else { throw .link(.objectionsSpent) }
            return .deviceKey(key, Objection(of: link.user, by: objector.stored, against: against.rawValue, at: time))
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
    fileprivate func isMeant(by identifier: Identifier) -> Bool {
        kind == identifier.kind && normalized == identifier.normalized
    }
}
