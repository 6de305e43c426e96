// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// What the owner of an account can do about its addresses now, as the account page shows it. The acts themselves ask the
/// ladder again.
package struct AddressChoices: Sendable {
    /// What another address needs.
    package enum Need: Hashable, Sendable {
        /// The session is enough.
        case nothing
        /// A passkey, used for the change, or the current password where it counts in this session.
        case confirmation(byPasskey: Bool, byPassword: Bool)
        /// The owner has nothing yet that confirms it.
        case passkey
    }

    package let user: User
    /// What another address needs.
    package let needs: [Identifier.Kind: Need]
    /// The kinds whose address, which is not proven yet, needs nothing but a code.
    package let confirmable: Set<Identifier.Kind>
}

extension AddressChoices {
    /// Reads what the owner can do. The passkeys are those of a relying party: no other page can ask for them.
    package init(
        of owner: AccountOwner, at relyingPartyID: String?, in accounts: AccountStorage
    ) async throws(SignInFailure) {
        let time = accounts.now()
        self = try await accounts.read { snapshot in
            let account = try Account(owner, in: snapshot)
            let stored = try StoredWays(of: owner, in: snapshot)
            let passkey = account.settledPasskeys(at: time).first { $0.origin.relyingPartyID == relyingPartyID }
            var needs: [Identifier.Kind: Need] = [:]
            var confirmable: Set<Identifier.Kind> = []
            for kind in [Identifier.Kind.email, .phoneNumber] {
                let allows = { (new: Identifier, confirmation: AddressConfirmation) in
                    account.standing(of: new, confirmedBy: confirmation, by: owner, with: stored, at: time) != nil
                }
                // Any other than the account has.
                let other = Identifier(kind: kind, value: "", normalized: "")
                if let own = account.user[kind], allows(own, .nothing) { confirmable.insert(kind) }
                if allows(other, .nothing) {
                    needs[kind] = .nothing
                } else {
                    let byPassword = stored.password?.isDisabled == false && allows(other, .password)
                    needs[kind] =
                        passkey != nil || byPassword
                        ? .confirmation(byPasskey: passkey != nil, byPassword: byPassword) : .passkey
                }
            }
            return AddressChoices(user: account.user, needs: needs, confirmable: confirmable)
        }
    }
}

/// The ways of an account that `Account` lacks.
struct StoredWays: Sendable {
    let password: StoredPassword?
    let sessions: [BrowserSession]
    let tokens: [RefreshToken]
}

/// What confirms another address.
enum AddressConfirmation: Sendable {
    case nothing
    case password
    /// A settled passkey that was used for the change.
    case passkey(String)

    var isByPasskey: Bool { if case .passkey = self { true } else { false } }
}

extension Account {
    /// Asks the ladder whether the owner may give the account another address, and how it would stand; `nil` if not.
    ///
    /// An address is replaced when that is confirmed (L17), also one that nobody has proven: its owner may sign in with it.
    /// It is proven, and a first one is added, like another way in: at once if that is confirmed, otherwise it proves
    /// nothing before the delay has passed (L11), and not at all where the session adds no way in (L15).
    func standing(
        of new: Identifier, confirmedBy confirmation: AddressConfirmation, by owner: AccountOwner,
        with stored: StoredWays, at time: Timestamp
    ) -> Standing? {
        var account = Ladder.Account(self, password: stored.password, sessions: stored.sessions, at: time)
        account.countApplications(stored.tokens, at: time)
        var proof = owner.proof(to: self, at: time)
        switch confirmation {
        case .nothing: break
        case .password: proof.ways = [.password]
        case .passkey(let id): proof.passkey = id
        }
        let moves = Ladder.moves(in: account, by: proof, at: time)
        let isConfirmed = moves.contains(.enrollSettled) || moves.contains(.enrollConfirmed)
        // Nothing is older than the session of the sign-up.
        if isConfirmed || !hasWay(of: owner, besides: stored.password) { return .settled }
        if let old = user[new.kind], old.isVerified || old.address(in: "") != new.address(in: "") { return nil }
        guard Ladder.mayAddPasskey(to: account, by: proof, in: owner.ways(of: self, at: time), at: time) else {
            return nil
        }
        return .unconfirmed(by: owner.ways(of: self, at: time), at: time)
    }
}
