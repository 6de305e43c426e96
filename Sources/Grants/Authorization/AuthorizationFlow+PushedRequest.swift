// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import OpenIDProvider

extension AuthorizationFlow {
    /// Consumes a pushed request. Returns whether it had not been used before.
    package func consume(_ use: PushedRequest.Use) async throws(OAuthFailure) -> Bool {
        do {
            try await storage.withTransaction { try $0.oneTime.consume(use.id, expiresAt: use.expiresAt) }
            return true
        } catch StorageConflict.alreadyConsumed {
            return false
        } catch {
            throw OAuthFailure(error)
        }
    }
}
