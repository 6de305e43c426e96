// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import JOSE

/// Why a proof of possession is not accepted (RFC 9449, section 4.3).
package enum DPoPRejection: Failure, Hashable {
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

    /// Whether the client should try again with the nonce in the response.
    package var asksForNonce: Bool {
        self == .nonceMissing || self == .nonceNotCurrent
    }
}

extension DPoPRejection {
    package var fault: Fault {
        switch self {
        case .severalProofs:
            Self.row("oauth.dpop-proofs-conflicting", "There is more than one DPoP header.")
        case .malformed(.criticalHeaderNotUnderstood):
            Self.row("oauth.dpop-malformed", "The DPoP proof has a critical header that is not understood.")
        case .malformed:
            Self.row("oauth.dpop-malformed", "The DPoP proof is not a signed JWT.")
        case .typeNotProof:
            Self.row("oauth.dpop-type-mismatch", "The typ of the DPoP proof must be dpop+jwt.")
        case .algorithmNotAllowed:
            Self.row(
                "oauth.dpop-algorithm-not-allowed", "The DPoP proof must be signed with ES256, ES384 or EdDSA.")
        case .keyMissing:
            Self.row("oauth.dpop-key-missing", "The DPoP proof has no jwk in its header.")
        case .keyNotAcceptable(.privateKey):
            Self.row(
                "oauth.dpop-key-unacceptable",
                "The jwk of the DPoP proof contains a private key. Replace that key pair.")
        case .keyNotAcceptable:
            Self.row("oauth.dpop-key-unacceptable", "The jwk of the DPoP proof is not a usable public key.")
        case .signatureInvalid:
            Self.row("oauth.dpop-signature-invalid", "The DPoP proof's signature is not valid for its jwk.")
        case .claimsMalformed:
            Self.row("oauth.dpop-claims-malformed", "The DPoP proof needs the claims jti, htm, htu and iat.")
        case .identifierMissing:
            Self.row("oauth.dpop-jti-malformed", "The jti of the DPoP proof must have 1 to 256 characters.")
        case .methodMismatch:
            Self.row("oauth.dpop-method-mismatch", "The htm of the DPoP proof is not the method of this request.")
        case .targetMismatch:
            Self.row("oauth.dpop-target-mismatch", "The htu of the DPoP proof is not the URL of this request.")
        case .tokenHashMissing:
            Self.row(
                "oauth.dpop-token-hash-missing",
                "The DPoP proof has no ath, which must be the hash of the access token.")
        case .tokenHashMismatch:
            Self.row(
                "oauth.dpop-token-hash-mismatch", "The ath of the DPoP proof is not the hash of this access token.")
        case .nonceMissing:
            Self.nonceRow("oauth.dpop-nonce-missing", "Authorization server requires nonce in DPoP proof")
        case .nonceNotCurrent:
            Self.nonceRow(
                "oauth.dpop-nonce-expired",
                "The nonce of the DPoP proof is not current. Use the one in the DPoP-Nonce header.")
        case .issuedTooLongAgo:
            Self.row("oauth.dpop-too-old", "The DPoP proof is too old. Check the device's clock.")
        case .issuedInFuture:
            Self.row("oauth.dpop-not-yet-valid", "The DPoP proof is from the future. Check the device's clock.")
        case .replayed:
            Self.row("oauth.dpop-replayed", "This DPoP proof was already used.")
        }
    }

    /// The row of a proof that is not accepted, or missing.
    static func row(_ code: String, _ sentence: String) -> Fault {
        Fault(
            .invalidProof, code, sentence,
            remedy: "Compare the DPoP proof with RFC 9449, section 4.3, and check the device's clock.")
    }

    private static func nonceRow(_ code: String, _ sentence: String) -> Fault {
        Fault(
            .init(400, "use_dpop_nonce"), code, sentence,
            remedy: "None needed. The client repeats the request with the nonce from the response.")
    }

    /// One rejection for each code.
    static let examples: [DPoPRejection] = [
        .severalProofs, .malformed(.malformed), .typeNotProof, .algorithmNotAllowed("…"), .keyMissing,
        .keyNotAcceptable(.malformed), .signatureInvalid, .claimsMalformed, .identifierMissing, .methodMismatch,
        .targetMismatch, .tokenHashMissing, .tokenHashMismatch, .nonceMissing, .nonceNotCurrent,
        .issuedTooLongAgo(seconds: 300), .issuedInFuture(seconds: 300), .replayed,
    ]
}
