// SPDX-License-Identifier: Apache-2.0

/// Why client authentication failed.
package enum ClientRejection: Error, Hashable, Sendable {
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

    /// Whether the request is malformed, rather than the client's identity wrong.
    package var isMalformedRequest: Bool {
        switch self {
        case .headerMalformed, .severalMethods, .identifiersDiffer, .assertionTypeUnknown, .assertionTypeMissing,
            .assertionMissing:
            true
        default: false
        }
    }

    package var code: String {
        switch self {
        case .headerMalformed: "client-header-malformed"
        case .severalMethods: "client-methods-conflicting"
        case .identifiersDiffer: "client-id-mismatch"
        case .assertionTypeUnknown: "client-assertion-type-unknown"
        case .assertionTypeMissing: "client-assertion-type-missing"
        case .assertionMissing: "client-assertion-missing"
        case .methodNotAllowed: "client-method-not-allowed"
        case .secretMismatch: "client-secret-mismatch"
        case .assertionMalformed: "client-assertion-malformed"
        case .assertionAlgorithmMismatch: "client-assertion-algorithm-mismatch"
        case .assertionKeyUnknown: "client-assertion-key-unknown"
        case .assertionKeyExpired: "client-assertion-key-expired"
        case .assertionSignatureInvalid: "client-assertion-signature-invalid"
        case .assertionIssuerMismatch: "client-assertion-issuer-mismatch"
        case .assertionSubjectMismatch: "client-assertion-subject-mismatch"
        case .assertionAudienceMismatch: "client-assertion-audience-mismatch"
        case .assertionExpired: "client-assertion-expired"
        case .assertionValidTooLong: "client-assertion-lifetime-too-long"
        case .assertionNotYetValid: "client-assertion-not-yet-valid"
        case .assertionTooOld: "client-assertion-too-old"
        case .assertionIdentifierMissing: "client-assertion-jti-malformed"
        case .assertionReplayed: "client-assertion-replayed"
        }
    }

    package var description: String {
        switch self {
        case .headerMalformed: "The Authorization header is not valid for client_secret_basic."
        case .severalMethods: "Use one method of client authentication."
        case .identifiersDiffer: "The request names two different clients."
        case .assertionTypeUnknown:
            "client_assertion_type must be urn:ietf:params:oauth:client-assertion-type:jwt-bearer."
        case .assertionTypeMissing: "client_assertion needs client_assertion_type."
        case .assertionMissing: "client_assertion_type needs client_assertion."
        case .methodNotAllowed(let expected): "The client must use the authentication method \(expected)."
        case .secretMismatch: "Unauthorized"
        case .assertionMalformed: "The client assertion is not a signed JWT."
        case .assertionAlgorithmMismatch: "The client assertion's algorithm does not match its key."
        case .assertionKeyUnknown: "The client assertion's key is not registered."
        case .assertionKeyExpired: "The client assertion's key has expired."
        case .assertionSignatureInvalid: "The client assertion's signature is invalid."
        case .assertionIssuerMismatch: "The iss of the client assertion must be the client_id."
        case .assertionSubjectMismatch: "The sub of the client assertion must be the client_id."
        case .assertionAudienceMismatch: "The aud of the client assertion must be the issuer of this server."
        case .assertionExpired: "The client assertion has expired."
        case .assertionValidTooLong: "The client assertion must expire within 5 minutes."
        case .assertionNotYetValid: "The client assertion is from the future."
        case .assertionTooOld: "The client assertion was issued more than 5 minutes ago."
        case .assertionIdentifierMissing: "The client assertion needs a jti of 1 to 256 characters."
        case .assertionReplayed: "The client assertion was already used."
        }
    }
}
