// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import SignIn
import WireFormats

/// Replaces the e-mail address of an account, on the operator's word. A verified address that is replaced hears of changes
/// to the account for three days more.
package struct AddressChange: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns the change. The new address is not verified.
    @discardableResult
    package func callAsFunction(
        _ id: UserID, to text: String, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        let time = server.now()
        let new: Identifier
        do {
            new = try IdentifierReading.read(text, as: .email)
        } catch {
            throw .addressMalformed(text)
        }
        return try await server.write { transaction in
            let user = try transaction.account(id)
            let old = user[.email]
            let change = AccountChange(user: user, isChanged: old?.value != new.value, endedFamilies: 0)
            guard change.isChanged else { return change }
            let identifiers = try self.identifiers(of: user, with: new, in: transaction)
            try transaction.reporting(
                .alreadyExists, as: AdministrationFailure.alreadyExists(.user(text, connection: user.connection))
            ) {
                try transaction.users.apply(.identifiers(identifiers), to: id, at: time)
            }
            // Links that were sent to the address before don't work any longer.
            try transaction.users.apply(.newTokenGeneration, to: id, at: time)
            var event = AuditEvent(.identifierChanged, at: time)
            event.user = id
            event.details = ["connection": .string(user.connection), "kind": "email"]
            event.attribute(to: administrator)
            try transaction.events.insert(event)
            guard let old, old.isVerified, old.isUnique, old.normalized != new.normalized else { return change }
            try replace(old, of: user, in: transaction, at: time)
            return change
        }
    }

    /// The identifiers with the new address in the place of the old one, as unique as that was, or as its connection says.
    private func identifiers(
        of user: User, with new: Identifier, in transaction: any StorageTransaction
    ) throws -> [Identifier] {
        var (new, identifiers) = (new, user.identifiers)
        guard let index = identifiers.firstIndex(where: { $0.kind == .email }) else {
            let connection = try server.snapshot(of: transaction.configuration.list()).connection(user.connection)
            if connection?.identifiers.active.contains(.email) != true { new.normalized = "" }
            return identifiers + [new]
        }
        if !identifiers[index].isUnique { new.normalized = "" }
        identifiers[index] = new
        return identifiers
    }

    private func replace(
        _ old: Identifier, of user: User, in transaction: any StorageTransaction, at time: Timestamp
    ) throws {
        try transaction.replace(old, of: user, at: time)
        // The user is as before, so the address that is replaced hears of it.
        let until = time.advanced(by: Int(Ladder.Policy().delay))
        try server.tell(.addressChanged(hearsUntil: until), of: user, in: transaction, at: time)
    }
}
