// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What a proof allows in an account at a time, one property for each part of the model's `moves`, in its order.
struct LadderDecision {
    let account: Ladder.Account
    let proof: Ladder.Proof
    let now: Timestamp
    let evidence: LadderEvidence
    let hasPasskey: Bool

    init(account: Ladder.Account, proof: Ladder.Proof, now: Timestamp) {
        self.account = account
        self.proof = proof
        self.now = now
        evidence = LadderEvidence(of: proof, for: account, at: now)
        hasPasskey = !account.settledPasskeys(at: now).isEmpty
    }

    /// A way signs in also while it is unconfirmed, and not where its session is open already.
    var signIns: Set<Ladder.Move> {
        var ways = proof.ways.subtracting([.browser]).intersection(account.ways)
        if evidence.acting.contains(.browser) { ways.insert(.browser) }
        if let session = proof.session, !session.openedBy.isDisjoint(with: ways) {
            ways.subtract(session.openedBy.union([.browser]))
        }
        // L14: a mailed reset gives an account with a passkey no session before the delay ends.
        if hasPasskey && !account.isSettled(.password, at: now) { ways.remove(.password) }
        return Set(ways.intersection(account.policy.signingIn).map { .signIn(by: $0) })
    }

    /// L13: none of them removes anything.
    var enrollments: Set<Ladder.Move> {
        var moves: Set<Ladder.Move> = []
        for way in mayAsk where account.policy.signingIn.contains(way) {
            // L15: with a passkey in the account, a session of a weak way adds nothing by itself. L1, L2: without one,
            // only what opens a session adds the first at once.
            if !hasPasskey || (way == .browser && evidence.isRecent) { moves.insert(.enrollUnconfirmed(by: way)) }
        }
        for way in evidence.acting where account.requests[way].map({ $0.grantsAt <= now }) ?? false {
            moves.insert(.enrollAfterDelay(by: way))
        }
        if evidence.isStrong {
            moves.insert(.enrollSettled)
        } else if evidence.isTwoKinds {
            moves.insert(.enrollConfirmed)
        }
        // L21
        if proof.hasAdministratorsCode { moves.insert(.enrollConfirmed) }
        return moves
    }

    /// L1, L2: a weak way alone waits.
    var requests: Set<Ladder.Move> {
        Set(mayAsk.filter { account.requests[$0] == nil }.map { .ask(by: $0) })
    }

    /// L6: every way that was there before may object. L9: to everything that a way has open.
    var objections: Set<Ladder.Move> {
        var moves: Set<Ladder.Move> = []
        for (way, request) in account.requests where !isOwn(request, of: way) {
            moves.formUnion(objectors.map { .cancelRequest(of: way, by: $0) })
        }
        for passkey in account.passkeys where !passkey.isSettled(at: now) {
            switch passkey.status {
            case .unconfirmed(let way, _):
                // L10
                moves.formUnion(objectors.map { .undoPasskey(passkey.id, by: $0) })
                // L9: the objection to what the way has added ends its request too, also by the way itself.
                if evidence.isConfirmed && account.requests[way] != nil {
                    moves.insert(.cancelRequest(of: way, by: .confirmed))
                }
            case .confirmed, .settled:
                // L12: what is confirmed is not undone by a weak way. L21: nor by two kinds.
                if evidence.isStrong { moves.insert(.undoPasskey(passkey.id, by: .confirmed)) }
            }
        }
        // L10: a password that a mailed reset set is an addition of the mailbox.
        if !evidence.isConfirmed && account.ways.contains(.password) && !account.isSettled(.password, at: now) {
            moves.formUnion(weakObjectors.subtracting([.password]).map { .stopPassword(by: $0) })
        }
        return moves
    }

    /// L11: only a settled passkey removes one.
    var removals: Set<Ladder.Move> {
        guard evidence.isStrong else { return [] }
        return Set(account.settledPasskeys(at: now).map { .removePasskey($0.id) })
    }

    var replacements: Set<Ladder.Move> {
        // L17, L18
        if evidence.isConfirmed {
            return Set(account.ways.intersection(Ladder.Way.replaceable).map { .replace($0) })
        }
        guard !hasPasskey else { return [] }
        var moves: Set<Ladder.Move> = []
        // L18: with itself alone where the account has nothing else. What counts as the password does not know it.
        if proof.ways.contains(.password) && evidence.settled.contains(.password)
            && account.ways.isDisjoint(with: Ladder.Way.reached)
        {
            moves.insert(.changePassword)
        }
        // L14: and at once only where the setting allows it. L8: a barred mailbox resets nothing either.
        if account.policy.resetsPasswordAtOnce && mayAsk.contains(.mail) && account.ways.contains(.password) {
            moves.insert(.resetPassword)
        }
        return moves
    }

    var endedSessions: Set<Ladder.Move> {
        // A recent session may too, which the model leaves out.
        if evidence.isConfirmed || evidence.isRecent { return [.signOutEverywhereElse] }
        let others = account.sessions.filter { $0.id != proof.session?.id }
        // L11: a browser ends what is younger than itself.
        if let own = proof.session, evidence.settled.contains(.browser),
            others.contains(where: { $0.openedAt > own.openedAt })
        {
            return [.endLaterSessions]
        }
        // L10: without an objection.
        let hasYoung = others.contains { !$0.isSettled(at: now, delay: account.policy.delay) }
        return hasYoung && !evidence.acting.isDisjoint(with: Ladder.Way.hearing) ? [.endYoungSessions] : []
    }
}

extension LadderDecision {
    private var countingObjections: [Ladder.Objection] { account.countingObjections(at: now) }

    /// The ways that may ask or add alone.
    private var mayAsk: Set<Ladder.Way> { evidence.acting.filter { !account.isBarred($0, at: now) } }

    /// L7: a weak way objects twice in 30 days.
    private var weakObjectors: Set<Ladder.Way> {
        evidence.acting.intersection(Ladder.Way.hearing).filter { way in
            countingObjections.count { $0.objector == .way(way) } < 2
        }
    }

    /// L7: a passkey and two kinds object without limit.
    private var objectors: Set<Ladder.Objector> {
        evidence.isConfirmed ? [.confirmed] : Set(weakObjectors.map { .way($0) })
    }

    /// Nobody objects to what is their own, but a passkey ends everything.
    private func isOwn(_ request: Ladder.Request, of way: Ladder.Way) -> Bool {
        guard !evidence.isStrong else { return false }
        guard way == .browser else { return evidence.shown.contains(way) }
        return request.session != nil && request.session == proof.session?.id
    }
}
