// SPDX-License-Identifier: Apache-2.0

/// The reason why an authorization code is not exchanged for tokens.
package enum AuthorizationCodeRejection: Error, Hashable, Sendable, CaseIterable {
    case unknown
    case expired
    /// The code was used before. What was issued for it is revoked (RFC 6749, section 4.1.2).
    case reused
    case clientMismatch
    case hostMismatch
    case redirectURIMismatch
    case verifierMissing
    case verifierMismatch
    /// A verifier was sent, but the authorization request had no challenge.
    case challengeMissing
    case proofMissing
    case proofMismatch
    case userGone
    case userBlocked
    /// The user has withdrawn something that the code depends on since it was issued.
    case withdrawn

    package var code: String {
        switch self {
        case .unknown: "authorization-code-unknown"
        case .expired: "authorization-code-expired"
        case .reused: "authorization-code-reused"
        case .clientMismatch: "authorization-code-client-mismatch"
        case .hostMismatch: "authorization-code-host-mismatch"
        case .redirectURIMismatch: "authorization-code-redirect-uri-mismatch"
        case .verifierMissing: "authorization-code-verifier-missing"
        case .verifierMismatch: "authorization-code-verifier-mismatch"
        case .challengeMissing: "authorization-code-challenge-missing"
        case .proofMissing: "authorization-code-proof-missing"
        case .proofMismatch: "authorization-code-proof-mismatch"
        case .userGone: "authorization-code-user-unknown"
        case .userBlocked: "authorization-code-user-blocked"
        case .withdrawn: "authorization-code-withdrawn"
        }
    }

    /// The description for the developer of the client. It reveals nothing about a code to a client that has no right
    /// to it.
    package var description: String {
        switch self {
        case .unknown, .expired, .reused, .clientMismatch, .hostMismatch, .userGone: "Invalid authorization code"
        case .redirectURIMismatch: "The redirect_uri is not the one of the authorization request."
        case .verifierMissing: "The parameter code_verifier is missing."
        case .verifierMismatch: "Failed to verify code verifier"
        case .challengeMissing: "A code_verifier was sent, but the authorization request had no code_challenge."
        case .proofMissing: "The authorization code is bound to a key: a DPoP proof is required."
        case .proofMismatch: "The authorization code is bound to a different key than the DPoP proof's."
        case .userBlocked: "user is blocked"
        case .withdrawn: "The user withdrew the authorization after this code was issued. Start again."
        }
    }
}
