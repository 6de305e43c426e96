// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// Lists and withdraws what a signed-in user allowed clients.
package struct ConsentManagement: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Returns the consents by client and audience.
    package func list(of owner: AccountOwner) async throws(SignInFailure) -> [Consent] {
        try await ceremonies.read { snapshot in
            _ = try Account(owner, in: snapshot)
            return try snapshot.consents.list(of: owner.user)
        }
    }

    /// Removes the consents for a client with its refresh tokens, and revokes the access tokens that came with them. Returns
    /// whether there was a consent. The tokens of a client that needed none stay.
    @discardableResult
    package func withdraw(from client: String, of owner: AccountOwner) async throws(SignInFailure) -> Bool {
        let time = ceremonies.now()
        return try await ceremonies.write { transaction in
            _ = try Account(owner, in: transaction)
            let isConsented = try transaction.consents.list(of: owner.user).contains {
                ExactText($0.client) == ExactText(client)
            }
            guard isConsented else { return false }
            try transaction.consents.remove(user: owner.user, client: client)
            let tokens = try transaction.refreshTokens.list(of: owner.user)
            let families = Set(tokens.filter { ExactText($0.grant.client) == ExactText(client) }.map(\.family))
            for family in families { try transaction.revoke(GrantID(rawValue: family.rawValue), at: time) }
            var event = owner.auditContext.event(.consentWithdrawn, of: owner.user, at: time)
            event.client = client
            event.details["families"] = .number(JSONNumber(Int64(families.count)))
            try transaction.events.insert(event)
            return true
        }
    }
}
