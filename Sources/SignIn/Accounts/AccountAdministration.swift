// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// What an operator does to somebody's account.
///
/// Whatever it is, all refresh tokens of the account are revoked in the same transaction: who is shut out is shut out at
/// once, and who is let in again signs in again.
package struct AccountAdministration: Sendable {
    /// What came of it.
    package struct Outcome: Hashable, Sendable {
        /// The account as it was before.
        package let user: User
        /// Whether the account is other than before; one that is blocked can be blocked again.
        package let isChanged: Bool
        /// How many sign-ins, with all refresh tokens that came from them, were ended.
        package let endedFamilies: Int
    }

    /// Nobody has this account.
    package struct UserUnknown: Error, Hashable {
        package let id: UserID
    }

    private let storage: any Storage
    private let now: @Sendable () -> Timestamp

    package init(storage: any Storage, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.storage = storage
        self.now = now
    }

    /// Fails with ``UserUnknown``, or with what the storage says.
    @discardableResult
    package func block(_ id: UserID) async throws -> Outcome {
        try await setBlocked(true, id, .userBlocked)
    }

    /// Fails with ``UserUnknown``, or with what the storage says.
    @discardableResult
    package func unblock(_ id: UserID) async throws -> Outcome {
        try await setBlocked(false, id, .userUnblocked)
    }

    /// Removes the account with all that belongs to it. Events stay, and go on naming it by its id.
    ///
    /// Fails with ``UserUnknown``, or with what the storage says.
    @discardableResult
    package func remove(_ id: UserID) async throws -> Outcome {
        let time = now()
        return try await storage.withTransaction { transaction in
            let tombstones = try transaction.refreshTokens.list(of: id).map { RefreshToken.Tombstone(of: $0, at: time) }
            let outcome = try Self.endFamilies(of: id, isChanged: { _ in true }, in: transaction)
            try transaction.users.remove(id)
            for tombstone in tombstones {
                try transaction.oneTime.take(tombstone.id, expiresAt: tombstone.expiresAt)
            }
            try Self.record(.userRemoved, outcome, at: time, in: transaction)
            return outcome
        }
    }

    /// Removes a passkey, the last one too, with the sessions that it opened or with all. Returns how many sessions ended.
    ///
    /// Fails with ``SignInFailure/passkeyUnknown`` if the account has none of this id, or with what the storage says.
    @discardableResult
    package func removePasskey(
        _ id: PasskeyID, of user: UserID, endingAll isEndingAll: Bool = false
    ) async throws -> Int {
        let time = now()
        return try await storage.withTransaction { transaction in
            guard let passkey = try transaction.passkeys.find(id), passkey.owner == user else {
                throw SignInFailure.passkeyUnknown
            }
            let ended = try transaction.remove(passkey, endingAll: isEndingAll, at: time)
            var event = AuditEvent(.passkeyRemoved, at: time)
            event.user = user
            event.details = passkey.eventDetails
            event.details["families"] = .number(JSONNumber(Int64(ended)))
            event.attributeToOperator(command: "users remove-passkey")
            try transaction.events.insert(event)
            return ended
        }
    }

    private func setBlocked(_ isBlocked: Bool, _ id: UserID, _ kind: AuditEvent.Kind) async throws -> Outcome {
        let time = now()
        return try await storage.withTransaction { transaction in
            let outcome = try Self.endFamilies(of: id, isChanged: { $0.isBlocked != isBlocked }, in: transaction)
            guard outcome.isChanged else { return outcome }
            try transaction.users.apply(.blocked(isBlocked), to: id, at: time)
            try Self.record(kind, outcome, at: time, in: transaction)
            return outcome
        }
    }

    private static func endFamilies(
        of id: UserID, isChanged: (User) -> Bool, in transaction: any StorageTransaction
    ) throws -> Outcome {
        guard let user = try transaction.users.find(id) else { throw UserUnknown(id: id) }
        let families = Set(try transaction.refreshTokens.list(of: id).map(\.family))
        try transaction.refreshTokens.removeAll(of: id)
        return Outcome(user: user, isChanged: isChanged(user), endedFamilies: families.count)
    }

    private static let commands: [AuditEvent.Kind: String] = [
        .userBlocked: "users block", .userUnblocked: "users unblock", .userRemoved: "users delete",
    ]

    private static func record(
        _ kind: AuditEvent.Kind, _ outcome: Outcome, at time: Timestamp, in transaction: any StorageTransaction
    ) throws {
        var event = AuditEvent(kind, at: time)
        event.user = outcome.user.id
        event.details = [
            "connection": .string(outcome.user.connection),
            "families": .number(JSONNumber(Int64(outcome.endedFamilies))),
        ]
        event.attributeToOperator(command: commands[kind] ?? "users")
        try transaction.events.insert(event)
    }
}
