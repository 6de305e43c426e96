// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The reason why an authorization code is not exchanged for tokens.
package enum AuthorizationCodeRejection: Failure, Hashable, CaseIterable {
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
}

extension AuthorizationCodeRejection {
    /// The sentences reveal nothing about a code to a client that has no right to it.
    package var fault: Fault {
        let invalid = "Invalid authorization code"
        return switch self {
        case .unknown: Self.row("oauth.authorization-code-unknown", invalid)
        case .expired: Self.row("oauth.authorization-code-expired", invalid)
        case .reused:
            Self.row(
                "oauth.authorization-code-reused", invalid,
                remedy: "Use each code once. What was issued for it is revoked.")
        case .clientMismatch: Self.row("oauth.authorization-code-client-mismatch", invalid)
        case .hostMismatch: Self.row("oauth.authorization-code-host-mismatch", invalid)
        case .redirectURIMismatch:
            Self.row(
                "oauth.authorization-code-redirect-uri-mismatch",
                "The redirect_uri is not the one of the authorization request.")
        case .verifierMissing:
            Self.row("oauth.authorization-code-verifier-missing", "The parameter code_verifier is missing.")
        case .verifierMismatch:
            Self.row("oauth.authorization-code-verifier-mismatch", "Failed to verify code verifier")
        case .challengeMissing:
            Self.row(
                "oauth.authorization-code-challenge-missing",
                "A code_verifier was sent, but the authorization request had no code_challenge.")
        case .proofMissing:
            Self.row(
                "oauth.authorization-code-proof-missing",
                "The authorization code is bound to a key: a DPoP proof is required.")
        case .proofMismatch:
            Self.row(
                "oauth.authorization-code-proof-mismatch",
                "The authorization code is bound to a different key than the DPoP proof's.")
        case .userGone: Self.row("oauth.authorization-code-user-unknown", invalid)
        case .userBlocked: Self.row("oauth.authorization-code-user-blocked", "user is blocked")
        case .withdrawn:
            Self.row(
                "oauth.authorization-code-withdrawn",
                "The user withdrew the authorization after this code was issued. Start again.",
                remedy: "Start again. The user has to sign in or allow the client again.")
        }
    }

    private static let startAgain =
        "Start the sign-in again, and compare the token request with the authorization request."

    private static func row(_ code: String, _ sentence: String, remedy: String = Self.startAgain) -> Fault {
        Fault(.invalidCode, code, sentence, remedy: remedy)
    }
}
