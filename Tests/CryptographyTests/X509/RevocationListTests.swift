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

    @Test func `it is enough that one of several lists names the certificate`() {
        #expect(throws: ChainRejection.revoked) {
            try validate([RevocationFixtures.nothingRevoked, RevocationFixtures.leafRevoked])
        }
    }

    @Test func `a list that names other certificates changes nothing`() throws {
        #expect(try validate([RevocationFixtures.nothingRevoked]).count == 3)
    }

    @Test func `a list that the issuer did not sign is ignored`() throws {
        #expect(try validate([RevocationFixtures.leafRevokedByImpostor]).count == 3)
    }

    @Test(arguments: [
        (RevocationFixtures.leafRevokedUnderOwnName, true), (RevocationFixtures.leafRevokedUnderOtherName, false),
    ])
    func `a list counts under the issuer's name only, whatever its entries say`(list: String, isRefused: Bool) throws {
        func validate() throws(ChainRejection) {
            _ = try CertificateChain.validate(leaf: leaf, intermediates: [], anchors: [root], at: time, revocationLists: [list])
        }
        let leaf = try certificate(RevocationFixtures.twoNamedAuthorityLeaf)
        let root = try certificate(RevocationFixtures.twoNamedAuthority)
        let time = try #require(Timestamp("2027-01-01"))
        let list = try revocationList(list)
        if isRefused {
            #expect(throws: ChainRejection.revoked) { try validate() }
        } else {
            try validate()
        }
    }

    @Test func `bytes after the list are rejected`() throws {
        let der = try derBlock(RevocationFixtures.leafRevoked, label: "X509 CRL")
        #expect(throws: CertificateRejection.trailingBytes(1)) { try RevocationList(der: der + [0]) }
    }

    @Test func `a list cut short is rejected`() throws {
        let der = try derBlock(RevocationFixtures.leafRevoked, label: "X509 CRL")
        #expect(throws: CertificateRejection.malformed) { try RevocationList(der: der.dropLast()) }
    }

    @Test func `a list above 16 MB is rejected unread`() {
        let bytes = [UInt8](repeating: 0, count: RevocationList.maximumByteCount + 1)
        #expect(throws: CertificateRejection.tooLarge(byteCount: bytes.count)) { try RevocationList(der: bytes) }
    }
}
