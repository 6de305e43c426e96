// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The `tpm` statement, WebAuthn §8.3: the TPM's attestation identity key certifies the credential's key.
enum TPMStatement {
    static func make(
        _ subject: AttestationSubject, authority: AttestationAuthority
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: TPMAlteration?
        if case .tpm(let altered) = subject.alteration { item = altered }
        let certificates = try authority.certify(
            TPMIdentityTemplate.make(subject, alteration: item),
            holder: .batch(subject.settings.attestationKeyAlgorithm ?? .rs256), kind: .tpm, for: subject)
        let stated = item == .algMismatch ? certificates.key.algorithm.withOtherDigest : certificates.key.algorithm

        let area = try publicArea(subject, alteration: item)
        guard let digest = stated.digest else { throw .attestationImpossible(.tpm) }
        let certInfo = certInfo(subject, area: area, digest: digest, alteration: item)
        let signer = item == .signatureByOtherKey ? try SigningKey(certificates.key.algorithm) : certificates.key
        var statement = AttestationStatement([
            ("ver", "2.0"), ("alg", .integer(stated.rawValue)), ("x5c", certificates.x5c),
            ("sig", .bytes(signer.sign(certInfo))), ("certInfo", .bytes(certInfo)), ("pubArea", .bytes(area.bytes)),
        ])
        switch item {
        case .wrongVersion: statement["ver"] = "1.2"
        case .missingVersion: statement["ver"] = nil
        case .missingPubArea: statement["pubArea"] = nil
        case .missingCertInfo: statement["certInfo"] = nil
        default: break
        }
        return statement.item(alteredBy: item?.rawValue)
    }

    private struct WrittenArea {
        let bytes: [UInt8]
        let nameAlgorithm: Int
    }

    private static func publicArea(
        _ subject: AttestationSubject, alteration item: TPMAlteration?
    ) throws(AuthenticatorFailure) -> WrittenArea {
        let key = item == .wrongPubArea ? try SigningKey(subject.credential.key.algorithm) : subject.credential.key
        guard var area = TPMPublicArea(key.privateKey.publicKey) else { throw .attestationImpossible(.tpm) }
        switch item {
        case .wrongExponent where area.isRSA: area.exponent = 3
        case .wrongCurve where !area.isRSA: area.curve = area.curve == 4 ? 3 : 4
        case .wrongExponent?: throw .tamperingNotApplicable(AttestationAlteration.tpm(.wrongExponent).name)
        case .wrongCurve?: throw .tamperingNotApplicable(AttestationAlteration.tpm(.wrongCurve).name)
        // TPM_ALG_KEYEDHASH, a kind of object that has no public key.
        case .pubAreaUnknownType: area.type = 0x0008
        case .unknownNameAlgorithm: area.nameAlgorithm = 0x00ff
        default: break
        }
        switch item {
        case .pubAreaTrailingBytes: return WrittenArea(bytes: area.bytes + [0], nameAlgorithm: area.nameAlgorithm)
        case .pubAreaTruncated: return WrittenArea(bytes: area.bytes.dropLast(), nameAlgorithm: area.nameAlgorithm)
        default: return WrittenArea(bytes: area.bytes, nameAlgorithm: area.nameAlgorithm)
        }
    }

    private static func certInfo(
        _ subject: AttestationSubject, area: WrittenArea, digest: DigestAlgorithm, alteration item: TPMAlteration?
    ) -> [UInt8] {
        var attest = TPMAttest(
            extraData: digest.hash(subject.signedData),
            name: TPM.name(of: area.bytes, algorithm: area.nameAlgorithm))
        switch item {
        case .wrongMagic: attest.magic = 0xff54_4348
        // TPM_ST_ATTEST_QUOTE
        case .wrongType: attest.type = 0x8018
        case .wrongExtraData: attest.extraData = digest.hash(subject.authenticatorData)
        case .extraDataWrongDigest:
            attest.extraData = (digest == .sha512 ? DigestAlgorithm.sha256 : .sha512).hash(subject.signedData)
        case .wrongName: attest.name = TPM.name(of: subject.signedData, algorithm: area.nameAlgorithm)
        case .nameAlgorithmMismatch: attest.name = TPM.name(of: area.bytes, algorithm: 0x000c, digest: .sha384)
        default: break
        }
        switch item {
        case .certInfoTrailingBytes: return attest.bytes + [0]
        case .certInfoTruncated: return attest.bytes.dropLast()
        default: return attest.bytes
        }
    }
}

/// The certificate of an attestation identity key, WebAuthn §8.3.1, with one requirement broken.
enum TPMIdentityTemplate {
    private typealias Extension = CertificateTemplate.Extension

    static func make(_ subject: AttestationSubject, alteration item: TPMAlteration?) -> CertificateTemplate {
        CertificateTemplate.tpmAttestationIdentity().with {
            switch item {
            case .certificateVersion1: $0.version = 1
            case .subjectNotEmpty: $0.subject = DirectoryName([.commonName("Example TPM")])
            case .alternativeNameMissing: $0[extension: Extension.subjectAlternativeNameOID] = nil
            case .alternativeNameNotCritical:
                $0[extension: Extension.subjectAlternativeNameOID] = .directoryName(.testTPM, isCritical: false)
            case .manufacturerUnknown, .manufacturerMissing, .modelMissing, .tpmVersionMissing, .attributesInOneSet:
                $0[extension: Extension.subjectAlternativeNameOID] = .directoryName(device(item), isCritical: true)
            case .keyUsageMissing: $0[extension: Extension.extendedKeyUsageOID] = nil
            case .keyUsageWrong:
                $0[extension: Extension.extendedKeyUsageOID] = .extendedKeyUsage(["1.3.6.1.5.5.7.3.1"])
            case .basicConstraintsMissing: $0.basicConstraints = .absent
            case .certificateIsAuthority: $0.basicConstraints = .authority(pathLength: nil)
            case .aaguidMismatch: $0.extensions.append(.aaguid([UInt8](repeating: 9, count: 16)))
            case .aaguidPresent: $0.extensions.append(.aaguid(subject.aaguid))
            default: break
            }
        }
    }

    private static func device(_ item: TPMAlteration?) -> DirectoryName {
        var name = DirectoryName.testTPM
        switch item {
        case .manufacturerUnknown: name.set("2.23.133.2.1", to: "id:12345678")
        case .manufacturerMissing: name.set("2.23.133.2.1", to: nil)
        case .modelMissing: name.set("2.23.133.2.2", to: nil)
        case .tpmVersionMissing: name.set("2.23.133.2.3", to: nil)
        default: name.isSingleSet = true
        }
        return name
    }
}

extension KeyAlgorithm {
    /// The digest of the message that the algorithm signs, or `nil` if it signs the message itself.
    var digest: DigestAlgorithm? {
        switch parts?.scheme {
        case .ecdsa(let digest), .rsaPKCS1(let digest), .rsaPSS(let digest): digest
        case .eddsa, .mlDSA, nil: nil
        }
    }
}
