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

extension AuthenticationStep {
    /// What the step is about, in a few words.
    public var title: String {
        switch self {
        case .options: "the options were made"
        case .request: "the client used a credential"
        case .responseShape: "the response has the right shape"
        case .extensionResults: "the extension results are there"
        case .allowedCredentials: "the credential is one that was asked for"
        case .userAndCredential: "the credential is the user's"
        case .responseMembers: "the members of the response are there"
        case .clientDataText: "the client data is UTF-8"
        case .clientDataJSON: "the client data is JSON"
        case .type: "the client data is about an authentication"
        case .challenge: "the challenge is the one that was sent"
        case .origin: "the origin is expected"
        case .crossOrigin: "framing by another site is expected, or there was none"
        case .topOrigin: "the site at the top is expected, or none is named"
        case .relyingPartyIDHash: "the authenticator worked for this relying party"
        case .userPresence: "somebody was present"
        case .userVerification: "the user was verified, or need not be"
        case .backupFlags: "the backup flags agree with each other"
        case .backupEligibility: "backup eligibility is as it was at registration"
        case .clientDataHash: "the client data is hashed"
        case .signature: "the signature is by the credential's key"
        case .signCount: "the counter grew, or is not used"
        case .extensionOutputs: "the extension outputs are acceptable"
        case .credentialRecord: "the record can be updated"
        case .completion: "the authentication is complete"
        }
    }
}
