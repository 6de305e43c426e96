// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// Why a refresh token is rejected.
package enum RefreshRejection: Error, Hashable, Sendable, CaseIterable {
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

    package var code: String {
        switch self {
        case .unknown: "refresh-token-unknown"
        case .clientMismatch: "refresh-token-client-mismatch"
        case .hostMismatch: "refresh-token-host-mismatch"
        case .expired: "refresh-token-expired"
        case .idleTooLong: "refresh-token-idle-expired"
        case .reused: "refresh-token-reused"
        case .proofMissing: "refresh-token-proof-missing"
        case .proofMismatch: "refresh-token-proof-mismatch"
        case .userGone: "refresh-token-user-unknown"
        case .userBlocked: "refresh-token-user-blocked"
        case .sessionEnded: "refresh-token-session-ended"
        }
    }

    /// The description for the client. Most reasons read alike, so that a thief does not learn about the token.
    package var description: String {
        switch self {
        case .unknown, .clientMismatch, .hostMismatch, .reused: "Unknown or invalid refresh token."
        case .expired, .idleTooLong: "The refresh token has expired."
        case .proofMissing: "The refresh token is bound to a key: a DPoP proof is required."
        case .proofMismatch: "The refresh token is bound to a different key than the DPoP proof's."
        case .userGone: "The refresh_token was generated for a user who doesn't exist anymore."
        case .userBlocked: "user is blocked"
        case .sessionEnded: "The browser session that the refresh token belongs to has ended."
        }
    }
}
