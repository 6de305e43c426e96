// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import WireFormats

/// Records that the user owns the account's address or phone number, on the operator's word.
package struct AddressVerification: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ id: UserID, kind: Identifier.Kind = .email, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        let time = server.now()
        return try await server.write { transaction in
            let user = try transaction.account(id)
            let verified = user.identifiers.map { identifier in
                var identifier = identifier
                guard identifier.kind == kind, !identifier.isVerified || identifier.unconfirmedUntil != nil else {
                    return identifier
                }
                identifier.isVerified = true
                identifier.verifiedAt = time
                identifier.unconfirmedUntil = nil
                return identifier
            }
            let change = AccountChange(user: user, isChanged: verified != user.identifiers, endedFamilies: 0)
            guard change.isChanged else { return change }
            try transaction.users.apply(.identifiers(verified), to: id, at: time)
            var event = AuditEvent(.identifierVerified, at: time)
            event.user = id
            event.details = ["connection": .string(user.connection), "kind": .string(kind.rawValue)]
            event.attribute(to: administrator)
            try transaction.events.insert(event)
            return change
        }
    }
}
