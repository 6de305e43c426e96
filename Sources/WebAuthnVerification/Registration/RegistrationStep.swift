// SPDX-License-Identifier: Apache-2.0

/// A step of §7.1, "Registering a New Credential", numbered as in the editor's draft of 2026-07-30.
public enum RegistrationStep: Int, CaseIterable, Sendable, CustomStringConvertible {
    case options = 1
    case creation
    case responseShape
    case extensionResults
    case clientDataText
    case clientDataJSON
    case type
    case challenge
    case origin
    case crossOrigin
    case topOrigin
    case clientDataHash
    case attestationObject
    case relyingPartyIDHash
    case userPresence
    case userVerification
    case backupFlags
    case backupEligibility
    case backupState
    case publicKey
    case attestationFormat
    case attestationStatement
    case trustAnchors
    case trustworthiness
    case credentialIDLength
    case credentialIDUniqueness
    case credentialRecord
    case extensionOutputs
    case completion

    /// The step's number with its section, such as `7.1.8`.
    public var description: String { "7.1.\(rawValue)" }
}

extension RegistrationStep {
    /// A short description of the step.
    public var title: String {
        switch self {
        case .options: "the options were created"
        case .creation: "the client created a credential"
        case .responseShape: "the response is well-formed"
        case .extensionResults: "the extension results are present"
        case .clientDataText: "the client data is UTF-8"
        case .clientDataJSON: "the client data is JSON"
        case .type: "the client data is for a registration"
        case .challenge: "the challenge is the one in the options"
        case .origin: "the origin is allowed"
        case .crossOrigin: "the frame is same-origin, or cross-origin frames are allowed"
        case .topOrigin: "the top-level origin is allowed, or absent"
        case .clientDataHash: "the client data is hashed"
        case .attestationObject: "the attestation object is well-formed"
        case .relyingPartyIDHash: "the authenticator acted for this relying party"
        case .userPresence: "the user was present"
        case .userVerification: "the user was verified, if required"
        case .backupFlags: "the backup flags are consistent"
        case .backupEligibility: "the backup eligibility is acceptable"
        case .backupState: "the backup state is acceptable"
        case .publicKey: "the key's algorithm was offered"
        case .attestationFormat: "the attestation format is known"
        case .attestationStatement: "the attestation statement is valid"
        case .trustAnchors: "the trust anchors are available"
        case .trustworthiness: "the attestation is trusted, if required"
        case .credentialIDLength: "the credential's identifier is not too long"
        case .credentialIDUniqueness: "the credential is not registered yet"
        case .credentialRecord: "the record can be stored"
        case .extensionOutputs: "the extension outputs are acceptable"
        case .completion: "the registration is complete"
        }
    }
}
