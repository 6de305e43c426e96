// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension SoftwareAuthenticator {
    /// The kind of attestation to give: what the options ask for, if the profile supports it (WebAuthn §5.4.7).
    func attestationKind(for options: CreationOptions, settings: CeremonySettings) -> AttestationKind {
        if settings.attestation == .always || settings.alteration != nil { return profile.attestation }
        switch options.attestation {
        case "enterprise": return profile.attestation
        case "direct", "indirect": return profile.attestsOnlyToEnterprises ? .none : profile.attestation
        default: return .none
        }
    }

    func attest(_ kind: AttestationKind, subject: AttestationSubject) throws(AuthenticatorFailure)
        -> AttestationObject
    {
        if let alteration = subject.alteration, !alteration.applies(to: kind) {
            throw .tamperingNotApplicable(alteration.name)
        }
        return AttestationObject(
            format: kind.formatIdentifier, statement: try statement(kind, subject: subject),
            authenticatorData: subject.authenticatorData)
    }

    func statement(_ kind: AttestationKind, subject: AttestationSubject) throws(AuthenticatorFailure) -> CBORItem {
        switch kind {
        case .none: return NoneStatement.make(subject)
        case .packedSelf: return try PackedSelfStatement.make(subject)
        case .packed: return try PackedStatement.make(subject, authority: try attestationAuthority())
        case .tpm: return try TPMStatement.make(subject, authority: try attestationAuthority())
        case .androidKey: return try AndroidKeyStatement.make(subject, authority: try attestationAuthority())
        case .androidSafetyNet: return try SafetyNetStatement.make(subject, authority: try attestationAuthority())
        case .apple: return try AppleStatement.make(subject, authority: try attestationAuthority())
        case .fidoU2F: return try FIDOU2FStatement.make(subject, authority: try attestationAuthority())
        case .compound:
            let parts = profile.compoundParts.filter { $0 != .compound }
            return try CompoundStatement.make(subject, parts: parts) { part, alteration throws(AuthenticatorFailure) in
                var own = subject
                own.alteration = alteration
                return try statement(part, subject: own)
            }
        }
    }
}

/// The data that an attestation statement covers, and its alteration.
struct AttestationSubject {
    let authenticatorData: [UInt8]
    let relyingPartyIDHash: [UInt8]
    let aaguid: [UInt8]
    let clientDataHash: [UInt8]
    let credential: CredentialRecord
    let settings: CeremonySettings
    var alteration: AttestationAlteration?

    /// The data that most formats sign.
    var signedData: [UInt8] { authenticatorData + clientDataHash }

    /// The value that formats without a signature of their own put into a certificate or token.
    var nonce: [UInt8] { DigestAlgorithm.sha256.hash(authenticatorData, followedBy: clientDataHash) }

    var chainAlteration: ChainAlteration? {
        if case .chain(let item) = alteration { item } else { nil }
    }
}

/// The `none` statement, WebAuthn §8.7, which is empty.
enum NoneStatement {
    static func make(_ subject: AttestationSubject) -> CBORItem {
        switch subject.alteration {
        case .none(.nonEmptyStatement)?: .map([("alg", -7)])
        case .none(.statementNotMap)?: .array([])
        default: .map([])
        }
    }
}
