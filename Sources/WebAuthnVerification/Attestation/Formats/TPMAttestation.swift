// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages

/// Attestation by a Trusted Platform Module, `tpm` (§8.3).
package enum TPMAttestation: AttestationFormat {
    package static let id = AttestationFormatID.tpm

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard try statement.text("ver") == "2.0" else { throw statement.rejection(.tpmVersionUnsupported) }
        let algorithm = try statement.algorithm()
        let publicAreaBytes = try statement.bytes("pubArea")
        guard let publicArea = TPMPublicArea(publicAreaBytes) else {
            throw statement.rejection(.tpmPublicAreaMalformed)
        }
        guard publicArea.describes(context.publicKey.key) else { throw statement.rejection(.publicKeyMismatch) }
        let (leaf, chain) = try statement.certificates(&context)
        let infoBytes = try statement.bytes("certInfo")
        try verify(infoBytes, of: publicArea, algorithm: algorithm, statement: statement, in: context)
        try statement.requireSignature(by: leaf, over: infoBytes, algorithm: algorithm, in: &context)
        try verifyRequirements(of: leaf, in: statement)
        try statement.requireMatchingAAGUID(in: leaf, of: context)
        return .certified(chain)
    }

    private static func verify(
        _ infoBytes: [UInt8], of publicArea: TPMPublicArea, algorithm: COSEAlgorithm,
        statement: AttestationStatement, in context: AttestationContext
    ) throws(AttestationRejection) {
        guard let info = TPMCertificationInfo(infoBytes) else {
            throw statement.rejection(.tpmCertificationInfoMalformed)
        }
        guard info.magic == TPMCertificationInfo.generatedByTPM else { throw statement.rejection(.tpmMagicMismatch) }
        guard info.type == TPMCertificationInfo.certifiesKey else { throw statement.rejection(.tpmTypeMismatch) }
        guard let digest = algorithm.digest else { throw statement.rejection(.algorithmUnknown(algorithm.id)) }
        guard info.extraData == digest.hash(context.authenticatorDataBytes, followedBy: context.clientDataHash) else {
            throw statement.rejection(.ceremonyMismatch)
        }
        guard info.attestedName == publicArea.name else { throw statement.rejection(.tpmNameMismatch) }
    }

    /// Verifies the certificate requirements of §8.3.1.
    private static func verifyRequirements(
        of leaf: Certificate, in statement: AttestationStatement
    ) throws(AttestationRejection) {
        func reject(_ reason: AttestationRejection.Reason) -> AttestationRejection {
            statement.rejection(reason)
        }
        guard leaf.version == 3 else { throw reject(.certificateVersionUnsupported) }
        guard leaf.subject.isEmpty else { throw reject(.certificateSubjectNotEmpty) }
        guard let name = leaf.extensionValue(TPMAlternativeName.oid), name.isCritical,
            TPMAlternativeName(name.value) != nil
        else { throw reject(.certificateAlternativeNameMalformed) }
        guard (try? leaf.extendedKeyUsage)?.contains(aikCertificateUsage) == true else {
            throw reject(.certificateKeyUsageMismatch)
        }
        guard case .present(isCA: false, _) = leaf.basicConstraints else {
            throw reject(.certificateBasicConstraintsInvalid)
        }
    }

    /// The key purpose `tcg-kp-AIKCertificate`.
    private static let aikCertificateUsage = "2.23.133.8.3"
}

/// The subject alternative name of a TPM's certificate: manufacturer, model and version (TPMv2 EK profile, §3.2.9).
package struct TPMAlternativeName: Hashable, Sendable {
    package static let oid = "2.5.29.17"

    package let manufacturer: String
    package let model: String
    package let version: String

    /// Parses the extension. Returns `nil` unless a directory name has all three attributes, in one set or several.
    package init?(_ value: [UInt8]) {
        guard let alternativeName = try? SubjectAlternativeName(extensionValue: value) else { return nil }
        for name in alternativeName.directoryNames {
            if let manufacturer = name.values(for: "2.23.133.2.1").first, !manufacturer.isEmpty,
                let model = name.values(for: "2.23.133.2.2").first, !model.isEmpty,
                let version = name.values(for: "2.23.133.2.3").first, !version.isEmpty
            {
                self.manufacturer = manufacturer
                self.model = model
                self.version = version
                return
            }
        }
        return nil
    }
}
