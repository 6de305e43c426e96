// SPDX-License-Identifier: Apache-2.0

/// The steps of §7.1, "Registering a New Credential", by their number in the editor's draft of 2026-07-30.
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

    /// The number with its section, such as `7.1.8`.
    public var description: String { "7.1.\(rawValue)" }
}

extension RegistrationStep {
    /// What the step is about, in a few words.
    public var title: String {
        switch self {
        case .options: "the options were made"
        case .creation: "the client created a credential"
        case .responseShape: "the response has the right shape"
        case .extensionResults: "the extension results are there"
        case .clientDataText: "the client data is UTF-8"
        case .clientDataJSON: "the client data is JSON"
        case .type: "the client data is about a registration"
        case .challenge: "the challenge is the one that was sent"
        case .origin: "the origin is expected"
        case .crossOrigin: "framing by another site is expected, or there was none"
        case .topOrigin: "the site at the top is expected, or none is named"
        case .clientDataHash: "the client data is hashed"
        case .attestationObject: "the attestation object can be read"
        case .relyingPartyIDHash: "the authenticator worked for this relying party"
        case .userPresence: "somebody was present"
        case .userVerification: "the user was verified, or need not be"
        case .backupFlags: "the backup flags agree with each other"
        case .backupEligibility: "backup eligibility suits the relying party"
        case .backupState: "the backup state suits the relying party"
        case .publicKey: "the key is of an algorithm that was offered"
        case .attestationFormat: "the attestation format is known"
        case .attestationStatement: "the attestation statement holds"
        case .trustAnchors: "the trust anchors are at hand"
        case .trustworthiness: "the attestation is trusted, or need not be"
        case .credentialIDLength: "the credential's identifier is not too long"
        case .credentialIDUniqueness: "the credential is not registered yet"
        case .credentialRecord: "the record can be stored"
        case .extensionOutputs: "the extension outputs are acceptable"
        case .completion: "the registration is complete"
        }
    }
}
