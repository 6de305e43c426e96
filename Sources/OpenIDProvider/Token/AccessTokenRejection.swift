// SPDX-License-Identifier: Apache-2.0

/// The reason why an access token is not accepted at one of the server's own resources.
package enum AccessTokenRejection: Error, Hashable, Sendable, CaseIterable {
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

    package var code: String {
        switch self {
        case .malformed: "access-token-malformed"
        case .typeMismatch: "access-token-type-mismatch"
        case .keyUnknown: "access-token-key-unknown"
        case .algorithmMismatch: "access-token-algorithm-mismatch"
        case .signatureInvalid: "access-token-signature-invalid"
        case .notIssuedHere: "access-token-not-issued-here"
        case .claimsMalformed: "access-token-claims-malformed"
        case .issuerMismatch: "access-token-issuer-mismatch"
        case .audienceMismatch: "access-token-audience-mismatch"
        case .expired: "access-token-expired"
        case .notYetValid: "access-token-not-yet-valid"
        case .proofMissing: "access-token-proof-missing"
        case .proofMismatch: "access-token-proof-mismatch"
        case .notBound: "access-token-not-bound"
        case .userGone: "access-token-user-unknown"
        case .revoked: "access-token-revoked"
        }
    }

    package var description: String {
        switch self {
        case .malformed, .claimsMalformed: "The access token is malformed."
        case .typeMismatch: "This token is not an access token."
        case .keyUnknown, .algorithmMismatch, .signatureInvalid: "The access token is not signed by this server."
        case .notIssuedHere: "The access token is not from this server, or was issued before a backup was restored."
        case .issuerMismatch: "The access token has a different issuer."
        case .audienceMismatch: "The access token is not for this API."
        case .expired: "The access token has expired."
        case .notYetValid: "The access token is not valid yet."
        case .proofMissing: "The access token is bound to a key: send it as DPoP with a proof."
        case .proofMismatch: "The access token is bound to a different key than the DPoP proof's."
        case .notBound: "The access token is not bound to a key: send it as Bearer."
        case .revoked: "The access token was revoked. Sign in again."
        case .userGone: "The access token's user no longer exists or is blocked."
        }
    }
}
