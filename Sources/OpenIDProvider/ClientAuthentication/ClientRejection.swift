// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why client authentication failed.
package enum ClientRejection: Failure, Hashable {
    // The request is ambiguous or malformed.
    case headerMalformed
    case severalMethods
    case identifiersDiffer
    case assertionTypeUnknown
    case assertionTypeMissing
    case assertionMissing

    case methodNotAllowed(expected: String)
    case secretMismatch

    case assertionMalformed
    case assertionAlgorithmMismatch
    case assertionKeyUnknown
    case assertionKeyExpired
    case assertionSignatureInvalid
    case assertionIssuerMismatch
    case assertionSubjectMismatch
    case assertionAudienceMismatch
    case assertionExpired
    case assertionValidTooLong
    case assertionNotYetValid
    case assertionTooOld
    case assertionIdentifierMissing
    case assertionReplayed
}

extension ClientRejection {
    package var fault: Fault {
        switch self {
        case .headerMalformed:
            Self.ambiguous(
                "oauth.client-header-malformed", "The Authorization header is not valid for client_secret_basic.")
        case .severalMethods:
            Self.ambiguous("oauth.client-methods-conflicting", "Use one method of client authentication.")
        case .identifiersDiffer:
            Self.ambiguous("oauth.client-id-mismatch", "The request names two different clients.")
        case .assertionTypeUnknown:
            Self.ambiguous(
                "oauth.client-assertion-type-unknown",
                "client_assertion_type must be urn:ietf:params:oauth:client-assertion-type:jwt-bearer.")
        case .assertionTypeMissing:
            Self.ambiguous("oauth.client-assertion-type-missing", "client_assertion needs client_assertion_type.")
        case .assertionMissing:
            Self.ambiguous("oauth.client-assertion-missing", "client_assertion_type needs client_assertion.")
        case .methodNotAllowed(let expected):
            Self.wrong(
                "oauth.client-method-not-allowed", "The client must use the authentication method \(expected).",
                remedy: "Authenticate as token_endpoint_auth_method of CLIENT says.")
        case .secretMismatch:
            Self.wrong(
                "oauth.client-secret-mismatch", "Unauthorized",
                remedy: "Send the configured client_secret, or configure another one for CLIENT.")
        case .assertionMalformed:
            Self.wrong("oauth.client-assertion-malformed", "The client assertion is not a signed JWT.")
        case .assertionAlgorithmMismatch:
            Self.wrong(
                "oauth.client-assertion-algorithm-mismatch",
                "The client assertion's algorithm does not match its key.")
        case .assertionKeyUnknown:
            Self.wrong("oauth.client-assertion-key-unknown", "The client assertion's key is not registered.")
        case .assertionKeyExpired:
            Self.wrong("oauth.client-assertion-key-expired", "The client assertion's key has expired.")
        case .assertionSignatureInvalid:
            Self.wrong("oauth.client-assertion-signature-invalid", "The client assertion's signature is invalid.")
        case .assertionIssuerMismatch:
            Self.wrong(
                "oauth.client-assertion-issuer-mismatch", "The iss of the client assertion must be the client_id.")
        case .assertionSubjectMismatch:
            Self.wrong(
                "oauth.client-assertion-subject-mismatch", "The sub of the client assertion must be the client_id.")
        case .assertionAudienceMismatch:
            Self.wrong(
                "oauth.client-assertion-audience-mismatch",
                "The aud of the client assertion must be the issuer of this server.")
        case .assertionExpired:
            Self.wrong("oauth.client-assertion-expired", "The client assertion has expired.")
        case .assertionValidTooLong:
            Self.wrong(
                "oauth.client-assertion-lifetime-too-long", "The client assertion must expire within 5 minutes.")
        case .assertionNotYetValid:
            Self.wrong("oauth.client-assertion-not-yet-valid", "The client assertion is from the future.")
        case .assertionTooOld:
            Self.wrong(
                "oauth.client-assertion-too-old", "The client assertion was issued more than 5 minutes ago.")
        case .assertionIdentifierMissing:
            Self.wrong(
                "oauth.client-assertion-jti-malformed", "The client assertion needs a jti of 1 to 256 characters.")
        case .assertionReplayed:
            Self.wrong("oauth.client-assertion-replayed", "The client assertion was already used.")
        }
    }

    private static let compare =
        "Compare the client's authentication with token_endpoint_auth_method of CLIENT."

    /// The request is ambiguous or malformed.
    private static func ambiguous(_ code: String, _ sentence: String) -> Fault {
        Fault(.invalidRequest, code, sentence, remedy: compare)
    }

    /// The client's identity is wrong.
    private static func wrong(_ code: String, _ sentence: String, remedy: String = Self.compare) -> Fault {
        Fault(.invalidClient, code, sentence, remedy: remedy)
    }

    /// One rejection for each code.
    static let examples: [ClientRejection] = [
        .headerMalformed, .severalMethods, .identifiersDiffer, .assertionTypeUnknown, .assertionTypeMissing,
        .assertionMissing, .methodNotAllowed(expected: "…"), .secretMismatch, .assertionMalformed,
        .assertionAlgorithmMismatch, .assertionKeyUnknown, .assertionKeyExpired, .assertionSignatureInvalid,
        .assertionIssuerMismatch, .assertionSubjectMismatch, .assertionAudienceMismatch, .assertionExpired,
        .assertionValidTooLong, .assertionNotYetValid, .assertionTooOld, .assertionIdentifierMissing,
        .assertionReplayed,
    ]
}
