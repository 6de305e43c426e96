// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WireFormats

@Suite struct RevocationListTests {
    private func validate(_ lists: [String]) throws -> [Certificate] {
        try CertificateChain.validate(
            leaf: certificate(ChainFixtures.leaf), intermediates: [certificate(ChainFixtures.intermediate)],
            anchors: [certificate(ChainFixtures.root)], at: CertificateChainTests.time,
            revocationLists: lists.map(revocationList))
    }

    @Test func `a revoked leaf is rejected`() {
        #expect(throws: ChainRejection.revoked) { try validate([RevocationFixtures.leafRevoked]) }
    }

    @Test func `a revoked intermediate is rejected`() {
        #expect(throws: ChainRejection.revoked) { try validate([RevocationFixtures.intermediateRevoked]) }
    }

    @Test func `one of several lists is enough to revoke a certificate`() {
        #expect(throws: ChainRejection.revoked) {
            try validate([RevocationFixtures.nothingRevoked, RevocationFixtures.leafRevoked])
        }
    }

    @Test func `a list that names other certificates revokes nothing`() throws {
        #expect(try validate([RevocationFixtures.nothingRevoked]).count == 3)
    }

    @Test func `a list that the issuer did not sign is ignored`() throws {
        #expect(try validate([RevocationFixtures.leafRevokedByImpostor]).count == 3)
    }

    @Test func `a list under the issuer's own name revokes`() {
        #expect(throws: ChainRejection.revoked) { try validateTwoNamed(RevocationFixtures.leafRevokedUnderOwnName) }
    }

    @Test func `a list under another name of the issuer's key is ignored, whatever its entries say`() throws {
        #expect(try validateTwoNamed(RevocationFixtures.leafRevokedUnderOtherName).count == 2)
    }

    private func validateTwoNamed(_ list: String) throws -> [Certificate] {
        try CertificateChain.validate(
            leaf: certificate(RevocationFixtures.twoNamedAuthorityLeaf), intermediates: [],
            anchors: [certificate(RevocationFixtures.twoNamedAuthority)], at: #require(Timestamp("2027-01-01")),
            revocationLists: [revocationList(list)])
    }

    @Test func `bytes after the list are rejected`() throws {
        let der = try derBlock(RevocationFixtures.leafRevoked, label: "X509 CRL")
        #expect(throws: CertificateRejection.trailingBytes(1)) { try RevocationList(der: der + [0]) }
    }

    @Test func `a truncated list is rejected`() throws {
        let der = try derBlock(RevocationFixtures.leafRevoked, label: "X509 CRL")
        #expect(throws: CertificateRejection.malformed) { try RevocationList(der: der.dropLast()) }
    }

    @Test func `a list above 16 MB is rejected without being read`() {
        let bytes = [UInt8](repeating: 0, count: RevocationList.maximumByteCount + 1)
        #expect(throws: CertificateRejection.tooLarge(byteCount: bytes.count)) { try RevocationList(der: bytes) }
    }
}
