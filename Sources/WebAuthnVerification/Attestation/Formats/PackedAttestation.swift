// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages
import WireFormats

/// Packed attestation, by a certificate or by the credential itself (§8.2).
package enum PackedAttestation: AttestationFormat {
    package static let id = AttestationFormatID.packed

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard !statement.contains("ecdaaKeyId") else { throw statement.rejection(.ecdaaNotSupported) }
        let algorithm = try statement.algorithm()
        guard statement.contains("x5c") else { return try verifySelf(statement, algorithm: algorithm, in: &context) }
        let (leaf, chain) = try statement.certificates(&context)
        try statement.requireSignature(by: leaf, over: context.signedBytes, algorithm: algorithm, in: &context)
        try verifyRequirements(of: leaf, statement)
        try statement.requireMatchingAAGUID(in: leaf, context)
        return .certified(chain)
    }

    private static func verifySelf(
        _ statement: AttestationStatement, algorithm: COSEAlgorithm, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard algorithm.id == context.publicKey.algorithm else { throw statement.rejection(.algorithmMismatch) }
        let signature = try statement.bytes("sig")
        try statement.spend(context.publicKey.key.verificationWork, in: &context)
        guard context.publicKey.isValid(signature: signature, for: context.signedBytes) else {
            throw statement.rejection(.signatureInvalid)
        }
        return .selfSigned
    }

    /// The certificate requirements of §8.2.1.
    private static func verifyRequirements(
        of leaf: Certificate, _ statement: AttestationStatement
    ) throws(AttestationRejection) {
        func reject(_ reason: AttestationRejection.Reason) -> AttestationRejection {
            statement.rejection(reason)
        }
        guard leaf.version == 3 else { throw reject(.certificateVersionUnsupported) }
        let country = leaf.subject.values(for: DistinguishedName.country)
        guard country.count == 1, country.allSatisfy(CountryCodes.isAssigned) else {
            throw reject(.certificateCountryInvalid)
        }
        let organization = leaf.subject.values(for: DistinguishedName.organization)
        guard organization.contains(where: { !$0.isEmpty }) else { throw reject(.certificateOrganizationMissing) }
        let unit = leaf.subject.values(for: DistinguishedName.organizationalUnit)
        guard unit.map(ExactText.init) == [ExactText("Authenticator Attestation")] else {
            throw reject(.certificateUnitMismatch)
        }
        let name = leaf.subject.values(for: DistinguishedName.commonName)
        guard name.contains(where: { !$0.isEmpty }) else { throw reject(.certificateCommonNameMissing) }
        guard case .present(isCA: false, _) = leaf.basicConstraints else {
            throw reject(.certificateBasicConstraintsInvalid)
        }
    }
}
