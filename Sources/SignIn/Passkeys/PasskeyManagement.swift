// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WebAuthnVerification
import WireFormats

/// What somebody who is signed in can do with their passkeys, beside enrolling another.
package struct PasskeyManagement: Sendable {
    /// How many passkeys an account may have; Auth0's limit.
    package static let limit = 20

    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// The account with its passkeys, oldest first, and what a page at the holder's host may tell the device.
    package func list(
        _ holder: AccountHolder, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasskeyList {
        guard let domain = configuration.domain(at: holder.host) else { throw .ceremony(.belongsElsewhere) }
        let account = try await ceremonies.read { try Account(holder, in: $0) }
        let signal = PasskeySignal(
            account, domain.relyingPartyID, account.user.handle, account.names(configuration))
        return PasskeyList(user: account.user, passkeys: account.passkeys, signal: signal)
    }

    /// One passkey of the account. Somebody else's is unknown.
    package func find(_ id: PasskeyID, of holder: AccountHolder) async throws(SignInFailure) -> Passkey {
        try await ceremonies.read { try Account(holder, in: $0).passkey(id) }
    }

    /// Gives a passkey a name, or takes it away.
    package func rename(
        _ id: PasskeyID, to name: String?, of holder: AccountHolder, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> (passkey: Passkey, signal: PasskeySignal) {
        let name = try PasskeyName.read(name)
        let time = ceremonies.now()
        return try await ceremonies.write { transaction in
            let account = try Account(holder, in: transaction)
            var passkey = try account.passkey(id)
            passkey.name = name
            try transaction.passkeys.rename(passkey.id, to: name)
            try transaction.events.insert(
                holder.auditContext.event(.passkeyRenamed, of: holder.user, at: time, passkey.eventDetails))
            return (passkey, PasskeySignal(account, changing: passkey, account.names(configuration)))
        }
    }

    /// Removes a passkey for good, with the sessions that it opened; on request with all others, and then tokens for the
    /// account that were issued before are void. The last one stays: there is no other way in yet. One that was superseded
    /// still opens the account, so it counts.
    package func remove(
        _ id: PasskeyID, of holder: AccountHolder, endingAll isEndingAll: Bool = false,
        in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> PasskeySignal {
        let time = ceremonies.now()
        return try await ceremonies.write { transaction in
            let account = try Account(holder, in: transaction)
            let passkey = try account.passkey(id)
            guard account.passkeys.count > 1 else { throw SignInFailure.lastCredential }
            let ended = try transaction.remove(passkey, endingAll: isEndingAll, at: time)
            var details = passkey.eventDetails
            details["families"] = .number(JSONNumber(Int64(ended)))
            try transaction.events.insert(
                holder.auditContext.event(.passkeyRemoved, of: holder.user, at: time, details))
            let rest = try Account(holder.user, in: transaction)
            var signal = PasskeySignal(rest, changing: passkey, rest.names(configuration))
            signal.unknownCredential = PasskeySignal.UnknownCredential(
                relyingPartyID: passkey.origin.relyingPartyID, credentialID: passkey.origin.credentialID)
            return signal
        }
    }
}

extension StorageTransaction {
    /// Removes a passkey with the families of refresh tokens that it opened, or with all of its owner's; returns how many
    /// families ended.
    func remove(_ passkey: Passkey, endingAll isEndingAll: Bool, at time: Timestamp) throws -> Int {
        let families = { Set(try refreshTokens.list(of: passkey.owner).map(\.family)).count }
        let before = try families()
        try passkeys.remove(passkey.id)
        if isEndingAll {
            try refreshTokens.removeAll(of: passkey.owner)
            try users.apply(.newTokenGeneration, to: passkey.owner, at: time)
        }
        return before - (try families())
    }
}

/// An account's passkeys.
package struct PasskeyList: Sendable {
    package let user: User
    /// Oldest first.
    package let passkeys: [Passkey]
    package let signal: PasskeySignal
}

extension Passkey {
    /// What an audit event says of it.
    var eventDetails: JSONObject { ["passkey": .string(id.rawValue)] }
}
