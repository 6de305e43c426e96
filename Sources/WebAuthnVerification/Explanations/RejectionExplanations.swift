// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WireFormats

// Explanations contain no challenge, key or user handle.

extension RegistrationRejection {
    /// The explanation for developers, in a sentence or two. It contains no secret.
    public var explanation: String {
        switch self {
        case .responseMalformed(let malformation): malformation.explanation
        case .clientDataMalformed(let rejection): rejection.explanation
        case .typeMismatch(let received): CeremonyText.type(received, expected: "webauthn.create")
        case .challengeMismatch: CeremonyText.challenge
        case .originNotAllowed(let received, let allowed): CeremonyText.origin(received, allowed: allowed)
        case .crossOriginNotAllowed: CeremonyText.crossOrigin
        case .topOriginNotAllowed(let origin): CeremonyText.topOrigin(origin)
        case .attestationObjectMalformed(let rejection): rejection.explanation
        case .credentialIDMismatch:
            "The credential's identifier in the response is not the one in the authenticator data."
        case .relyingPartyIDMismatch: CeremonyText.relyingPartyID
        case .userPresenceMissing: CeremonyText.userPresence
        case .userVerificationMissing: CeremonyText.userVerification
        case .backupFlagsInconsistent: CeremonyText.backupFlags
        case .algorithmNotOffered(let id):
            "The credential uses the algorithm \(id), which the options did not offer in pubKeyCredParams."
        case .publicKeyUnacceptable(let rejection): rejection.explanation
        case .attestationFormatUnknown(let id):
            "The attestation format \"\(TerminalText.safe(id.rawValue))\" is unknown."
        case .attestationInvalid(let rejection): rejection.explanation
        case .attestationUntrusted(let rejection): rejection.explanation
        case .credentialIDTooLong(let count):
            "The credential's identifier has \(count) bytes; at most 1023 are allowed."
        case .credentialAlreadyRegistered:
            "The credential is already registered. To prevent this, list the account's credentials in excludeCredentials."
        }
    }
}

extension AuthenticationRejection {
    /// The explanation for developers, in a sentence or two. It contains no secret.
    public var explanation: String {
        switch self {
        case .responseMalformed(let malformation): malformation.explanation
        case .credentialNotAllowed: "The credential is not listed in allowCredentials."
        case .credentialMismatch: "The response is for a different credential than the stored record."
        case .userHandleMissing:
            "The response has no user handle, and the user was not identified before. Use a discoverable credential."
        case .userHandleMismatch: "The user handle in the response is not that of the credential's owner."
        case .credentialOwnerMismatch: "The credential doesn't belong to the user who was identified before."
        case .credentialRelyingPartyMismatch: "The credential was registered with a different relying party."
        case .clientDataMalformed(let rejection): rejection.explanation
        case .typeMismatch(let received): CeremonyText.type(received, expected: "webauthn.get")
        case .challengeMismatch: CeremonyText.challenge
        case .originNotAllowed(let received, let allowed): CeremonyText.origin(received, allowed: allowed)
        case .crossOriginNotAllowed: CeremonyText.crossOrigin
        case .topOriginNotAllowed(let origin): CeremonyText.topOrigin(origin)
        case .authenticatorDataMalformed(let rejection): rejection.explanation
        case .relyingPartyIDMismatch: CeremonyText.relyingPartyID
        case .userPresenceMissing: CeremonyText.userPresence
        case .userVerificationMissing: CeremonyText.userVerification
        case .backupFlagsInconsistent: CeremonyText.backupFlags
        case .backupEligibilityChanged:
            "The BE flag differs from the one at registration. It never changes during a credential's lifetime."
        case .publicKeyUnacceptable(let rejection): "The stored public key is not acceptable. " + rejection.explanation
        case .signatureInvalid:
            "The signature is not valid for the credential's key, the authenticator data and the client data."
        case .counterRegressed(let stored, let received):
            "The counter went from \(stored) to \(received). It must increase. The authenticator may have been cloned."
        }
    }
}

/// The explanations that both ceremonies share.
private enum CeremonyText {
    static let challenge =
        "The client data has a different challenge than the options. Check that the response belongs to these options."
    static let crossOrigin =
        "The ceremony ran in a cross-origin frame, which the relying party doesn't allow."
    static let relyingPartyID =
        "The response is for a different relying party: its hash does not match this relying party's identifier."
    static let userPresence = "The UP flag is not set: the user was not present."
    static let userVerification = "The UV flag is not set, but user verification is required."
    static let backupFlags =
        "The BS flag is set, but the BE flag is not: the credential is backed up without being eligible for it."

    static func type(_ received: String?, expected: String) -> String {
        guard let received else { return "The client data has no type; it should be \"\(expected)\"." }
        return "The client data has the type \"\(TerminalText.safe(received))\"; it should be \"\(expected)\"."
    }

    static func origin(_ received: Origin?, allowed: Set<Origin>) -> String {
        guard let received else { return "The client data has no origin." }
        return """
            The response comes from "\(TerminalText.safe(received.rawValue))", which is not an allowed origin \
            (\(list(allowed))). Origins are compared exactly, with scheme and port.
            """
    }

    private static func list(_ origins: Set<Origin>) -> String {
        guard !origins.isEmpty else { return "none" }
        let names = origins.map { TerminalText.safe($0.rawValue) }.sorted()
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.prefix(5).joined(separator: ", ") + more
    }

    static func topOrigin(_ origin: Origin?) -> String {
        guard let origin else { return "The client data's topOrigin is not a string." }
        return
            "The top-level origin, \"\(TerminalText.safe(origin.rawValue))\", is not allowed to embed the relying party."
    }
}

/// The report of a rejected ceremony, as `thumbturn verify` prints it and the server logs it.
package struct RejectionReport: Hashable, Sendable {
    /// The step of the specification, such as `7.1.9`.
    package let step: String
    /// The stable name of the rejection.
    package let code: String
    /// The explanation for developers.
    package let explanation: String
    /// The received origin, if it was rejected.
    package private(set) var receivedOrigin: String?
    /// The allowed origins, sorted, if the received one was rejected.
    package private(set) var allowedOrigins: [String]?

    package init(_ rejection: RegistrationRejection) {
        (step, code, explanation) = ("\(rejection.step)", rejection.code, rejection.explanation)
        if case .originNotAllowed(let received, let allowed) = rejection {
            addOrigins(received: received, allowed: allowed)
        }
    }

    package init(_ rejection: AuthenticationRejection) {
        (step, code, explanation) = ("\(rejection.step)", rejection.code, rejection.explanation)
        if case .originNotAllowed(let received, let allowed) = rejection {
            addOrigins(received: received, allowed: allowed)
        }
    }

    private mutating func addOrigins(received: Origin?, allowed: Set<Origin>) {
        receivedOrigin = received?.rawValue
        allowedOrigins = allowed.map(\.rawValue).sorted()
    }
}
