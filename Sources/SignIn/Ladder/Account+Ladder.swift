// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// How a way in that is added or changed stands.
struct Standing: Sendable {
    /// The ways in that prove who added it.
    let provenBy: [WayReference]
    let unconfirmedUntil: Timestamp?

    static let settled = Standing(provenBy: [], unconfirmedUntil: nil)

    static func unconfirmed(by ways: [WayReference], at time: Timestamp) -> Standing {
        Standing(provenBy: ways, unconfirmedUntil: time.advanced(by: Int(Ladder.Policy().delay)))
    }
}

extension Account {
    /// Whether the account has a way in. That of an address is one if it has opened the owner's session: whether it opens
    /// others is for the configuration to say, and a sign-up has none.
    func hasWay(of owner: AccountOwner, besides password: StoredPassword? = nil) -> Bool {
        !waysIn.isEmpty || password != nil || owner.ways?.contains { $0.kind == .email || $0.kind == .phone } ?? false
    }

    /// Asks the ladder whether the owner may add a passkey with nothing but the session or the token, and how the
    /// passkey would stand.
    func requirePasskeyAddition(
        by owner: AccountOwner, password: StoredPassword?, at time: Timestamp
    ) throws(SignInFailure) -> Standing {
        // Nothing is older than the first way into an account, and only the session can add it.
        guard hasWay(of: owner, besides: password) else { return .settled }
        let account = Ladder.Account(self, password: password, at: time)
        let ways = owner.ways(of: self, at: time)
        guard Ladder.mayAddPasskey(to: account, by: owner.proof(to: self, at: time), in: ways, at: time) else {
            throw settledPasskeys(at: time).isEmpty ? refusal(of: ways, at: time) : .password(.confirmationRequired)
        }
        return .unconfirmed(by: ways, at: time)
    }

    /// Asks the ladder whether the owner may remove a passkey. Returns the objection that the removal is, if something
    /// else has added the passkey a short time ago.
    func requireRemoval(
        of passkey: Passkey, endingAll isEndingAll: Bool, confirmedBy confirmed: ConfirmedByPasskey?,
        by owner: AccountOwner, password: StoredPassword?, at time: Timestamp
    ) throws(SignInFailure) -> Objection? {
        let account = Ladder.Account(self, password: password, at: time)
        var proof = owner.proof(to: self, at: time)
        proof.passkey = confirmed?.passkey.id
        let id = passkey.id.rawValue
        let moves = Ladder.moves(in: account, by: proof, at: time)
        // L11, also if a passkey confirms its own removal: what is unconfirmed is not the last credential.
        let others = settledPasskeys(at: time).filter { $0.id != passkey.id }
        guard !passkey.hasSettled(at: time) || !others.isEmpty || passkeys.count == 1 else {
            throw .passkey(.lastSettled)
        }
        guard !isEndingAll || moves.contains(.signOutEverywhereElse) else { throw .password(.confirmationRequired) }
        let added = account.passkeys.first { $0.id == id }?.addingWay(at: time)
        // Nobody objects to what is their own.
        let against = Set(passkey.addedBy).isDisjoint(with: owner.ways(of: self, at: time)) ? added : nil
        if !moves.isDisjoint(with: [.removePasskey(id), .undoPasskey(id, by: .confirmed)]) {
            // Sessions of a passkey are not barred: no other proof adds a passkey yet.
            guard let against, against != .browser else { return nil }
            return Objection(of: user.id, by: nil, against: against.rawValue, at: time)
        }
        if let weak = Ladder.Way.undoing.first(where: { moves.contains(.undoPasskey(id, by: .way($0))) }) {
            return against.map { Objection(of: user.id, by: weak.rawValue, against: $0.rawValue, at: time) }
        }
        throw others.isEmpty && passkey.hasSettled(at: time) ? .passkey(.lastSettled) : .password(.confirmationRequired)
    }

    /// Asks the ladder whether the password may be set, and how it would stand.
    func requirePasswordChange(
        confirmedBy confirmation: PasswordConfirmation, by owner: AccountOwner, replacing old: StoredPassword?,
        sessions: [BrowserSession], tokens: [RefreshToken], at time: Timestamp
    ) throws(SignInFailure) -> Standing {
        guard hasWay(of: owner, besides: old) else { return .settled }
        var account = Ladder.Account(self, password: old, sessions: sessions, at: time)
        account.countApplications(tokens, at: time)
        var proof = owner.proof(to: self, at: time)
        proof.passkey = confirmation.byPasskey?.passkey.id
        if confirmation.byPassword { proof.ways = [.password] }
        let isAllowed =
            old == nil
            ? Ladder.maySetPassword(of: account, by: proof, at: time)
            : Ladder.mayReplacePassword(of: account, by: proof, at: time)
        guard isAllowed else { throw .password(.confirmationRequired) }
        return .settled
    }
}

extension Account {
    /// Asks the ladder which sessions and applications the owner may end with nothing but the own session or the token.
    /// L10, L11: what is weak or unconfirmed ends nothing that is older than the delay.
    ///
    /// - Parameter others: The account's other sessions.
    func reach(
        of owner: AccountOwner, among others: [BrowserSession], password: StoredPassword?, at time: Timestamp
    ) -> Reach {
        guard hasWay(of: owner, besides: password) else { return .everything }
        var account = Ladder.Account(self, password: password, sessions: others, at: time)
        // The ladder knows no applications: one that has just been signed in is like a session of that age.
        account.sessions.append(Ladder.Session(id: "application", openedAt: time))
        let moves = Ladder.moves(in: account, by: owner.proof(to: self, at: time), at: time)
        if moves.contains(.signOutEverywhereElse) { return .everything }
        if moves.contains(.endLaterSessions), let own = owner.provenSince { return .begunAfter(own) }
        guard moves.contains(.endYoungSessions) else { return .nothing }
        return .begunAfter(time.advanced(by: -Int(Ladder.Policy().delay)))
    }

    /// Asks the ladder whether a confirmed act ends, or brings back, what the password opens.
    func require(
        _ move: Ladder.Move, confirmedBy confirmed: ConfirmedByPasskey, password: StoredPassword, at time: Timestamp
    ) throws(SignInFailure) {
        let account = Ladder.Account(self, password: password, at: time)
        let moves = Ladder.moves(in: account, by: .passkey(confirmed.passkey.id), at: time)
        guard !moves.contains(move) else { return }
        throw .password(.wayInRequired(missing: "two passkeys that are three days old"))
    }
}

/// Which sessions and applications somebody may end.
enum Reach: Hashable, Sendable {
    case everything
    case begunAfter(Timestamp)
    case nothing

    /// - Parameter start: Since when the session or the application has been signed in; `nil` if that is not known.
    func includes(begunAt start: Timestamp?) -> Bool {
        switch self {
        case .everything: true
        case .begunAfter(let time): start.map { $0 > time } ?? false
        case .nothing: false
        }
    }
}

extension Timestamp {
    /// Whether the time is not as long ago as the ladder's delay.
    func isYoung(at time: Timestamp) -> Bool { advanced(by: Int(Ladder.Policy().delay)) > time }
}
