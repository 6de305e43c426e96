// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension SoftwareAuthenticator {
    /// The attestation that is due: what the options ask for, as far as the profile has it (WebAuthn §5.4.7).
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
