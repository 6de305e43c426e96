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
