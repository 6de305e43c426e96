// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import SignIn

/// Keeps an account whose user has asked for its deletion.
package struct DeletionCancellation: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    @discardableResult
    package func callAsFunction(
        _ id: UserID, by administrator: Administrator
    ) async throws(AdministrationFailure) -> AccountChange {
        let time = server.now()
        return try await server.write { transaction in
            guard let user = try transaction.users.find(id) else {
                throw AdministrationFailure.removedMeanwhile(.user(id.rawValue))
            }
            let change = AccountChange(user: user, isChanged: user.deletesAt != nil, endedFamilies: 0)
            guard change.isChanged else { return change }
            try transaction.users.apply(.deletion(at: nil), to: id, at: time)
            try transaction.events.insert(change.event(.userDeletionCanceled, by: administrator, at: time))
            try server.tell(.accountKept, of: user, in: transaction, at: time)
            return change
        }
    }
}
