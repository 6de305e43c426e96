// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
package import WireFormats

/// A new refresh token: the text for the client, and the record that is stored in the same transaction as the sign-in.
package struct PreparedRefreshToken: Sendable {
    package let token: String
    package let record: RefreshToken

    /// Creates the first token of a family.
    package init(
        _ grant: RefreshToken.Grant, family: RefreshToken.Family? = nil, policy: RefreshTokenPolicy, at time: Timestamp
    ) {
        let secret = RefreshSecret(at: time)
        token = secret.text
        var record = RefreshToken(
            hash: secret.hash, family: family ?? .random(at: time), grant: grant,
            issuedAt: time, expiresAt: policy.tokenLifetime.map { time.advanced(by: $0) })
        record.idleExpiresAt = RefreshDecision.idleEnd(of: record.expiresAt, policy, at: time)
        self.record = record
    }

    /// Creates the successor of a consumed token.
    init(after old: RefreshToken, secret: RefreshSecret, policy: RefreshTokenPolicy, at time: Timestamp) {
        token = secret.text
        var record = RefreshToken(
            hash: secret.hash, family: old.family, grant: old.grant, issuedAt: time, expiresAt: old.expiresAt)
        record.idleExpiresAt = RefreshDecision.idleEnd(of: old.expiresAt, policy, at: time)
        self.record = record
    }
}

extension TokenGrant {
    /// Returns the grant to store with a refresh token, or `nil` if the client gets none.
    ///
    /// - Parameter isAlwaysBound: Whether the token of a confidential client is bound to its key.
    package func refreshGrant(host: String, isAlwaysBound: Bool = false) -> RefreshToken.Grant? {
        guard granted.isOffline || granted.isOnline && sessionID != nil,
            case .user(let user, let authentication) = subject
        else { return nil }
        var grant = RefreshToken.Grant(
            user: user.id, client: client.id, host: host, authenticatedAt: authentication.authenticatedAt)
        grant.audience = granted.resourceServer?.identifier
        grant.scope = granted.scope
        grant.organization = organization?.tokenID
        grant.methods = authentication.methods
        // A client that authenticates is the only one that can use its tokens anyway (RFC 9449, section 5).
        grant.boundKey = isAlwaysBound || client.authentication.method == .none ? proof?.thumbprint : nil
        grant.ways = ways
        grant.session = sessionID
        grant.flow = flow
        return grant
    }
}
