// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension SoftwareAuthenticator {
    /// The attestation that is due: what the options ask for, as far as the profile has it (WebAuthn §5.4.7).
    func attestationKind(_ options: CreationOptions, _ settings: CeremonySettings) -> AttestationKind {
        if settings.attestation == .always || settings.alteration != nil { return profile.attestation }
        switch options.attestation {
        case "enterprise": return profile.attestation
        case "direct", "indirect": return profile.attestsOnlyToEnterprises ? .none : profile.attestation
        default: return .none
        }
    }

    func attest(_ kind: AttestationKind, _ subject: AttestationSubject) throws(AuthenticatorFailure)
        -> AttestationObject
    {
        if let alteration = subject.alteration, !alteration.applies(to: kind) {
            throw .tamperingNotApplicable(alteration.name)
        }
        return AttestationObject(
            format: kind.formatIdentifier, statement: try statement(kind, subject),
            authenticatorData: subject.authenticatorData)
    }

    func statement(_ kind: AttestationKind, _ subject: AttestationSubject) throws(AuthenticatorFailure) -> CBORItem {
        switch kind {
        case .none: return NoneStatement.make(subject)
        case .packedSelf: return try PackedSelfStatement.make(subject)
        case .packed: return try PackedStatement.make(subject, try attestationAuthority())
        case .tpm: return try TPMStatement.make(subject, try attestationAuthority())
        case .androidKey: return try AndroidKeyStatement.make(subject, try attestationAuthority())
        case .androidSafetyNet: return try SafetyNetStatement.make(subject, try attestationAuthority())
        case .apple: return try AppleStatement.make(subject, try attestationAuthority())
        case .fidoU2F: return try FIDOU2FStatement.make(subject, try attestationAuthority())
        case .compound:
            let parts = profile.compoundParts.filter { $0 != .compound }
            return try CompoundStatement.make(subject, parts: parts) { part, alteration throws(AuthenticatorFailure) in
                var own = subject
                own.alteration = alteration
                return try statement(part, own)
            }
        }
    }
}
