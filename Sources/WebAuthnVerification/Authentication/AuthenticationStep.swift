// SPDX-License-Identifier: Apache-2.0

/// The steps of §7.2, "Verifying an Authentication Assertion", by their number in the editor's draft of 2026-07-30.
public enum AuthenticationStep: Int, CaseIterable, Sendable, CustomStringConvertible {
    case options = 1
    case request
    case responseShape
    case extensionResults
    case allowedCredentials
    case userAndCredential
    case responseMembers
    case clientDataText
    case clientDataJSON
    case type
    case challenge
    case origin
    case crossOrigin
    case topOrigin
    case relyingPartyIDHash
    case userPresence
    case userVerification
    case backupFlags
    case backupEligibility
    case clientDataHash
    case signature
    case signCount
    case extensionOutputs
    case credentialRecord
    case completion

    /// The number with its section, such as `7.2.11`.
    public var description: String { "7.2.\(rawValue)" }
}
