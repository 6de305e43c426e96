// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// What a proof is worth in an account at a time.
struct LadderEvidence {
    /// The settled ways that it proves.
    let settled: Set<Ladder.Way>
    /// The ways that may act alone: the settled ones, and the browser of a recent session.
    let acting: Set<Ladder.Way>
    /// The ways that it proves, settled or not, without those that only count as another.
    let shown: Set<Ladder.Way>
    /// Whether a settled passkey was used for the act.
    let isStrong: Bool
    /// Whether a settled passkey has opened the session just now.
    let isRecent: Bool

    init(of proof: Ladder.Proof, for account: Ladder.Account, at now: Timestamp) {
        let passkeys = Set(account.settledPasskeys(at: now).map(\.id))
        // L19: a removed passkey is not among them.
        isStrong = proof.passkey.map(passkeys.contains) ?? false
        // L11: an unconfirmed passkey's session is no better than the passkey.
        isRecent = proof.isRecent && (proof.session?.passkey.map(passkeys.contains) ?? false)

        var shown = proof.ways.subtracting([.browser]).intersection(account.ways)
        var browser: Set<Ladder.Way> = []
        if let session = proof.session {
            // L4: until the delay has passed, what a way gave counts as that way and is no second one.
            if session.isSettled(at: now, delay: account.policy.delay) {
                browser = [.browser]
            } else {
                shown.formUnion(session.openedBy.subtracting([.browser]).intersection(account.ways))
            }
        }
        self.shown = shown
        // L11: nor does an unconfirmed way prove anything.
        settled = shown.filter { account.isSettled($0, at: now) }.union(browser)
        acting = isRecent ? settled.union([.browser]) : settled
    }

    /// L3: one way of each kind. L16: a browser is one of the two only with a way that is kept; with a passkey, it is the
    /// passkey that confirms.
    var isTwoKinds: Bool {
        !settled.isDisjoint(with: Ladder.Way.reached) && !settled.isDisjoint(with: Ladder.Way.kept)
    }

    var isConfirmed: Bool { isStrong || isTwoKinds }
}

extension Ladder.Way {
    static let reached: Set = [mail, phone, browser, deviceKey]
    static let kept: Set = [password, savedCodes]
    /// A sheet of codes hears of nothing, so it does not object.
    static let hearing: Set = [password, mail, phone, browser, deviceKey]
    /// Those that take an addition back, in the order in which they do.
    static let undoing = [browser, password, deviceKey, mail, phone]
    static let replaceable: Set = [password, mail, phone, savedCodes]
}
