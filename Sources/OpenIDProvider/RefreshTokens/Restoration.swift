// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import WireFormats

extension KeyRing {
    /// After a backup was restored: tokens that were used since, or revoked, are in it as if they were not. So all refresh
    /// tokens go, and everything that clients carry sealed is void.
    package func revokeAfterRestore(hosts: [String], at time: Timestamp) async throws {
        try await storage.withTransaction { transaction in
            try transaction.refreshTokens.removeAll()
            try self.startEpochs(hosts: hosts, in: transaction, at: time)
            var event = AuditEvent(.tokenRevoked, at: time)
            event.details = ["reason": "a backup was restored"]
            event.attributeToOperator(command: "restore")
            try transaction.events.insert(event)
        }
        for host in hosts {
            try await reload(host: host)
        }
    }
}
