// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import WireFormats

/// An operator's changes to a user's account.
///
/// Blocking, unblocking and removing an account end all of its browser sessions and revoke all of its refresh tokens in
/// the same transaction. A blocked user is locked out at once, and an unblocked user signs in again.
package struct AccountAdministration: Sendable {
    /// The result of a change.
    package struct Change: Hashable, Sendable {
        /// The account before the change.
        package let user: User
        /// Whether the account changed. Blocking a blocked account changes nothing.
        package let isChanged: Bool
        /// The number of sign-ins that ended, with all of their refresh tokens.
        package let endedFamilies: Int
    }

    /// The account does not exist.
    package struct UserUnknown: Error, Hashable {
        package let id: UserID
    }

    private let storage: any Storage
    private let now: @Sendable () -> Timestamp

    package init(storage: any Storage, now: @escaping @Sendable () -> Timestamp = { .now() }) {
        self.storage = storage
        self.now = now
    }

    /// Throws ``UserUnknown`` or an error of the storage.
    @discardableResult
    package func block(_ id: UserID) async throws -> Change {
        try await setBlocked(true, for: id, recording: .userBlocked)
    }

    /// Throws ``UserUnknown`` or an error of the storage.
    @discardableResult
    package func unblock(_ id: UserID) async throws -> Change {
        try await setBlocked(false, for: id, recording: .userUnblocked)
    }

    /// Keeps an account whose user has asked for its deletion.
    ///
    /// Throws ``UserUnknown`` or an error of the storage.
    @discardableResult
    package func keep(_ id: UserID) async throws -> Change {
        let time = now()
        return try await storage.withTransaction { transaction in
            guard let user = try transaction.users.find(id) else { throw UserUnknown(id: id) }
            let change = Change(user: user, isChanged: user.deletesAt != nil, endedFamilies: 0)
            guard change.isChanged else { return change }
            try transaction.users.apply(.deletion(at: nil), to: id, at: time)
            try Self.record(.userDeletionCanceled, of: change, at: time, in: transaction)
            return change
        }
    }

    /// Gives users the whole delay again to keep their accounts, because a restored backup doesn't know who has done it
    /// since. Returns how many accounts are going to be erased.
    package func restartDeletions() async throws -> Int {
        let time = now().advanced(by: AccountDeletion.delay)
        return try await storage.withTransaction { try $0.users.postponeDeletions(until: time) }
    }

    /// Removes the account with everything that belongs to it. Audit events remain, and refer to it by its id.
    ///
    /// Throws ``UserUnknown`` or an error of the storage.
    @discardableResult
    package func remove(_ id: UserID) async throws -> Change {
        let time = now()
        return try await storage.withTransaction { transaction in
            let user = try Self.find(id, in: transaction)
            let tombstones = try transaction.refreshTokens.list(of: id).map { RefreshToken.Tombstone(of: $0, at: time) }
            let change = try Self.endFamilies(
                of: user, isChanged: true, by: .accountDeleted, in: transaction, at: time)
            try transaction.users.remove(id)
            for tombstone in tombstones {
                try transaction.oneTime.consume(tombstone.id, expiresAt: tombstone.expiresAt)
            }
            try Self.record(.userRemoved, of: change, at: time, in: transaction)
            return change
        }
    }

    /// Removes a passkey, even the last one, with the sessions that it opened or with all sessions. Returns how many
    /// ended.
    ///
    /// Throws ``SignInFailure/passkeyUnknown`` if the account has no such passkey, or an error of the storage.
    @discardableResult
    package func removePasskey(
        _ id: PasskeyID, of user: UserID, endingAll isEndingAll: Bool = false
    ) async throws -> Int {
        let time = now()
        return try await storage.withTransaction { transaction in
            guard try transaction.users.find(user) != nil, let passkey = try transaction.passkeys.find(id),
                passkey.owner == user
            else { throw SignInFailure.passkey(.unknown) }
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

    /// Ends one browser session of an account, or all of them, with the refresh tokens that end with them. Returns how
    /// many there were.
    ///
    /// Throws ``UserUnknown`` or an error of the storage.
    @discardableResult
    package func endSessions(of user: UserID, only id: BrowserSession.ID? = nil) async throws -> Int {
        let time = now()
        return try await storage.withTransaction { transaction in
            guard try transaction.users.find(user) != nil else { throw UserUnknown(id: user) }
            let ended = try transaction.sessions.list(of: user).filter { id == nil || $0.id == id }
            for session in ended {
                try transaction.end(session, by: .sessionRevoked, at: time)
                var event = AuditEvent(.sessionEnded, at: time)
                event.user = user
                event.details = session.id.eventDetails
                event.attributeToOperator(command: "users end-sessions")
                try transaction.events.insert(event)
            }
            return ended.count
        }
    }

    private func setBlocked(
        _ isBlocked: Bool, for id: UserID, recording kind: AuditEvent.Kind
    ) async throws -> Change {
        let time = now()
        return try await storage.withTransaction { transaction in
            let user = try Self.find(id, in: transaction)
            let change = try Self.endFamilies(
                of: user, isChanged: user.isBlocked != isBlocked, by: .accountDeactivated, in: transaction, at: time)
            guard change.isChanged else { return change }
            try transaction.users.apply(.blocked(isBlocked), to: id, at: time)
            try Self.record(kind, of: change, at: time, in: transaction)
            return change
        }
    }

    private static func find(_ id: UserID, in transaction: any StorageTransaction) throws -> User {
        guard let user = try transaction.users.find(id) else { throw UserUnknown(id: id) }
        return user
    }

    private static func endFamilies(
        of user: User, isChanged: Bool, by initiator: BackchannelLogout.Initiator,
        in transaction: any StorageTransaction, at time: Timestamp
    ) throws -> Change {
        let families = Set(try transaction.refreshTokens.list(of: user.id).map(\.family))
        try transaction.endSessions(of: user.id, by: initiator, at: time)
        try transaction.refreshTokens.removeAll(of: user.id)
        return Change(user: user, isChanged: isChanged, endedFamilies: families.count)
    }

    private static let commands: [AuditEvent.Kind: String] = [
        .userBlocked: "users block", .userUnblocked: "users unblock", .userRemoved: "users delete",
        .userDeletionCanceled: "users keep",
    ]

    private static func record(
        _ kind: AuditEvent.Kind, of change: Change, at time: Timestamp, in transaction: any StorageTransaction
    ) throws {
        var event = AuditEvent(kind, at: time)
        event.user = change.user.id
        event.details = [
            "connection": .string(change.user.connection),
            "families": .number(JSONNumber(Int64(change.endedFamilies))),
        ]
        event.attributeToOperator(command: commands[kind] ?? "users")
        try transaction.events.insert(event)
    }
}
