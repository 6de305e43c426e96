// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

extension StorageTransaction {
    /// Stores the first token of a family. If the client or the account has too many families now, the oldest end: their tokens
    /// can't be used any longer. Access tokens that they gave stay good until they expire, as after a logout.
    package func begin(_ token: RefreshToken) throws {
        try refreshTokens.insert(token)
        try endExcess(beyond: RefreshToken.Family.clientLimit, with: token.grant.client, at: token)
        try endExcess(beyond: RefreshToken.Family.accountLimit, with: nil, at: token)
    }

    private func endExcess(beyond limit: Int, with client: String?, at newest: RefreshToken) throws {
        let user = newest.grant.user
        for oldest in try refreshTokens.families(of: user, with: client, after: limit, limit: 4) {
            try refreshTokens.remove(oldest.id)
            var event = AuditEvent(.tokenRevoked, at: newest.issuedAt)
            event.user = user
            event.client = oldest.client
            event.details = ["reason": "too-many-sign-ins"]
            try events.insert(event)
        }
    }
}
