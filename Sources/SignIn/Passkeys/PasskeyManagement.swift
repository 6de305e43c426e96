// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnVerification
package import WireFormats

/// Lists, renames and removes the passkeys of a signed-in user.
package struct PasskeyManagement: Sendable {
    /// The most passkeys that an account may have, as in Auth0.
    package static let limit = 20

    private let accounts: AccountStorage
    /// Verifies the passkeys that confirm removals.
    private let ceremonies: CeremonyService?

    package init(accounts: AccountStorage, ceremonies: CeremonyService? = nil) {
        self.accounts = accounts
        self.ceremonies = ceremonies
    }

    /// Lists the account's passkeys, with what a page at the owner's host may signal to the device.
    package func list(
        of owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasskeyList {
        guard let domain = configuration.domain(at: owner.host) else { throw .ceremony(.belongsElsewhere) }
        let time = accounts.now()
        let (account, isAdditionAllowed) = try await accounts.read { snapshot in
            let account = try Account(owner, in: snapshot)
            let password = try snapshot.passwords.find(of: owner.user)
            let standing = try? account.requirePasskeyAddition(by: owner, password: password, at: time)
            return (account, standing != nil)
        }
        let signal = PasskeySignal(
            account, relyingPartyID: domain.relyingPartyID, userHandle: account.user.handle,
            names: account.names(in: configuration))
        return PasskeyList(
            user: account.user, passkeys: account.passkeys, waysIn: account.waysIn,
            onlyWayIn: account.passkeys.first { !account.canDoWithout($0, in: configuration, at: time) }?.id,
            isAdditionAllowed: isAdditionAllowed, signal: signal)
    }

    /// Whether the user may add a passkey after a sign-in: the first one, or one more after a sign-in with one that has
    /// settled, if there is room for it.
    package func mayEnroll(after signIn: SignIn) async throws(SignInFailure) -> Bool {
        let (user, ways, change, time) = (signIn.user, signIn.ways, signIn.change, accounts.now())
        return try await accounts.read { snapshot in
            let standing = change.leaving(
                StandingWays(
                    user: user, passkeys: try snapshot.passkeys.list(of: user.id),
                    password: try snapshot.passwords.find(of: user.id),
                    deviceKeys: try snapshot.deviceKeys.list(of: user.id)))
            let passkeys = standing.passkeys
            guard
                passkeys.isEmpty
                    || passkeys.count < Self.limit
                        && passkeys.contains(where: { ways.contains($0.id.way) && $0.hasSettled(at: time) })
            else { return false }
            guard !passkeys.isEmpty || standing.password != nil || !standing.deviceKeys.isEmpty else { return true }
            let account = Ladder.Account(
                standing.user, passkeys: passkeys, password: standing.password, deviceKeys: standing.deviceKeys,
                objections: try snapshot.objections.list(of: user.id), at: time)
            return Ladder.mayAddPasskey(
                to: account, by: Ladder.Proof(signedInWith: ways, since: time), in: ways, at: time)
        }
    }

    /// Returns one passkey of the account.
    package func find(_ id: PasskeyID, of owner: AccountOwner) async throws(SignInFailure) -> Passkey {
        try await accounts.read { try Account(owner, in: $0).passkey(id) }
    }

    /// Renames a passkey, or removes its name.
    package func rename(
        _ id: PasskeyID, to name: String?, of owner: AccountOwner, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> RenamedPasskey {
        let name = try PasskeyName.read(name)
        let time = accounts.now()
        return try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            var passkey = try account.passkey(id)
            passkey.name = name
            try transaction.passkeys.rename(passkey.id, to: name)
            try transaction.events.insert(
                owner.event(.passkeyRenamed, at: time, details: passkey.eventDetails))
            return RenamedPasskey(
                passkey: passkey,
                signal: PasskeySignal(account, after: passkey, names: account.names(in: configuration)))
        }
    }

    /// Removes a passkey with the sessions that it opened, and revokes the access tokens that were issued before.
    ///
    /// With `endingAll`, all sessions of the account end. The last way into the account cannot be removed. A superseded
    /// passkey is still valid, so it counts.
    package func remove(
        _ id: PasskeyID, of owner: AccountOwner, proving proof: PasskeyProof? = nil,
        endingAll isEndingAll: Bool = false, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasskeySignal {
        guard let proof, let ceremonies else {
            return try await remove(id, of: owner, confirmedBy: nil, endingAll: isEndingAll, in: configuration)
        }
        _ = try await accounts.read { try Account(owner, in: $0).passkey(id) }
        let confirmed = try await Confirmation(ceremonies: ceremonies).judge(
            proof, of: .removePasskey, by: owner, in: configuration)
        do throws(SignInFailure) {
            return try await remove(id, of: owner, confirmedBy: confirmed, endingAll: isEndingAll, in: configuration)
        } catch {
            await confirmed.discard(because: error)
            throw error
        }
    }

    private func remove(
        _ id: PasskeyID, of owner: AccountOwner, confirmedBy confirmed: ConfirmedByPasskey?,
        endingAll isEndingAll: Bool, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasskeySignal {
        let time = accounts.now()
        return try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            let passkey = try account.passkey(id)
            if let confirmed {
                try confirmed.take(for: account, in: transaction, at: time)
            } else {
                try owner.requireRecentSignIn(to: account, at: time)
            }
            guard account.canDoWithout(passkey, in: configuration, at: time) else { throw SignInFailure.passkey(.last) }
            let (password, removal) = (
                try transaction.passwords.find(of: owner.user), try transaction.passwords.findRemoval(of: owner.user)
            )
            let objection = try account.requireRemoval(
                of: passkey, endingAll: isEndingAll, confirmedBy: confirmed, by: owner, password: password, at: time)
            // What the end of the password rests on stays.
            let isPasswordOver = password.map(\.isDisabled) ?? (removal?.sealed != nil)
            let settled = account.settledPasskeys(at: time).count
            guard !isPasswordOver || !passkey.hasSettled(at: time) || settled > 2 else {
                throw SignInFailure.password(.wayInRequired(missing: "another passkey that is three days old"))
            }
            let others = try objection.map { try transaction.object($0, in: account, except: id.way, at: time) }
            let ended = try transaction.remove(passkey, endingAll: isEndingAll, at: time)
            for other in others?.passkeys ?? [] {
                try transaction.events.insert(owner.event(.passkeyRemoved, at: time, details: other.eventDetails))
            }
            for other in others?.deviceKeys ?? [] {
                try transaction.events.insert(owner.event(.deviceKeyRemoved, at: time, details: other.eventDetails))
            }
            var details = passkey.eventDetails
            details["families"] = .number(JSONNumber(Int64(ended)))
            try transaction.events.insert(
                owner.event(.passkeyRemoved, at: time, details: details))
            try accounts.notices.insert(
                ChangeNotice(.passkeyRemoved, at: time, by: owner, confirmedBy: confirmed == nil ? nil : .passkey),
                about: account.user, in: transaction)
            let rest = try Account(owner.user, in: transaction)
            var signal = PasskeySignal(rest, after: passkey, names: rest.names(in: configuration))
            signal.unknownCredential = PasskeySignal.UnknownCredential(
                relyingPartyID: passkey.origin.relyingPartyID, credentialID: passkey.origin.credentialID)
            return signal
        }
    }
}

extension Account {
    func requireRoom() throws(SignInFailure) {
        guard passkeys.count < PasskeyManagement.limit else { throw .passkey(.tooMany(limit: PasskeyManagement.limit)) }
    }
}

extension StorageTransaction {
    /// Removes a passkey with the browser sessions and families of refresh tokens that it opened, or with all of its
    /// owner's. Access tokens from before are revoked, because one of them could add the passkey again. Returns how
    /// many families ended.
    package func remove(_ passkey: Passkey, endingAll isEndingAll: Bool, at time: Timestamp) throws -> Int {
        let families = { Set(try refreshTokens.list(of: passkey.owner).map(\.family)).count }
        let before = try families()
        try remove(passkey, at: time)
        if isEndingAll {
            try endSessions(of: passkey.owner, by: .sessionRevoked, at: time)
            try refreshTokens.removeAll(of: passkey.owner)
        }
        try users.apply(.newTokenGeneration, to: passkey.owner, at: time)
        return before - (try families())
    }
}

/// A renamed passkey, with what the client should signal to the user's devices.
package struct RenamedPasskey: Sendable {
    package let passkey: Passkey
    package let signal: PasskeySignal
}

/// The passkeys of an account.
package struct PasskeyList: Sendable {
    package let user: User
    /// Oldest first.
    package let passkeys: [Passkey]
    /// All ways into the account.
    package let waysIn: [WayReference]
    /// The passkey without which the user could not sign in again, if it is one.
    package let onlyWayIn: PasskeyID?
    /// Whether the ladder lets the owner's sign-in add one.
    package let isAdditionAllowed: Bool
    package let signal: PasskeySignal

    /// Whether the account has as many passkeys as it may have.
    package var isFull: Bool { passkeys.count >= PasskeyManagement.limit }

    /// Whether the passkey stays until newer ones have settled.
    package func isOnlySettled(_ passkey: Passkey, at time: Timestamp) -> Bool {
        passkeys.count > 1 && passkeys.filter { $0.hasSettled(at: time) }.map(\.id) == [passkey.id]
    }
}

extension Passkey {
    /// The details of the passkey in an audit event.
    package var eventDetails: JSONObject { ["passkey": .string(id.rawValue)] }
}
