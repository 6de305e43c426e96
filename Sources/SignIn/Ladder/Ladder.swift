// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The recovery ladder: what a proof allows its user to change about the ways into an account.
///
/// It is the function `moves` of the model `Tests/SignInTests/Ladder/ladder-model.py`, which plays an owner against a
/// thief in every small account and shows which rule stops which theft. The rules have the model's numbers, L1 to L22.
/// L5 and L22, which inform others, L13, L20, and the 30 days of L7 and L8 are for the use cases that ask it.
///
/// The model leaves this out, and the ladder treats it as follows:
/// - *Several passkeys*: the model has a first one, and one that each side adds. Any settled passkey counts as the first.
/// - *Several ways of one kind*, such as two device keys, are one way, with one budget of objections. A proof names the
///   kind only if the way that was used is settled. Browsers are told apart by their sessions.
/// - *An absent owner*: whatever nobody objects to settles when its delay has passed.
/// - *30 days*: an objection counts for that long, from the time it was made.
/// - *The last way*: whether a removal leaves an account without a way in is for the caller to ask.
/// - Acts that only the product knows: see `LadderDecision+Additions.swift`.
package enum Ladder {
    /// Everything that the proof allows in the account at that time.
    package static func moves(in account: Account, by proof: Proof, at now: Timestamp) -> Set<Move> {
        let decision = LadderDecision(account: account, proof: proof, now: now)
        return decision.signIns
            .union(decision.enrollments)
            .union(decision.requests)
            .union(decision.objections)
            .union(decision.removals)
            .union(decision.replacements)
            .union(decision.endedSessions)
            .union(decision.additions)
    }

    /// Whether the proof adds a passkey now, whatever rank it gets.
    package static func mayAddPasskey(to account: Account, by proof: Proof, at now: Timestamp) -> Bool {
        moves(in: account, by: proof, at: now).contains(where: \.addsPasskey)
    }

    /// Whether the proof changes the password to another that works at once. A mailed reset is not asked about.
    package static func mayReplacePassword(of account: Account, by proof: Proof, at now: Timestamp) -> Bool {
        !moves(in: account, by: proof, at: now).isDisjoint(with: [.replace(.password), .changePassword])
    }

    /// Whether the proof sets a password in an account without one.
    package static func maySetPassword(of account: Account, by proof: Proof, at now: Timestamp) -> Bool {
        moves(in: account, by: proof, at: now).contains(.setFirstPassword)
    }
}
