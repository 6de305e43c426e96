// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WireFormats

// For people: what was found, and what to look at. None of these texts carries a challenge, a key or a user handle.

extension RegistrationRejection {
    /// What was found and what to look at, in a sentence or two for a developer.
    public var explanation: String {
        switch self {
        case .responseMalformed(let malformation): malformation.explanation
        case .clientDataMalformed(let rejection): rejection.explanation
        case .typeMismatch(let received): CeremonyText.type(received, wanted: "webauthn.create")
        case .challengeMismatch: CeremonyText.challenge
        case .originNotAllowed(let received, let allowed): CeremonyText.origin(received, allowed: allowed)
        case .crossOriginNotAllowed: CeremonyText.crossOrigin
        case .topOriginNotAllowed(let origin): CeremonyText.topOrigin(origin)
        case .attestationObjectMalformed(let rejection): rejection.explanation
        case .credentialIDMismatch:
            "The identifier outside the attestation object is not the one the authenticator signed."
        case .relyingPartyIDMismatch: CeremonyText.relyingPartyID
        case .userPresenceMissing: CeremonyText.userPresence
        case .userVerificationMissing: CeremonyText.userVerification
        case .backupFlagsInconsistent: CeremonyText.backupFlags
        case .algorithmNotOffered(let id):
            "The credential uses the algorithm \(id), which the options did not offer in pubKeyCredParams."
        case .publicKeyUnacceptable(let rejection): rejection.explanation
        case .attestationFormatUnknown(let id):
            "The attestation format \"\(TerminalText.safe(id.rawValue))\" is not known."
        case .attestationInvalid(let rejection): rejection.explanation
        case .attestationUntrusted(let rejection): rejection.explanation
        case .credentialIDTooLong(let count):
            "The credential's identifier has \(count) bytes; at most 1023 are allowed."
        case .credentialAlreadyRegistered:
            "This credential is registered already. List it in excludeCredentials, so that the client says so itself."
        }
    }
}

extension AuthenticationRejection {
    /// What was found and what to look at, in a sentence or two for a developer.
    public var explanation: String {
        switch self {
        case .responseMalformed(let malformation): malformation.explanation
        case .credentialNotAllowed: "The credential is not one of those listed in allowCredentials."
        case .credentialMismatch: "The response names another credential than the record it is judged against."
        case .userHandleMissing:
            "The response has no user handle, and nobody was identified before. A discoverable credential sends one."
        case .userHandleMismatch: "The user handle in the response is not that of the account that owns the credential."
        case .credentialOwnerMismatch: "The credential belongs to another account than the one that was identified."
        case .credentialRelyingPartyMismatch: "The credential was registered with another relying party."
        case .clientDataMalformed(let rejection): rejection.explanation
        case .typeMismatch(let received): CeremonyText.type(received, wanted: "webauthn.get")
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
            "The flag BE is not what it was at registration, and it never changes during a credential's life."
        case .publicKeyUnacceptable(let rejection): "The public key on record cannot be used. " + rejection.explanation
        case .signatureInvalid:
            "The signature is not by the credential's key over this authenticator data and client data."
        case .counterRegressed(let stored, let received):
            "The counter went from \(stored) to \(received). It has to grow: the authenticator may have been copied."
        }
    }
}

/// What both ceremonies say alike.
private enum CeremonyText {
    static let challenge =
        "The client data carries another challenge than the one that was sent. Is the response for other options?"
    static let crossOrigin =
        "The ceremony took place in a frame of another site, and the relying party does not allow that."
    static let relyingPartyID =
        "The response was made for another relying party: the hash of its identifier is not that of ours."
    static let userPresence = "The flag UP is clear: nobody confirmed."
    static let userVerification = "The flag UV is clear, and user verification is required."
    static let backupFlags = "The flag BS says the credential is backed up, and BE says that it cannot be."

    static func type(_ received: String?, wanted: String) -> String {
        guard let received else { return "The client data has no type; it should be \"\(wanted)\"." }
        return "The client data is of the type \"\(TerminalText.safe(received))\"; it should be \"\(wanted)\"."
    }

    static func origin(_ received: Origin?, allowed: Set<Origin>) -> String {
        guard let received else { return "The client data has no origin." }
        return """
            The response comes from "\(TerminalText.safe(received.rawValue))", which is not one of the origins allowed \
            (\(list(allowed))). Origins are compared exactly, with scheme and port.
            """
    }

    private static func list(_ origins: Set<Origin>) -> String {
        guard !origins.isEmpty else { return "none is" }
        let names = origins.map { TerminalText.safe($0.rawValue) }.sorted()
        let more = names.count > 5 ? " and \(names.count - 5) more" : ""
        return names.prefix(5).joined(separator: ", ") + more
    }

    static func topOrigin(_ origin: Origin?) -> String {
        guard let origin else { return "The client data's topOrigin is not text." }
        return
            "The site at the top, \"\(TerminalText.safe(origin.rawValue))\", is not one that may frame the relying party."
    }
}

/// Everything there is to tell about a rejected ceremony: what `thumbturn verify` prints and what a server logs.
package struct RejectionReport: Hashable, Sendable {
    /// The step of the specification, such as `7.1.9`.
    package let step: String
    /// The stable name of the reason.
    package let code: String
    /// What was found and what to look at.
    package let explanation: String
    /// The origin that was received, where the origin is the reason.
    package private(set) var receivedOrigin: String?
    /// The origins that are allowed, sorted, where the origin is the reason.
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
