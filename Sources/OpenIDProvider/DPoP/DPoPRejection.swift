// SPDX-License-Identifier: Apache-2.0

package import JOSE

/// Why a proof of possession is not accepted (RFC 9449, section 4.3).
package enum DPoPRejection: Error, Hashable, Sendable {
    case severalProofs
    case malformed(JWSRejection)
    case typeNotProof
    case algorithmNotAllowed(String)
    case keyMissing
    case keyNotAcceptable(JSONWebKeyRejection)
    case signatureInvalid
    case claimsMalformed
    case identifierMissing
    case methodMismatch
    case targetMismatch
    case tokenHashMissing
    case tokenHashMismatch
    case nonceMissing
    /// The nonce was not issued by this server in the last minutes.
    case nonceNotCurrent
    case issuedTooLongAgo(seconds: Int64)
    case issuedInFuture(seconds: Int64)
    case replayed

    package var code: String {
        switch self {
        case .severalProofs: "dpop-proofs-conflicting"
        case .malformed: "dpop-malformed"
        case .typeNotProof: "dpop-type-mismatch"
        case .algorithmNotAllowed: "dpop-algorithm-not-allowed"
        case .keyMissing: "dpop-key-missing"
        case .keyNotAcceptable: "dpop-key-unacceptable"
        case .signatureInvalid: "dpop-signature-invalid"
        case .claimsMalformed: "dpop-claims-malformed"
        case .identifierMissing: "dpop-jti-malformed"
        case .methodMismatch: "dpop-method-mismatch"
        case .targetMismatch: "dpop-target-mismatch"
        case .tokenHashMissing: "dpop-token-hash-missing"
        case .tokenHashMismatch: "dpop-token-hash-mismatch"
        case .nonceMissing: "dpop-nonce-missing"
        case .nonceNotCurrent: "dpop-nonce-expired"
        case .issuedTooLongAgo: "dpop-too-old"
        case .issuedInFuture: "dpop-not-yet-valid"
        case .replayed: "dpop-replayed"
        }
    }

    /// Whether the client should try again with the nonce in the response.
    package var asksForNonce: Bool {
        self == .nonceMissing || self == .nonceNotCurrent
    }

    /// For the developer of the client.
    package var description: String {
        switch self {
        case .severalProofs: "There is more than one DPoP header."
        case .malformed(.criticalHeaderNotUnderstood): "The DPoP proof has a critical header that is not understood."
        case .malformed: "The DPoP proof is not a signed JWT."
        case .typeNotProof: "The typ of the DPoP proof must be dpop+jwt."
        case .algorithmNotAllowed: "The DPoP proof must be signed with ES256, ES384 or EdDSA."
        case .keyMissing: "The DPoP proof has no jwk in its header."
        case .keyNotAcceptable(.privateKey): "The jwk of the DPoP proof contains a private key. Replace that key pair."
        case .keyNotAcceptable: "The jwk of the DPoP proof is not a usable public key."
        case .signatureInvalid: "The DPoP proof's signature is not valid for its jwk."
        case .claimsMalformed: "The DPoP proof needs the claims jti, htm, htu and iat."
        case .identifierMissing: "The jti of the DPoP proof must have 1 to 256 characters."
        case .methodMismatch: "The htm of the DPoP proof is not the method of this request."
        case .targetMismatch: "The htu of the DPoP proof is not the URL of this request."
        case .tokenHashMissing: "The DPoP proof has no ath, which must be the hash of the access token."
        case .tokenHashMismatch: "The ath of the DPoP proof is not the hash of this access token."
        case .nonceMissing: "Authorization server requires nonce in DPoP proof"
        case .nonceNotCurrent: "The nonce of the DPoP proof is not current. Use the one in the DPoP-Nonce header."
        case .issuedTooLongAgo: "The DPoP proof is too old. Check the device's clock."
        case .issuedInFuture: "The DPoP proof is from the future. Check the device's clock."
        case .replayed: "This DPoP proof was already used."
        }
    }
}
