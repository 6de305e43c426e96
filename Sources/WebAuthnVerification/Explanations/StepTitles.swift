// SPDX-License-Identifier: Apache-2.0

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
