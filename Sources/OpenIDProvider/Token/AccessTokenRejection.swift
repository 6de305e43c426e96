// SPDX-License-Identifier: Apache-2.0

/// The reason why an access token is not accepted at one of the server's own resources.
package enum AccessTokenRejection: Error, Hashable, Sendable {
    case malformed
    case typeMismatch
    case keyUnknown
    case algorithmMismatch
    case signatureInvalid
    /// An opaque token does not open: it is of another host or epoch, or was changed.
    case notIssuedHere
    case claimsMalformed
    case issuerMismatch
    case audienceMismatch
    case expired
    case notYetValid
    /// A bound token was sent as a bearer token.
    case proofMissing
    case proofMismatch
    /// It was sent with a proof, and is not bound to a key.
    case notBound
    case userGone
    /// The account's tokens were made void after it was issued.
    case revoked

    package var code: String {
        switch self {
        case .malformed: "access_token_malformed"
        case .typeMismatch: "access_token_type"
        case .keyUnknown: "access_token_key"
        case .algorithmMismatch: "access_token_algorithm"
        case .signatureInvalid: "access_token_signature"
        case .notIssuedHere: "access_token_not_issued_here"
        case .claimsMalformed: "access_token_claims"
        case .issuerMismatch: "access_token_issuer"
        case .audienceMismatch: "access_token_audience"
        case .expired: "access_token_expired"
        case .notYetValid: "access_token_not_yet_valid"
        case .proofMissing: "access_token_proof_missing"
        case .proofMismatch: "access_token_proof"
        case .notBound: "access_token_not_bound"
        case .userGone: "access_token_user_gone"
        case .revoked: "access_token_revoked"
        }
    }

    package var description: String {
        switch self {
        case .malformed, .claimsMalformed: "The access token is malformed."
        case .typeMismatch: "This token is not an access token."
        case .keyUnknown, .algorithmMismatch, .signatureInvalid: "The access token is not signed by this server."
        case .notIssuedHere: "The access token was not issued by this server, or is void since a backup was restored."
        case .issuerMismatch: "The access token is of another issuer."
        case .audienceMismatch: "The access token is not for this interface."
        case .expired: "The access token has expired."
        case .notYetValid: "The access token is not valid yet."
        case .proofMissing: "The access token is bound to a key: send it as DPoP with a proof."
        case .proofMismatch: "The access token is bound to another key than the DPoP proof's."
        case .notBound: "The access token is not bound to a key: send it as Bearer."
        case .revoked: "The access token was revoked. Sign in again."
        case .userGone: "The user of the access token does not exist any longer, or is blocked."
        }
    }
}
