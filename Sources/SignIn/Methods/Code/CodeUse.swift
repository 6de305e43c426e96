// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// The changes of a sign-in with a code: it uses the code up, and proves the address, if nobody had.
struct CodeUse: SignInChange {
    let proof: AddressProof
    let sender: RequestSender
    let time: Timestamp
    /// Whether what the account has stays. Otherwise everything ends and is removed but what the user has seen and kept.
    var keepsEverything = true
    /// The IDs of ways in, sessions and applications that the user has seen and kept.
    var kept: Set<String> = []
    /// The new account for which another one loses the address.
    var releasesFor: UserID?

    var accountDetails: JSONObject { ["passkey": false] }

    init(_ proof: AddressProof, by sender: RequestSender, at time: Timestamp) {
        self.proof = proof
        self.sender = sender
        self.time = time
    }

    /// Another account loses the address before this one is stored.
    func take(in transaction: any StorageTransaction) throws {
        try proof.take(in: transaction, at: time)
        guard let releasesFor else { return }
        try transaction.release(proof.address, for: releasesFor, by: sender, at: time)
    }

    func store(for signIn: SignIn, in transaction: any StorageTransaction) throws {
        let user = signIn.user
        guard !signIn.isNewAccount else {
            return try transaction.events.insert(signIn.verification(of: proof.address))
        }
        guard let current = try transaction.users.find(user.id),
            let identifier = current[proof.address.kind], identifier.normalized == proof.address.normalized
        else { throw SignInFailure.code(.mismatch(.nobody, by: proof.address.kind)) }
        if !keepsEverything { try removeOthers(of: current, for: signIn, in: transaction, at: time) }
        guard !identifier.isVerified else { return }
        try transaction.users.apply(
            .identifiers(current.identifiers(proving: proof.address, at: time)), to: user.id, at: time)
        try transaction.events.insert(signIn.verification(of: proof.address))
    }

    func leaving(_ ways: StandingWays) -> StandingWays {
        var ways = ways
        ways.user.identifiers = ways.user.identifiers(proving: proof.address, at: time)
        guard !keepsEverything else { return ways }
        ways.passkeys = ways.passkeys.filter { kept.contains($0.id.rawValue) }
        if !kept.contains(ways.user.id.passwordWay.id) { ways.password = nil }
        ways.deviceKeys = ways.deviceKeys.filter { kept.contains($0.id.rawValue) }
        return ways
    }

    /// Removes what the user has not kept, and what was added since the user has seen the list. An account that may be
    /// somebody else's is not the address's to change (L11).
    private func removeOthers(
        of user: User, for signIn: SignIn, in transaction: any StorageTransaction, at time: Timestamp
    ) throws {
        let passkeys = try transaction.passkeys.list(of: user.id)
        guard !user.isHeld(besides: proof.address.kind, by: passkeys, at: time) else {
            throw SignInFailure.modifiedConcurrently
        }
        for passkey in passkeys where !kept.contains(passkey.id.rawValue) {
            try transaction.remove(passkey, at: time)
            try transaction.events.insert(signIn.event(.passkeyRemoved, details: passkey.eventDetails))
        }
        if try !kept.contains(user.id.passwordWay.id) && transaction.passwords.find(of: user.id) != nil {
            try transaction.endOpened(by: user.id.passwordWay, of: user.id, at: time)
            try transaction.passwords.remove(of: user.id)
            try transaction.events.insert(signIn.event(.passwordRemoved))
        }
        for key in try transaction.deviceKeys.list(of: user.id) where !kept.contains(key.id.rawValue) {
            try transaction.remove(key, at: time)
            try transaction.events.insert(signIn.event(.deviceKeyRemoved, details: key.eventDetails))
        }
        for session in try transaction.sessions.list(of: user.id) where !kept.contains(session.id.rawValue) {
            try transaction.end(session, by: .sessionRevoked, at: time)
        }
        for token in try transaction.refreshTokens.list(of: user.id) where !kept.contains(token.family.rawValue) {
            try transaction.refreshTokens.remove(token.family)
        }
        try transaction.users.apply(.newTokenGeneration, to: user.id, at: time)
    }

    func discard(because failure: SignInFailure) {}
}

extension SignIn {
    /// The event of an address that the user has proven.
    func verification(of address: SentCode.Address) -> AuditEvent {
        event(.identifierVerified, details: ["kind": .string(address.kind.rawValue), "by": "code"])
    }
}
