// SPDX-License-Identifier: Apache-2.0

import SignIn
import TestSupport
import Testing
import WireFormats

/// What holds in every account, with every proof: 5,000 random ones each.
struct LadderPropertyTests {
    private static let now = Timestamp(secondsSince1970: 1_900_000_000)

    @Test
    func `what is unconfirmed signs in and does nothing else`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<5_000 {
            var account = random.account(at: Self.now)
            account.passkeys.removeAll { $0.id == "used" }
            account.passkeys.append(random.unsettledPasskey("used", at: Self.now))
            let ways = random.ways()
            for way in account.ways where ways.contains(way) {
                account.unconfirmedUntil[way] = Timestamp(secondsSince1970: Self.now.secondsSince1970 + 1)
            }
            var proof = Ladder.Proof.passkey("used")
            proof.ways = ways
            proof.session = Ladder.Session(id: "own", openedAt: Self.now, openedBy: ways, passkey: "used")
            proof.isRecent = Bool.random(using: &random)
            let moves = Ladder.moves(in: account, by: proof, at: Self.now).filter {
                if case .signIn = $0 { false } else { true }
            }
            #expect(moves.isEmpty, "\(account) \(proof)")
        }
    }

    @Test
    func `a way alone takes away nothing that is settled or confirmed`() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<5_000 {
            let account = random.account(at: Self.now)
            guard let way = account.ways.subtracting([.browser]).randomElement(using: &random) else { continue }
            let unconfirmed = account.passkeys.filter {
                if case .unconfirmed = $0.status { !$0.isSettled(at: Self.now) } else { false }
            }
            for move in Ladder.moves(in: account, by: .ways([way]), at: Self.now) {
                switch move {
                case .undoPasskey(let id, let objector):
                    #expect(objector == .way(way) && unconfirmed.contains { $0.id == id }, "\(account) \(way)")
                case .cancelRequest(_, let objector):
                    #expect(objector == .way(way), "\(account) \(way)")
                case .stopPassword:
                    #expect(!account.isSettled(.password, at: Self.now), "\(account) \(way)")
                case .removePasskey, .replace, .signOutEverywhereElse, .endLaterSessions, .removePassword,
                    .disablePassword, .enablePassword, .setFirstPassword:
                    Issue.record("\(move) by \(way): \(account)")
                case .signIn, .enrollSettled, .enrollConfirmed, .enrollUnconfirmed, .enrollAfterDelay, .ask,
                    .changePassword, .resetPassword, .endYoungSessions:
                    break
                }
            }
        }
    }

    @Test
    func `more proof takes no move away, but for a stronger one in its place`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let account = random.account(at: Self.now)
            let less = random.proof(at: Self.now)
            let more = random.adding(to: less, at: Self.now)
            let moves = Ladder.moves(in: account, by: more, at: Self.now)
            for move in Ladder.moves(in: account, by: less, at: Self.now) where !moves.contains(move) {
                #expect(Self.isReplaced(move, by: moves, with: more), "\(move) \(account) \(less) \(more)")
            }
        }
    }

    /// Whether the model has another move in place of one: what a stronger proof does in the same matter, or nothing where
    /// the move became pointless.
    private static func isReplaced(
        _ move: Ladder.Move, by moves: Set<Ladder.Move>, with proof: Ladder.Proof
    ) -> Bool {
        switch move {
        case .signIn:
            // The session of that way is open.
            !(proof.session?.openedBy.isDisjoint(with: proof.ways) ?? true)
        case .cancelRequest(let way, _):
            // Nobody objects to their own request.
            moves.contains(.cancelRequest(of: way, by: .confirmed)) || proof.ways.contains(way)
                || proof.session.map { way == .browser || $0.openedBy.contains(way) } ?? false
        case .undoPasskey(let id, .way): moves.contains(.undoPasskey(id, by: .confirmed))
        case .stopPassword, .changePassword, .resetPassword: moves.contains(.replace(.password))
        case .enrollConfirmed: moves.contains(.enrollSettled)
        case .endYoungSessions: !moves.isDisjoint(with: [.endLaterSessions, .signOutEverywhereElse])
        case .endLaterSessions: moves.contains(.signOutEverywhereElse)
        default: false
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func ways() -> Set<Ladder.Way> {
        Set(Ladder.Way.allCases.filter { _ in Bool.random(using: &self) })
    }

    /// A time within two delays.
    fileprivate mutating func time(near now: Timestamp) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + Int64.random(in: -144...144, using: &self) * 3600)
    }

    fileprivate mutating func unsettledPasskey(_ id: String, at now: Timestamp) -> Ladder.Passkey {
        let until = Timestamp(secondsSince1970: now.secondsSince1970 + Int64.random(in: 1...200_000, using: &self))
        let way = Ladder.Way.allCases.randomElement(using: &self) ?? .mail
        return Ladder.Passkey(
            id: id, status: Bool.random(using: &self) ? .confirmed(until: until) : .unconfirmed(by: way, until: until))
    }

    fileprivate mutating func session(_ id: String, at now: Timestamp) -> Ladder.Session {
        let age = Int64.random(in: 0...144, using: &self) * 3600
        return Ladder.Session(
            id: id, openedAt: Timestamp(secondsSince1970: now.secondsSince1970 - age), openedBy: ways(),
            passkey: Bool.random(using: &self) ? "used" : nil)
    }

    fileprivate mutating func account(at now: Timestamp) -> Ladder.Account {
        var account = Ladder.Account(ways: ways())
        for way in ways() where Bool.random(using: &self) { account.unconfirmedUntil[way] = time(near: now) }
        for id in ["used", "other"] where Bool.random(using: &self) {
            account.passkeys.append(
                Bool.random(using: &self) ? Ladder.Passkey(id: id, status: .settled) : unsettledPasskey(id, at: now))
        }
        for way in ways() where Bool.random(using: &self) {
            account.requests[way] = Ladder.Request(
                askedAt: now, grantsAt: time(near: now), session: Bool.random(using: &self) ? "own" : "other")
        }
        for way in ways() {
            let objector: Ladder.Objector =
                Bool.random(using: &self) ? .confirmed : .way(Ladder.Way.allCases.randomElement(using: &self) ?? .mail)
            account.objections.append(Ladder.Objection(by: objector, against: way, at: now))
        }
        for index in 0..<Int.random(in: 0...2, using: &self) {
            account.sessions.append(session("session \(index)", at: now))
        }
        account.isPasswordDisabled = !account.ways.contains(.password) && Bool.random(using: &self)
        account.policy.resetsPasswordAtOnce = Bool.random(using: &self)
        if Bool.random(using: &self) { account.policy.signingIn.formUnion([.mail, .phone]) }
        account.policy.recoversByMail = Bool.random(using: &self)
        return account
    }

    fileprivate mutating func proof(at now: Timestamp) -> Ladder.Proof {
        var proof = Ladder.Proof.ways(ways().intersection(ways()))
        if Bool.random(using: &self) { proof.session = session("own", at: now) }
        if Int.random(in: 0..<4, using: &self) == 0 { proof.passkey = "used" }
        return proof
    }

    fileprivate mutating func adding(to proof: Ladder.Proof, at now: Timestamp) -> Ladder.Proof {
        var more = proof
        more.ways.formUnion(ways())
        if more.session == nil && Bool.random(using: &self) { more.session = session("own", at: now) }
        if more.passkey == nil && Bool.random(using: &self) { more.passkey = "used" }
        more.isRecent = Bool.random(using: &self)
        more.hasAdministratorsCode = Bool.random(using: &self)
        return more
    }
}
