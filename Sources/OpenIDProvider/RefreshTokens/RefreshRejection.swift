// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a refresh token is rejected.
package enum RefreshRejection: Failure, Hashable, CaseIterable {
    /// Never issued, revoked, or forgotten.
    case unknown
    case clientMismatch
    case hostMismatch
    case expired
    /// The token was not used for longer than its idle lifetime.
    case idleTooLong
    /// The token was used before, by the client or by a thief. Its whole family is revoked.
    case reused
    /// The token is bound to a key, and the request has no proof.
    case proofMissing
    /// The token is bound to another key than the proof's.
    case proofMismatch
    case userGone
    case userBlocked
    /// The token ends with a browser session (`online_access`), which has ended.
    case sessionEnded
}

extension RefreshRejection {
    package var fault: Fault { fault(isOfGrant: false) }

    /// Most reasons read alike, so that a thief does not learn about the token.
    ///
    /// - Parameter isOfGrant: Whether the token came of a code, which has the status of RFC 6749.
    func fault(isOfGrant: Bool) -> Fault {
        let kind: Fault.Kind = isOfGrant ? .invalidCode : .invalidGrant
        let invalid = "Unknown or invalid refresh token."
        let expired = "The refresh token has expired."
        let again = "The user has to sign in again."
        return switch self {
        case .unknown: Fault(kind, "oauth.refresh-token-unknown", invalid, remedy: again)
        case .clientMismatch: Fault(kind, "oauth.refresh-token-client-mismatch", invalid, remedy: again)
        case .hostMismatch: Fault(kind, "oauth.refresh-token-host-mismatch", invalid, remedy: again)
        case .expired: Fault(kind, "oauth.refresh-token-expired", expired, remedy: again)
        case .idleTooLong: Fault(kind, "oauth.refresh-token-idle-expired", expired, remedy: again)
        case .reused:
            Fault(
                kind, "oauth.refresh-token-reused", invalid,
                remedy: "The token was used twice, by the client or a thief. The user has to sign in again.")
        case .proofMissing:
            Fault(
                kind, "oauth.refresh-token-proof-missing",
                "The refresh token is bound to a key: a DPoP proof is required.", remedy: again)
        case .proofMismatch:
            Fault(
                kind, "oauth.refresh-token-proof-mismatch",
                "The refresh token is bound to a different key than the DPoP proof's.", remedy: again)
        // Auth0.Android recognizes the token of a deleted user by Auth0's status.
        case .userGone:
            Fault(
                .invalidGrant, "oauth.refresh-token-user-unknown",
                "The refresh_token was generated for a user who doesn't exist anymore.", remedy: again)
        case .userBlocked: Fault(kind, "oauth.refresh-token-user-blocked", "user is blocked", remedy: again)
        case .sessionEnded:
            Fault(
                kind, "oauth.refresh-token-session-ended",
                "The browser session that the refresh token belongs to has ended.", remedy: again)
        }
    }
}
