// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
package import OpenIDProvider
package import PasswordHashing
import SignIn
import WireFormats

/// Sets the password of a user, or the hash of one that another system knows. What the password before has opened ends.
package struct PasswordAssignment: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// The cost of the hash that a password gets.
    package func cost() async throws(AdministrationFailure) -> HashCost {
        HashCost(try await server.configuration().tenant.passwordHashCost)
    }

    package func callAsFunction(
        _ hash: PasswordHash, of id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) {
        let time = server.now()
        try await server.write { transaction in
            let user = try transaction.account(id)
            let old = try transaction.passwords.find(of: id)
            if old != nil { try transaction.endOpened(by: id.passwordWay, of: id, at: time) }
            var password = StoredPassword(user: id, hash: hash.stored, setAt: time)
            // Only passkeys still sign in, if that was so.
            password.disabledBy = old?.disabledBy
            try transaction.passwords.set(password)
            try transaction.events.insert(
                AuditEvent(.passwordSet, of: user, by: administrator, at: time))
            try server.tell(old == nil ? .passwordSet : .passwordChanged, of: user, in: transaction, at: time)
        }
    }
}

/// Removes the password of a user, even if it is the only way in. Its user can restore it for some days.
package struct PasswordRemoval: Sendable {
    private let server: AdministeredServer
    private let master: MasterKey

    package init(server: AdministeredServer, master: MasterKey) {
        self.server = server
        self.master = master
    }

    /// Returns whether there was a password.
    package func callAsFunction(
        of id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Bool {
        let (time, seal) = (server.now(), PasswordSeal(key: master.sealingKey(for: .removedPasswords)))
        return try await server.write { transaction in
            let user = try transaction.account(id)
            guard let stored = try transaction.passwords.find(of: id) else {
                // One that its user has removed can't be restored any longer.
                guard var removed = try transaction.passwords.findRemoval(of: id), removed.sealed != nil else {
                    return false
                }
                removed.sealed = nil
                try transaction.passwords.setRemoval(removed)
                try transaction.events.insert(AuditEvent(.passwordPurged, of: user, by: administrator, at: time))
                return true
            }
            try transaction.remove(
                stored, sealedBy: seal, cause: "administrator",
                until: time.advanced(by: PasswordManagement.restorableFor),
                recording: AuditEvent(.passwordRemoved, of: user, by: administrator, at: time), at: time)
            try server.tell(.passwordRemoved, of: user, in: transaction, at: time)
            return true
        }
    }
}

/// Has only passkeys sign a user in, or the password again. The password is kept.
package struct PasswordSwitch: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    /// Returns `nil` if there is no password, and whether anything changed.
    package func callAsFunction(
        isDisabled: Bool, of id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Bool? {
        let time = server.now()
        return try await server.write { transaction in
            let user = try transaction.account(id)
            guard let stored = try transaction.passwords.find(of: id) else { return nil }
            // The user can't undo it from now on, also if it was the user who had done it.
            let disabler: StoredPassword.Disabler? = isDisabled ? .administrator : nil
            guard stored.disabledBy != disabler else { return false }
            try transaction.setPasswordDisabled(
                by: disabler, of: id, recording: { AuditEvent($0, of: user, by: administrator, at: time) }, at: time)
            try server.tell(isDisabled ? .passkeysOnly : .passwordAllowed, of: user, in: transaction, at: time)
            return true
        }
    }
}

extension AuditEvent {
    fileprivate init(_ kind: Kind, of user: User, by administrator: Administrator, at time: Timestamp) {
        self.init(kind, at: time)
        self.user = user.id
        details = ["connection": .string(user.connection)]
        attribute(to: administrator)
    }
}
