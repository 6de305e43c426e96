// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// The decision about a refresh token that a client presents.
package enum RefreshDecision: Hashable, Sendable {
    /// The token is consumed and a successor is issued.
    case rotate
    /// The token stays valid, and its idle expiry is extended.
    case keep(idleExpiresAt: Timestamp?)
    /// The token was used a moment ago. The client gets the same successor again.
    case giveSuccessor(RefreshToken.Successor)
    case reject(RefreshRejection)
    /// The token is rejected, and its whole family revoked.
    case revokeFamily(RefreshRejection)

    /// The current status of the account.
    package enum AccountStatus: Hashable, Sendable {
        case active
        case blocked
        /// The account is active, but the browser session that the token belongs to has ended.
        case signedOut
    }

    /// The client that presents the token, and the host.
    package struct Attempt: Hashable, Sendable {
        package var client: String
        package var policy: RefreshTokenPolicy
        /// Whether the client needs no proof of a bound key, because it proves who it is (RFC 9449, section 5).
        package var isExemptFromBinding: Bool
        package var host: String
        /// The thumbprint of the key that the request proves.
        package var thumbprint: [UInt8]?

        package init(_ client: Client, host: String, thumbprint: [UInt8]? = nil, isAlwaysBound: Bool = false) {
            self.client = client.id
            policy = client.refreshTokens
            isExemptFromBinding = client.authentication.method != .none && !isAlwaysBound
            self.host = host
            self.thumbprint = thumbprint
        }
    }

    /// Decides a use. A client that cannot use the token at all learns nothing and changes nothing, so a second use
    /// means theft.
    package static func decide(
        _ token: RefreshToken, for attempt: Attempt, accountStatus: AccountStatus, at time: Timestamp
    ) -> RefreshDecision {
        let policy = attempt.policy
        if let rejection = mismatch(of: token.grant, with: attempt) { return .reject(rejection) }
        if let end = token.expiresAt, end <= time { return .reject(.expired) }
        switch accountStatus {
        case .active: break
        case .blocked: return .revokeFamily(.userBlocked)
        case .signedOut: return .revokeFamily(.sessionEnded)
        }
        if let successor = token.successor { return repetition(of: token, with: successor, by: attempt, at: time) }
        if let end = token.idleExpiresAt, end <= time { return .reject(.idleTooLong) }
        return policy.isRotating ? .rotate : .keep(idleExpiresAt: idleEnd(of: token.expiresAt, policy, at: time))
    }

    /// Decides the use of a token that was used before: by a client that never got the response, or by a thief. A
    /// client that proves the key of a bound token may take longer, because a thief of the token alone can't prove it.
    private static func repetition(
        of token: RefreshToken, with successor: RefreshToken.Successor, by attempt: Attempt, at time: Timestamp
    ) -> RefreshDecision {
        let policy = attempt.policy
        let isOwner = token.grant.boundKey != nil && token.grant.boundKey == attempt.thumbprint
        let leeway = isOwner ? policy.boundLeeway : policy.leeway
        let age = time.secondsSince1970 - successor.usedAt.secondsSince1970
        guard leeway > 0, age <= Int64(leeway) else { return .revokeFamily(.reused) }
        // The successor has an idle lifetime, too, which a repetition does not extend.
        if let end = idleEnd(of: token.expiresAt, policy, at: successor.usedAt), end <= time {
            return .reject(.idleTooLong)
        }
        return .giveSuccessor(successor)
    }

    static func idleEnd(
        of expiresAt: Timestamp?, _ policy: RefreshTokenPolicy, at time: Timestamp
    ) -> Timestamp? {
        policy.idleTokenLifetime.map { idle in
            let end = time.advanced(by: idle)
            return expiresAt.map { min($0, end) } ?? end
        }
    }

    private static func mismatch(of grant: RefreshToken.Grant, with attempt: Attempt) -> RefreshRejection? {
        guard ExactText(grant.client) == ExactText(attempt.client) else { return .clientMismatch }
        guard grant.host == attempt.host else { return .hostMismatch }
        guard let bound = grant.boundKey, !attempt.isExemptFromBinding else { return nil }
        guard let proven = attempt.thumbprint else { return .proofMissing }
        return bound == proven ? nil : .proofMismatch
    }
}
