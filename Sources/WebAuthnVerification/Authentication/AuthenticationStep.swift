// SPDX-License-Identifier: Apache-2.0

/// A step of §7.2, "Verifying an Authentication Assertion", numbered as in the editor's draft of 2026-07-30.
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

    /// The step's number with its section, such as `7.2.11`.
    public var description: String { "7.2.\(rawValue)" }
}

extension AuthenticationStep {
    /// A short description of the step.
    public var title: String {
        switch self {
        case .options: "the options were created"
        case .request: "the client used a credential"
        case .responseShape: "the response is well-formed"
        case .extensionResults: "the extension results are present"
        case .allowedCredentials: "the credential is allowed"
        case .userAndCredential: "the credential is the user's"
        case .responseMembers: "the members of the response are present"
        case .clientDataText: "the client data is UTF-8"
        case .clientDataJSON: "the client data is JSON"
        case .type: "the client data is for an authentication"
        case .challenge: "the challenge is the one in the options"
        case .origin: "the origin is allowed"
        case .crossOrigin: "the frame is same-origin, or cross-origin frames are allowed"
        case .topOrigin: "the top-level origin is allowed, or absent"
        case .relyingPartyIDHash: "the authenticator acted for this relying party"
        case .userPresence: "the user was present"
        case .userVerification: "the user was verified, if required"
        case .backupFlags: "the backup flags are consistent"
        case .backupEligibility: "the backup eligibility is unchanged since registration"
        case .clientDataHash: "the client data is hashed"
        case .signature: "the signature is valid"
        case .signCount: "the counter increased, or is not used"
        case .extensionOutputs: "the extension outputs are acceptable"
        case .credentialRecord: "the record can be updated"
        case .completion: "the authentication is complete"
        }
    }
}
