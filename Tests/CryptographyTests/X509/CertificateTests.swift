// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WireFormats

@Suite struct CertificateTests {
    let intermediate: Certificate
    let richName: Certificate

    init() throws {
        intermediate = try certificate(ChainFixtures.intermediate)
        richName = try certificate(CertificateFixtures.richName)
    }

    @Test func `the version is read`() throws {
        #expect(intermediate.version == 3)
        #expect(try certificate(CertificateFixtures.version1).version == 1)
    }

    @Test func `the serial number is read`() throws {
        #expect(intermediate.serialNumber == [0x03, 0xEA])
        #expect(try certificate(CertificateFixtures.version1).serialNumber == [78])
    }

    @Test func `subject and issuer are read`() {
        #expect(intermediate.subject.values(for: DistinguishedName.commonName) == ["Test Intermediate"])
        #expect(intermediate.issuer.values(for: DistinguishedName.commonName) == ["Test Root"])
    }

    @Test func `the validity period is read`() {
        #expect(intermediate.notBefore.description == "2026-01-01T00:00:00Z")
        #expect(intermediate.notAfter.description == "2046-01-01T00:00:00Z")
    }

    @Test func `times after 2049 are read`() throws {
        #expect(try certificate(CertificateFixtures.longLived).notAfter.description == "2106-02-07T00:00:00Z")
    }

    @Test func `the public key is read`() throws {
        #expect(try richName.publicKey().kind == .elliptic(.p256))
        #expect(try certificate(CertificateFixtures.ed25519Key).publicKey().kind == .edwards(.ed25519))
    }

    @Test func `an unsupported key is rejected only when it is read`() throws {
        let certificate = try certificate(CertificateFixtures.dsaKey)
        #expect(throws: KeyRejection.algorithmUnavailable) { try certificate.publicKey() }
    }

    @Test func `a weak RSA key is rejected when it is read`() throws {
        let certificate = try certificate(CertificateFixtures.weakRSAKey)
        #expect(throws: KeyRejection.modulusTooSmall(bits: 1024)) { try certificate.publicKey() }
    }

    @Test func `certificates whose keys can't be read have the same key only if their bytes are equal`() throws {
        let dsa = try certificate(CertificateFixtures.dsaKey)
        let weakRSA = try certificate(CertificateFixtures.weakRSAKey)
        #expect(try dsa.isOfSameKey(as: certificate(CertificateFixtures.dsaKey)))
        #expect(!dsa.isOfSameKey(as: weakRSA))
    }

    @Test func `an authority is marked as one`() {
        #expect(intermediate.basicConstraints == .present(isCA: true, pathLength: 0))
    }

    @Test func `a leaf is marked as no authority`() {
        #expect(richName.basicConstraints == .present(isCA: false, pathLength: nil))
    }

    @Test func `basic constraints may be absent`() throws {
        #expect(try certificate(CertificateFixtures.version1).basicConstraints == .absent)
        #expect(try certificate(CertificateFixtures.longLived).basicConstraints == .absent)
    }

    @Test func `extensions have their criticality and value`() throws {
        let certificate = try certificate(CertificateFixtures.twoExtensions)
        let first = certificate.extensionValue("1.3.6.1.4.1.55555.1")
        let second = certificate.extensionValue("1.3.6.1.4.1.55555.2")
        #expect(first?.isCritical == false)
        #expect(first?.value == [4, 1, 1])
        #expect(second?.isCritical == true)
        #expect(second?.value == [4, 1, 2])
        #expect(certificate.extensionValue("1.3.6.1.4.1.55555.3") == nil)
    }

    @Test func `key purposes are read`() throws {
        let usage = try certificate(CertificateFixtures.manyToOneTPM).extendedKeyUsage
        #expect(usage?.purposes == ["2.23.133.8.3", "1.3.6.1.5.5.7.3.2"])
        #expect(try intermediate.extendedKeyUsage == nil)
    }

    @Test(arguments: [CertificateFixtures.manyToOneTPM, CertificateFixtures.oneToOneTPM])
    func `a TPM's names are read however its vendor grouped them`(pem: String) throws {
        let certificate = try certificate(pem)
        let value = try #require(certificate.extensionValue(SubjectAlternativeName.oid)).value
        let name = try #require(try SubjectAlternativeName(extensionValue: value).directoryNames.first)
        #expect(certificate.subject.isEmpty)
        #expect(name.values(for: "2.23.133.2.1") == ["id:4E544300"])
        #expect(name.values(for: "2.23.133.2.2") == ["NPCT6xx"])
        #expect(name.values(for: "2.23.133.2.3") == ["id:13"])
    }

    @Test(arguments: ["attest.android.com", "ATTEST.android.com", "www.example.org"])
    func `a certificate matches the hosts it names`(host: String) throws {
        #expect(try certificate(CertificateFixtures.hosts).matchesHost(host))
    }

    @Test(arguments: [
        "", "android.com", "attest.android.com.example.org", "attest.android.com\0", "xattest.android.com",
        "a.b.example.org", "example.org", "ignored.example.com", ".example.org",
    ])
    func `a certificate doesn't match other hosts`(host: String) throws {
        #expect(try !certificate(CertificateFixtures.hosts).matchesHost(host))
    }

    @Test func `certificates with the same bytes are equal`() throws {
        #expect(try intermediate == certificate(ChainFixtures.intermediate))
        #expect(intermediate != richName)
    }
}
