// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The reason why an access token is not accepted at one of the server's own resources.
package enum AccessTokenRejection: Failure, Hashable, CaseIterable {
    case malformed
    case typeMismatch
    case keyUnknown
    case algorithmMismatch
    case signatureInvalid
    /// The opaque token was issued by another host or in another epoch, or was changed.
    case notIssuedHere
    case claimsMalformed
    case issuerMismatch
    case audienceMismatch
    case expired
    case notYetValid
    /// A bound token was sent as a bearer token.
    case proofMissing
    case proofMismatch
    /// A token that is not bound to a key was sent with a proof.
    case notBound
    case userGone
    /// The account's tokens were revoked after this one was issued.
    case revoked
}

extension AccessTokenRejection {
    package var fault: Fault {
        let malformed = "The access token is malformed."
        let foreign = "The access token is not signed by this server."
        return switch self {
        case .malformed: Self.row("oauth.access-token-malformed", malformed)
        case .typeMismatch: Self.row("oauth.access-token-type-mismatch", "This token is not an access token.")
        case .keyUnknown: Self.row("oauth.access-token-key-unknown", foreign)
        case .algorithmMismatch: Self.row("oauth.access-token-algorithm-mismatch", foreign)
        case .signatureInvalid: Self.row("oauth.access-token-signature-invalid", foreign)
        case .notIssuedHere:
            Self.row(
                "oauth.access-token-not-issued-here",
                "The access token is not from this server, or was issued before a backup was restored.")
        case .claimsMalformed: Self.row("oauth.access-token-claims-malformed", malformed)
        case .issuerMismatch:
            Self.row("oauth.access-token-issuer-mismatch", "The access token has a different issuer.")
        case .audienceMismatch:
            Self.row(
                "oauth.access-token-audience-mismatch", "The access token is not for this API.",
                remedy: "Request a token with the audience of this API.")
        case .expired: Self.row("oauth.access-token-expired", "The access token has expired.")
        case .notYetValid: Self.row("oauth.access-token-not-yet-valid", "The access token is not valid yet.")
        case .proofMissing:
            Self.row(
                "oauth.access-token-proof-missing",
                "The access token is bound to a key: send it as DPoP with a proof.")
        case .proofMismatch:
            Self.row(
                "oauth.access-token-proof-mismatch",
                "The access token is bound to a different key than the DPoP proof's.")
        case .notBound:
            Self.row(
                "oauth.access-token-not-bound", "The access token is not bound to a key: send it as Bearer.")
        case .userGone:
            Self.row(
                "oauth.access-token-user-unknown", "The access token's user no longer exists or is blocked.")
        case .revoked: Self.row("oauth.access-token-revoked", "The access token was revoked. Sign in again.")
        }
    }

    private static func row(
        _ code: String, _ sentence: String, remedy: String = "Get a new access token."
    ) -> Fault {
        Fault(.invalidToken, code, sentence, remedy: remedy)
    }
}
