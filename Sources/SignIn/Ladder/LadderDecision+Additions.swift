// SPDX-License-Identifier: Apache-2.0

/// Acts that the model leaves out. They need the same proof as what it has: each is confirmed, by a settled passkey that
/// was used for it or by two kinds, but for what a recent session removes.
extension LadderDecision {
    var additions: Set<Ladder.Move> {
        passwordSettings.union(removalsInRecentSession)
    }

    private var passwordSettings: Set<Ladder.Move> {
        guard evidence.isConfirmed else { return [] }
        let hasPassword = account.ways.contains(.password)
        var moves: Set<Ladder.Move> = []
        if !hasPassword && !account.isPasswordDisabled { moves.insert(.setFirstPassword) }
        guard canDoWithoutPassword else { return moves }
        if hasPassword { moves.formUnion([.removePassword, .disablePassword]) }
        if account.isPasswordDisabled { moves.formUnion([.removePassword, .enablePassword]) }
        return moves
    }

    /// Whether a settled passkey is left, and one more way: an address that brings its owner back, or another passkey.
    private var canDoWithoutPassword: Bool {
        let passkeys = account.settledPasskeys(at: now).count
        return passkeys > 1 || (passkeys == 1 && account.policy.recoversByMail && account.isSettled(.mail, at: now))
    }

    /// What a recent session removes: any passkey but the last settled one.
    private var removalsInRecentSession: Set<Ladder.Move> {
        let settled = account.settledPasskeys(at: now)
        return evidence.isRecent && settled.count > 1 ? Set(settled.map { .removePasskey($0.id) }) : []
    }
}
