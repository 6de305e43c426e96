// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct CertificateTests {
    static let algorithms: [KeyAlgorithm] = [.es256, .es384, .es512, .es256K, .edDSA, .ed448, .rs256, .ps256, .ps512]

    @Test(arguments: algorithms)
    func `an authority of every algorithm makes valid chains`(algorithm: KeyAlgorithm) throws {
        let authority = try AttestationAuthority(algorithm: algorithm)
        let leaf = authority.issue(.packedAttestation(aaguid: Self.aaguid), key: try SigningKey(.es256))
        #expect(try Self.validate(leaf, under: authority).count == 3)
    }

    @Test func `what the template says is in the certificate`() throws {
        let key = try SigningKey(.es256)
        let template = CertificateTemplate(subject: .packedAttestation(commonName: "Leaf")).with {
            $0.serialNumber = [0x01, 0x02]
            $0.validFrom = Date(timeIntervalSince1970: 1_700_000_000)
            $0.validUntil = Date(timeIntervalSince1970: 2_600_000_000)
            $0.extensions = [.aaguid(Self.aaguid), .extendedKeyUsage(["1.2.3"]), .hosts(["a.example"])]
        }
        let certificate = try Certificate(der: CertificateMint.mint(template, key: key).der)
        #expect(certificate.version == 3)
        #expect(certificate.serialNumber == [1, 2])
        #expect(certificate.subject.values(for: "2.5.4.6") == ["SE"])
        #expect(certificate.subject.values(for: "2.5.4.11") == ["Authenticator Attestation"])
        #expect(certificate.issuer == certificate.subject)
        #expect(certificate.notBefore.secondsSince1970 == 1_700_000_000)
        #expect(certificate.notAfter.secondsSince1970 == 2_600_000_000)
        #expect(certificate.basicConstraints == .present(isCA: false, pathLength: nil))
        #expect(certificate.extensionValue("1.3.6.1.4.1.45724.1.1.4")?.value == [4, 16] + Self.aaguid)
        #expect(try certificate.extendedKeyUsage?.contains("1.2.3") == true)
        #expect(certificate.matchesHost("a.example"))
        #expect(try certificate.publicKey().subjectPublicKeyInfo == key.subjectPublicKeyInfo)
    }

    @Test(arguments: [1, 2, 3])
    func `any version can be written`(version: Int) throws {
        let template = CertificateTemplate(subject: .empty).with { $0.version = version }
        #expect(try Certificate(der: CertificateMint.mint(template, key: SigningKey(.es256)).der).version == version)
    }

    @Test func `a TPM is described in the alternative name`() throws {
        let certificate = CertificateMint.mint(.tpmAttestationIdentity(), key: try SigningKey(.es256))
        let read = try Certificate(der: certificate.der)
        let value = try #require(read.extensionValue(SubjectAlternativeName.oid)).value
        let name = try #require(try SubjectAlternativeName(extensionValue: value).directoryNames.first)
        #expect(read.subject.isEmpty)
        #expect(name.values(for: "2.23.133.2.1") == ["id:FFFFF1D0"])
        #expect(read.extensionValue("2.5.29.17")?.isCritical == true)
    }

    @Test func `a broken signature breaks the chain`() throws {
        let authority = try AttestationAuthority()
        let template = CertificateTemplate.packedAttestation(aaguid: Self.aaguid).with { $0.isSignatureBroken = true }
        let leaf = authority.issue(template, key: try SigningKey(.es256))
        #expect(throws: ChainRejection.self) { try Self.validate(leaf, under: authority) }
    }

    @Test func `a forger writes the issuer's name and identifier, and signs with another key`() throws {
        let authority = try AttestationAuthority()
        let forger = CertificateMint.Issuer(authority.intermediate).forged(with: try SigningKey(.es256))
        let leaf = CertificateMint.mint(
            .packedAttestation(aaguid: Self.aaguid), key: try SigningKey(.es256), issuer: forger)
        let certificate = try Certificate(der: leaf.der)
        #expect(certificate.issuer == (try Certificate(der: authority.intermediate.der)).subject)
        #expect(throws: ChainRejection.self) { try Self.validate(leaf, under: authority) }
    }

    @Test func `a revoked certificate breaks its chain and no other`() throws {
        let authority = try AttestationAuthority()
        let revoked = authority.issue(.packedAttestation(aaguid: Self.aaguid), key: try SigningKey(.es256))
        let other = authority.issue(.packedAttestation(aaguid: Self.aaguid), key: try SigningKey(.es256))
        let list = authority.revocationList(.init(revoking: [revoked.serialNumber]))
        #expect(throws: ChainRejection.revoked) { try Self.validate(revoked, under: authority, revocationLists: list) }
        #expect(try Self.validate(other, under: authority, revocationLists: list).count == 3)
    }

    @Test func `the root can revoke the intermediate`() throws {
        let authority = try AttestationAuthority()
        let leaf = authority.issue(.packedAttestation(aaguid: Self.aaguid), key: try SigningKey(.es256))
        let list = authority.rootRevocationList(.init(revoking: [authority.intermediate.serialNumber]))
        #expect(throws: ChainRejection.revoked) { try Self.validate(leaf, under: authority, revocationLists: list) }
    }

    @Test func `PEM text contains the certificate`() throws {
        let root = try AttestationAuthority().root
        #expect(PEM.blocks(in: root.pem, label: "CERTIFICATE") == [root.der])
    }

    private static let aaguid = [UInt8](repeating: 7, count: 16)

    @discardableResult
    private static func validate(
        _ leaf: MintedCertificate, under authority: AttestationAuthority, revocationLists lists: [UInt8]...
    ) throws -> [Certificate] {
        try CertificateChain.validate(
            leaf: Certificate(der: leaf.der), intermediates: [Certificate(der: authority.intermediate.der)],
            anchors: [Certificate(der: authority.root.der)], at: .now(),
            revocationLists: lists.map { try RevocationList(der: $0) })
    }
}
