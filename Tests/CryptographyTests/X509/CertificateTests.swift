// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WireFormats

@Suite struct CertificateTests {
    let intermediate: Certificate
    let richName: Certificate

    init() throws {
        intermediate = try certificate(CertificateFixtures.authority)
        richName = try certificate(CertificateFixtures.richName)
    }

    @Test func `a certificate tells its version`() throws {
        #expect(intermediate.version == 3)
        #expect(try certificate(CertificateFixtures.version1).version == 1)
    }

    @Test func `a certificate tells its serial number`() throws {
        #expect(intermediate.serialNumber == [0x03, 0xEA])
        #expect(try certificate(CertificateFixtures.version1).serialNumber == [78])
    }

    @Test func `a certificate tells its names`() {
        #expect(intermediate.subject.values(for: DistinguishedName.commonName) == ["Test Intermediate"])
        #expect(intermediate.issuer.values(for: DistinguishedName.commonName) == ["Test Root"])
    }

    @Test func `a certificate tells its validity`() {
        #expect(intermediate.notBefore.description == "2026-01-01T00:00:00Z")
        #expect(intermediate.notAfter.description == "2046-01-01T00:00:00Z")
    }

    @Test func `times after 2049 are read`() throws {
        #expect(try certificate(CertificateFixtures.longLived).notAfter.description == "2106-02-07T00:00:00Z")
    }

    @Test func `a certificate gives its key`() throws {
        #expect(try richName.publicKey().kind == .elliptic(.p256))
        #expect(try certificate(CertificateFixtures.ed25519Key).publicKey().kind == .edwards(.ed25519))
    }

    @Test func `a key that is not supported is rejected only when it is asked for`() throws {
        let certificate = try certificate(CertificateFixtures.dsaKey)
        #expect(throws: KeyRejection.algorithmUnavailable) { try certificate.publicKey() }
    }

    @Test func `a weak RSA key is rejected when it is asked for`() throws {
        let certificate = try certificate(CertificateFixtures.weakRSAKey)
        #expect(throws: KeyRejection.modulusTooSmall(bits: 1024)) { try certificate.publicKey() }
    }

    @Test func `certificates whose keys can't be read are of the same key only if they have the same bytes`() throws {
        let dsa = try certificate(CertificateFixtures.dsaKey)
        let weakRSA = try certificate(CertificateFixtures.weakRSAKey)
        #expect(try dsa.isOfSameKey(as: certificate(CertificateFixtures.dsaKey)))
        #expect(!dsa.isOfSameKey(as: weakRSA))
    }

    @Test func `a self-signed certificate is self-issued, another is not`() throws {
        #expect(try certificate(ChainFixtures.root).isSelfIssued)
        #expect(!intermediate.isSelfIssued)
    }

    @Test func `an authority says so`() {
        #expect(intermediate.basicConstraints == .present(isCA: true, pathLength: 0))
    }

    @Test func `a leaf says that it is no authority`() {
        #expect(richName.basicConstraints == .present(isCA: false, pathLength: nil))
    }

    @Test func `a certificate may say nothing about authority`() throws {
        #expect(try certificate(CertificateFixtures.version1).basicConstraints == .absent)
        #expect(try certificate(CertificateFixtures.longLived).basicConstraints == .absent)
    }

    @Test func `extensions come with their criticality and value`() throws {
        let certificate = try certificate(CertificateFixtures.twoExtensions)
        let first = certificate.extensionValue("1.3.6.1.4.1.55555.1")
        let second = certificate.extensionValue("1.3.6.1.4.1.55555.2")
        #expect(first?.isCritical == false)
        #expect(first?.value == [4, 1, 1])
        #expect(second?.isCritical == true)
        #expect(second?.value == [4, 1, 2])
        #expect(certificate.extensionValue("1.3.6.1.4.1.55555.3") == nil)
    }

    @Test func `a subject key identifier is read`() {
        #expect(richName.subjectKeyIdentifier == [UInt8](0..<20))
        #expect(intermediate.subjectKeyIdentifier == nil)
    }

    @Test func `a subject key identifier with bytes after it is none`() throws {
        var der = try derBlock(CertificateFixtures.richName, label: "CERTIFICATE")
        let place = try #require(der.firstRange(of: [0x04, 0x16, 0x04, 0x14]))
        der[place.upperBound - 1] = 0x13
        #expect(try Certificate(der: der).subjectKeyIdentifier == nil)
    }

    @Test func `key purposes are read`() throws {
        let usage = try certificate(CertificateFixtures.manyToOneTPM).extendedKeyUsage
        #expect(usage?.purposes == ["2.23.133.8.3", "1.3.6.1.5.5.7.3.2"])
        #expect(try intermediate.extendedKeyUsage == nil)
    }

    @Test(arguments: [CertificateFixtures.manyToOneTPM, CertificateFixtures.oneToOneTPM])
    func `a TPM's names are read, however its maker grouped them`(pem: String) throws {
        let certificate = try certificate(pem)
        let name = try #require(try certificate.subjectAlternativeName?.directoryNames.first)
        #expect(certificate.subject.isEmpty)
        #expect(name.values(for: "2.23.133.2.1") == ["id:4E544300"])
        #expect(name.values(for: "2.23.133.2.2") == ["NPCT6xx"])
        #expect(name.values(for: "2.23.133.2.3") == ["id:13"])
    }

    @Test(arguments: ["attest.android.com", "ATTEST.android.com", "www.example.org"])
    func `a certificate is for the hosts that it names`(host: String) throws {
        #expect(try certificate(CertificateFixtures.hosts).matchesHost(host))
    }

    @Test(arguments: [
        "", "android.com", "attest.android.com.example.org", "attest.android.com\0", "xattest.android.com",
        "a.b.example.org", "example.org", "ignored.example.com", ".example.org",
    ])
    func `a certificate is not for other hosts`(host: String) throws {
        #expect(try !certificate(CertificateFixtures.hosts).matchesHost(host))
    }

    @Test func `certificates with the same bytes are equal`() throws {
        #expect(try intermediate == certificate(ChainFixtures.intermediate))
        #expect(intermediate != richName)
    }
}
