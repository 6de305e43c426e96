// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// What the owner of an account can do about its password now, as the account page shows it. The acts themselves ask the
/// ladder again.
package struct PasswordChoices: Sendable {
    package let user: User
    package let stored: StoredPassword?
    /// Until when a removed password can be restored.
    package let restorableUntil: Timestamp?
    /// Whether a passkey can confirm changes.
    package let hasSettledPasskey: Bool
    /// Whether the current password is enough to change it in this session.
    package let acceptsCurrentPassword: Bool
    /// Whether the account has no way in yet but the session.
    package let needsNoProof: Bool
    /// Whether the account can do without the password.
    package let canDoWithout: Bool
    /// From when on the passkeys of the account settle, in order.
    package let passkeysSettleAt: [Timestamp]
}

extension PasswordChoices {
    /// Reads what the owner can do. The passkeys are those of a relying party: no other page can ask for them.
    package init(
        of owner: AccountOwner, at relyingPartyID: String?, in accounts: AccountStorage
    ) async throws(SignInFailure) {
        let time = accounts.now()
        self = try await accounts.read { snapshot in
            let account = try Account(owner, in: snapshot)
            let stored = try snapshot.passwords.find(of: owner.user)
            let removal = try snapshot.passwords.findRemoval(of: owner.user)
            let (sessions, tokens) = (
                try snapshot.sessions.list(of: owner.user), try snapshot.refreshTokens.list(of: owner.user)
            )
            let confirming = account.settledPasskeys(at: time).first { $0.origin.relyingPartyID == relyingPartyID }
            let byPassword = PasswordConfirmation(byPasskey: nil, byPassword: true)
            let isAccepted =
                (try? account.requirePasswordChange(
                    confirmedBy: byPassword, by: owner, replacing: stored, sessions: sessions, tokens: tokens, at: time))
                != nil
            return PasswordChoices(
                user: account.user, stored: stored,
                restorableUntil: removal.flatMap { $0.until > time && $0.isRestorable ? $0.until : nil },
                hasSettledPasskey: confirming != nil,
                acceptsCurrentPassword: stored != nil && isAccepted,
                needsNoProof: !account.hasWay(of: owner, besides: stored),
                canDoWithout: confirming.map { account.canDoWithoutPassword(stored, by: $0, at: time) } ?? false,
                passkeysSettleAt: account.passkeys.map { $0.unconfirmedUntil ?? $0.origin.createdAt }.sorted())
        }
    }
}

extension Account {
    /// Whether the ladder lets a passkey remove the password, or allow it again.
    fileprivate func canDoWithoutPassword(_ password: StoredPassword?, by passkey: Passkey, at time: Timestamp) -> Bool
    {
        let account = Ladder.Account(self, password: password, at: time)
        let moves = Ladder.moves(in: account, by: .passkey(passkey.id.rawValue), at: time)
        return moves.contains(.removePassword)
    }
}
