// SPDX-License-Identifier: Apache-2.0

import SignIn
import Testing
import WireFormats

/// The ladder's times and settings, and the acts that its model leaves out.
struct LadderTests {
    private static let now = Timestamp(secondsSince1970: 1_900_000_000)
    private static let delay: Int64 = 72 * 3600

    private static func time(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + seconds)
    }

    private static func account(_ ways: Set<Ladder.Way>, passkeys: [Ladder.Passkey] = []) -> Ladder.Account {
        var account = Ladder.Account(ways: ways)
        account.passkeys = passkeys
        return account
    }

    private static let first = Ladder.Passkey(id: "first", status: .settled)
    private static let second = Ladder.Passkey(id: "second", status: .settled)
    private static let recent = Ladder.Proof.ways(
        [], session: Ladder.Session(id: "own", openedAt: now, passkey: "first"), isRecent: true)

    private func moves(
        _ account: Ladder.Account, _ proof: Ladder.Proof, at time: Timestamp = now
    ) -> Set<Ladder.Move> {
        Ladder.moves(in: account, by: proof, at: time)
    }

    // MARK: Times

    @Test
    func `a way is one of two kinds exactly from the time at which it settles`() {
        var account = Self.account([.password, .mail])
        account.unconfirmedUntil = [.mail: Self.now]
        let proof = Ladder.Proof.ways([.password, .mail])
        #expect(!moves(account, proof, at: Self.time(-1)).contains(.enrollConfirmed))
        #expect(moves(account, proof).contains(.enrollConfirmed))
    }

    @Test
    func `a session is a browser exactly when the delay has passed since it was opened`() {
        let account = Self.account([.password])
        let session = Ladder.Session(id: "own", openedAt: Self.time(-Self.delay), openedBy: [.password])
        let proof = Ladder.Proof.ways([.password], session: session)
        #expect(!moves(account, proof, at: Self.time(-1)).contains(.enrollConfirmed))
        #expect(moves(account, proof).contains(.enrollConfirmed))
    }

    @Test
    func `the delay of the settings decides when a session is a browser`() {
        var account = Self.account([.password])
        account.policy.delay = 24 * 3600
        let session = Ladder.Session(id: "own", openedAt: Self.time(-24 * 3600), openedBy: [.password])
        #expect(moves(account, .ways([.password], session: session)).contains(.enrollConfirmed))
    }

    @Test(arguments: [
        Ladder.Passkey.Status.unconfirmed(by: .mail, until: now), .confirmed(until: now),
    ])
    func `an added passkey removes others exactly from the time at which it settles`(status: Ladder.Passkey.Status) {
        let account = Self.account([.mail], passkeys: [Self.first, Ladder.Passkey(id: "added", status: status)])
        #expect(moves(account, .passkey("added"), at: Self.time(-1)) == [])
        #expect(moves(account, .passkey("added")).contains(.removePasskey("first")))
    }

    @Test
    func `an unconfirmed passkey is undone until it settles, and then it is removed`() {
        let added = Ladder.Passkey(id: "added", status: .unconfirmed(by: .phone, until: Self.now))
        let account = Self.account([.mail], passkeys: [added])
        let undo = Ladder.Move.undoPasskey("added", by: .way(.mail))
        #expect(moves(account, .ways([.mail]), at: Self.time(-1)).contains(undo))
        #expect(!moves(account, .ways([.mail])).contains(undo))
    }

    @Test
    func `a request enrolls exactly from the end of its delay`() {
        var account = Self.account([.mail], passkeys: [Self.first])
        account.requests = [.mail: Ladder.Request(askedAt: Self.time(-Self.delay), grantsAt: Self.now)]
        #expect(!moves(account, .ways([.mail]), at: Self.time(-1)).contains(.enrollAfterDelay(by: .mail)))
        #expect(moves(account, .ways([.mail])).contains(.enrollAfterDelay(by: .mail)))
    }

    @Test
    func `objections bar a way for 30 days, and are spent for as long`() {
        var account = Self.account([.mail, .phone], passkeys: [Self.first])
        account.requests = [.deviceKey: Ladder.Request(askedAt: Self.now, grantsAt: Self.time(Self.delay))]
        let objection = Ladder.Objection(by: .way(.mail), against: .phone, at: Self.time(-30 * 86_400))
        account.objections = [objection, objection]
        let object = Ladder.Move.cancelRequest(of: .deviceKey, by: .way(.mail))
        #expect(!moves(account, .ways([.phone]), at: Self.time(-1)).contains(.ask(by: .phone)))
        #expect(!moves(account, .ways([.mail]), at: Self.time(-1)).contains(object))
        #expect(moves(account, .ways([.phone])).contains(.ask(by: .phone)))
        #expect(moves(account, .ways([.mail])).contains(object))
    }

    @Test
    func `times at the ends of their range decide something`() {
        for end in [Int64.min, .max] {
            var account = Self.account(Set(Ladder.Way.allCases), passkeys: [Self.first])
            account.policy.delay = end
            account.sessions = [Ladder.Session(id: "other", openedAt: Timestamp(secondsSince1970: end))]
            #expect(moves(account, .passkey("first"), at: Timestamp(secondsSince1970: end)).contains(.enrollSettled))
        }
    }

    // MARK: Settings

    @Test
    func `a mailed reset takes effect at once only where the setting says so, and never beside a passkey`() {
        var account = Self.account([.password, .mail])
        #expect(!moves(account, .ways([.mail])).contains(.resetPassword))
        account.policy.resetsPasswordAtOnce = true
        #expect(moves(account, .ways([.mail])).contains(.resetPassword))
        account.passkeys = [Self.first]
        #expect(!moves(account, .ways([.mail])).contains(.resetPassword))
    }

    @Test
    func `a barred mailbox resets nothing`() {
        var account = Self.account([.password, .mail])
        account.policy.resetsPasswordAtOnce = true
        account.objections = [Ladder.Objection(by: .confirmed, against: .mail, at: Self.now)]
        #expect(!moves(account, .ways([.mail])).contains(.resetPassword))
    }

    // MARK: What the model leaves out

    @Test
    func `a session alone acts as the ways that opened it until the delay has passed`() {
        let account = Self.account([.password, .mail], passkeys: [Self.first])
        let session = Ladder.Session(id: "own", openedAt: Self.now, openedBy: [.password])
        #expect(moves(account, .ways([], session: session)) == [.ask(by: .password)])
        #expect(moves(account, .ways([.mail], session: session)).contains(.enrollConfirmed))
    }

    @Test
    func `a recent session adds no passkey by the ways beside it`() {
        var proof = Self.recent
        proof.ways = [.password]
        let allowed = moves(Self.account([.password], passkeys: [Self.first]), proof)
        #expect(!allowed.contains(.enrollUnconfirmed(by: .password)))
    }

    @Test
    func `any settled passkey removes any other`() {
        let account = Self.account([], passkeys: [Self.first, Self.second])
        #expect(
            moves(account, .passkey("second")).isSuperset(of: [.removePasskey("first"), .removePasskey("second")]))
    }

    @Test
    func `another browser objects to the request of a browser`() {
        var account = Self.account([.browser], passkeys: [Self.first])
        account.requests = [
            .browser: Ladder.Request(askedAt: Self.now, grantsAt: Self.time(Self.delay), session: "asking")
        ]
        let object = Ladder.Move.cancelRequest(of: .browser, by: .way(.browser))
        for (id, mayObject) in [("asking", false), ("another", true)] {
            let session = Ladder.Session(id: id, openedAt: Self.time(-Self.delay))
            #expect(moves(account, .ways([], session: session)).contains(object) == mayObject)
        }
    }

    @Test
    func `a browser alone ends sessions that are younger than itself, and none that is older`() {
        var account = Self.account([.browser], passkeys: [Self.first])
        let own = Ladder.Session(id: "own", openedAt: Self.time(-3 * Self.delay))
        for (age, endsIt) in [(Int64(2), true), (4, false)] {
            account.sessions = [own, Ladder.Session(id: "other", openedAt: Self.time(-age * Self.delay))]
            #expect(moves(account, .ways([], session: own)).contains(.endLaterSessions) == endsIt)
        }
    }

    @Test
    func `a recent session adds an unconfirmed passkey, ends other sessions, and keeps the last passkey`() {
        var account = Self.account([], passkeys: [Self.first])
        #expect(
            moves(account, Self.recent) == [
                .signIn(by: .browser), .enrollUnconfirmed(by: .browser), .ask(by: .browser), .signOutEverywhereElse,
            ])
        account.passkeys.append(Self.second)
        #expect(moves(account, Self.recent).contains(.removePasskey("second")))
    }

    @Test
    func `a recent session and the password are not two kinds`() {
        var proof = Self.recent
        proof.ways = [.password]
        #expect(!moves(Self.account([.password], passkeys: [Self.first]), proof).contains(.enrollConfirmed))
    }

    @Test
    func `the session of a password does not change the password without it`() {
        let account = Self.account([.password])
        let session = Ladder.Session(id: "own", openedAt: Self.now, openedBy: [.password])
        #expect(!moves(account, .ways([], session: session)).contains(.changePassword))
        #expect(moves(account, .ways([.password], session: session)).contains(.changePassword))
    }

    @Test(arguments: [
        (Ladder.Proof.passkey("first"), true), (.ways([.mail, .savedCodes]), true), (.ways([.mail, .phone]), false),
        (.administratorsCode, false), (recent, false),
    ])
    func `a first password is set by whoever confirms`(proof: Ladder.Proof, isAllowed: Bool) {
        var account = Self.account([.mail, .phone, .savedCodes], passkeys: [Self.first])
        #expect(Ladder.maySetPassword(of: account, by: proof, at: Self.now) == isAllowed)
        account.ways.insert(.password)
        #expect(!Ladder.maySetPassword(of: account, by: proof, at: Self.now))
    }

    @Test
    func `the password goes only where a settled passkey and one more way are left`() {
        let unsettled = Ladder.Passkey(id: "second", status: .confirmed(until: Self.time(1)))
        let proof = Ladder.Proof.passkey("first")
        func mayGo(_ account: Ladder.Account, _ proof: Ladder.Proof) -> [Bool] {
            [.removePassword, .disablePassword].map(moves(account, proof).contains)
        }
        #expect(mayGo(Self.account([.password], passkeys: [Self.first]), proof) == [false, false])
        #expect(mayGo(Self.account([.password], passkeys: [Self.first, unsettled]), proof) == [false, false])
        #expect(mayGo(Self.account([.password], passkeys: [Self.first, Self.second]), proof) == [true, true])
        var account = Self.account([.password, .mail], passkeys: [Self.first])
        #expect(mayGo(account, proof) == [true, true])
        #expect(mayGo(account, .ways([.password, .mail])) == [true, true])
        #expect(mayGo(account, .ways([.password])) == [false, false])
        account.policy.recoversByMail = false
        #expect(mayGo(account, proof) == [false, false])
    }

    @Test
    func `a password that is switched off is switched on again, not set`() {
        var account = Self.account([.mail], passkeys: [Self.first])
        account.isPasswordDisabled = true
        let allowed = moves(account, .passkey("first"))
        #expect(allowed.isSuperset(of: [.enablePassword, .removePassword]))
        #expect(allowed.isDisjoint(with: [.disablePassword, .setFirstPassword]))
        #expect(moves(account, .ways([.mail])).isDisjoint(with: [.enablePassword, .removePassword]))
    }

    @Test
    func `adding a passkey and replacing the password are read off the moves`() {
        let account = Self.account([.password, .mail], passkeys: [Self.first])
        let answers = [Ladder.Proof.passkey("first"), .ways([.password, .mail]), .ways([.password]), Self.recent].map {
            [
                Ladder.mayAddPasskey(to: account, by: $0, at: Self.now),
                Ladder.mayReplacePassword(of: account, by: $0, at: Self.now),
            ]
        }
        #expect(answers == [[true, true], [true, true], [false, false], [true, false]])
    }
}
