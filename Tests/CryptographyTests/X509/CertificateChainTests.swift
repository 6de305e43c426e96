// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WireFormats

@Suite struct CertificateChainTests {
    static let time = Timestamp(secondsSince1970: 1_780_272_000)  // 2026-06-01

    private func validate(
        _ leaf: String, intermediates: [String] = [], anchors: [String], at time: Timestamp = Self.time
    ) throws -> [Certificate] {
        try CertificateChain.validate(
            leaf: certificate(leaf), intermediates: intermediates.map(certificate), anchors: anchors.map(certificate),
            at: time)
    }

    @Test func `a chain to an anchor is returned from the leaf up`() throws {
        let chain = try validate(
            ChainFixtures.leaf, intermediates: [ChainFixtures.intermediate], anchors: [ChainFixtures.root])
        #expect(try chain == [ChainFixtures.leaf, ChainFixtures.intermediate, ChainFixtures.root].map(certificate))
    }

    @Test func `the root may be among the intermediates`() throws {
        let sent = [ChainFixtures.root, ChainFixtures.intermediate]
        #expect(try validate(ChainFixtures.leaf, intermediates: sent, anchors: [ChainFixtures.root]).count == 3)
    }

    @Test func `unrelated anchors and certificates don't matter`() throws {
        let chain = try validate(
            ChainFixtures.leaf,
            intermediates: [ChainFixtures.selfSignedLeaf, ChainFixtures.intermediate, ChainFixtures.leaf],
            anchors: [ChainFixtures.selfSignedLeaf, ChainFixtures.root, ChainFixtures.root])
        #expect(chain.count == 3)
    }

    @Test func `an intermediate may be the anchor`() throws {
        let chain = try validate(ChainFixtures.leaf, intermediates: [], anchors: [ChainFixtures.intermediate])
        #expect(try chain == [ChainFixtures.leaf, ChainFixtures.intermediate].map(certificate))
    }

    @Test(arguments: [ChainFixtures.leaf, ChainFixtures.selfSignedLeaf, ChainFixtures.root])
    func `a leaf may itself be the anchor`(leaf: String) throws {
        #expect(try validate(leaf, intermediates: [], anchors: [leaf]) == [certificate(leaf)])
    }

    @Test func `a leaf that is the anchor still expires`() {
        #expect(throws: ChainRejection.expired) {
            try validate(ChainFixtures.expiredLeaf, anchors: [ChainFixtures.expiredLeaf])
        }
    }

    @Test func `a leaf that is the anchor is not valid before its time`() {
        #expect(throws: ChainRejection.notYetValid) {
            try validate(ChainFixtures.futureLeaf, anchors: [ChainFixtures.futureLeaf])
        }
    }

    @Test func `no chain is trusted without anchors`() {
        #expect(throws: ChainRejection.noPathToAnchor) {
            try validate(
                ChainFixtures.leaf, intermediates: [ChainFixtures.intermediate, ChainFixtures.root], anchors: [])
        }
    }

    @Test func `a missing intermediate leaves no path`() {
        #expect(throws: ChainRejection.noPathToAnchor) {
            try validate(ChainFixtures.leaf, anchors: [ChainFixtures.root])
        }
    }

    @Test func `a self-signed leaf that is not an anchor is not trusted`() {
        #expect(throws: ChainRejection.noPathToAnchor) {
            try validate(ChainFixtures.selfSignedLeaf, anchors: [ChainFixtures.root])
        }
    }

    @Test func `a root that only looks like the anchor is not trusted`() {
        let rejections: [ChainRejection] = [.signatureInvalid, .noPathToAnchor]
        let rejection = #expect(throws: ChainRejection.self) {
            try validate(
                ChainFixtures.leafOfLookalikeRoot, intermediates: [ChainFixtures.lookalikeRoot],
                anchors: [ChainFixtures.root])
        }
        #expect(rejections.contains { $0 == rejection })
    }

    @Test func `a leaf that its issuer did not sign has an invalid signature`() {
        #expect(throws: ChainRejection.signatureInvalid) {
            try validate(
                ChainFixtures.forgedLeaf, intermediates: [ChainFixtures.intermediate], anchors: [ChainFixtures.root])
        }
    }

    @Test(arguments: [ChainFixtures.leafOfRoot, ChainFixtures.leafOfLookalikeRoot])
    func `of two anchors with the same name, the one that signed is found`(leaf: String) throws {
        for anchors in [
            [ChainFixtures.root, ChainFixtures.lookalikeRoot], [ChainFixtures.lookalikeRoot, ChainFixtures.root],
        ] {
            #expect(try validate(leaf, anchors: anchors).count == 2)
        }
    }

    @Test func `an expired leaf is rejected`() {
        #expect(throws: ChainRejection.expired) {
            try validate(
                ChainFixtures.expiredLeaf, intermediates: [ChainFixtures.intermediate], anchors: [ChainFixtures.root])
        }
    }

    @Test func `a leaf is rejected before its time`() {
        #expect(throws: ChainRejection.notYetValid) {
            try validate(
                ChainFixtures.futureLeaf, intermediates: [ChainFixtures.intermediate], anchors: [ChainFixtures.root])
        }
    }

    @Test func `an expired intermediate is rejected`() {
        #expect(throws: ChainRejection.expired) {
            try validate(
                ChainFixtures.leaf, intermediates: [ChainFixtures.expiredIntermediate], anchors: [ChainFixtures.root])
        }
    }

    @Test func `the validity of a certificate includes its first and last second`() throws {
        let leaf = try certificate(ChainFixtures.leaf)
        func isValid(_ seconds: Int64) -> Bool {
            let chain = try? CertificateChain.validate(
                leaf: leaf, intermediates: [], anchors: [leaf], at: Timestamp(secondsSince1970: seconds))
            return chain != nil
        }
        let (first, last) = (leaf.notBefore.secondsSince1970, leaf.notAfter.secondsSince1970)
        #expect([first - 1, first, last, last + 1].map(isValid) == [false, true, true, false])
    }

    @Test func `the caller's time decides the validity`() throws {
        let chain = try validate(
            ChainFixtures.expiredLeaf, intermediates: [ChainFixtures.intermediate], anchors: [ChainFixtures.root],
            at: Timestamp(secondsSince1970: 1_768_435_200))  // 2026-01-15
        #expect(chain.count == 3)
    }

    @Test(arguments: [0, -1, .max, .min] as [Int64])
    func `an absurd time is outside of every validity`(seconds: Int64) {
        #expect(throws: ChainRejection.self) {
            try validate(
                ChainFixtures.leafOfRoot, anchors: [ChainFixtures.root], at: Timestamp(secondsSince1970: seconds))
        }
    }

    @Test func `a leaf cannot issue certificates`() {
        #expect(throws: ChainRejection.invalid("invalid CA certificate")) {
            try validate(
                ChainFixtures.childOfLeaf, intermediates: [ChainFixtures.leaf, ChainFixtures.intermediate],
                anchors: [ChainFixtures.root])
        }
    }

    @Test func `an intermediate without basic constraints cannot issue certificates`() {
        #expect(throws: ChainRejection.invalid("invalid CA certificate")) {
            try validate(
                ChainFixtures.leafOfUnconstrained, intermediates: [ChainFixtures.unconstrainedIntermediate],
                anchors: [ChainFixtures.root])
        }
    }

    @Test func `a path longer than an authority allows is rejected`() {
        #expect(throws: ChainRejection.invalid("path length constraint exceeded")) {
            try validate(
                ChainFixtures.leafTooDeep,
                intermediates: [ChainFixtures.intermediateTooDeep, ChainFixtures.intermediate],
                anchors: [ChainFixtures.root])
        }
    }

    @Test func `an unknown critical extension is rejected`() {
        #expect(throws: ChainRejection.invalid("unhandled critical extension")) {
            try validate(
                ChainFixtures.leafWithUnknownCriticalExtension, intermediates: [ChainFixtures.intermediate],
                anchors: [ChainFixtures.root])
        }
    }

    @Test func `a signature over MD5 is rejected`() {
        #expect(throws: ChainRejection.invalid("a signature uses a broken digest")) {
            try validate(
                ChainFixtures.md5Leaf, anchors: [ChainFixtures.md5Root],
                at: Timestamp(secondsSince1970: 1_811_808_000))  // 2027-06-01
        }
    }

    @Test func `many threads may validate with the same certificates`() async throws {
        let leaf = try certificate(ChainFixtures.leaf)
        let intermediate = try certificate(ChainFixtures.intermediate)
        let root = try certificate(ChainFixtures.root)
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try? CertificateChain.validate(
                        leaf: leaf, intermediates: [intermediate], anchors: [root], at: Self.time
                    ).count
                }
            }
            for await count in group {
                #expect(count == 3)
            }
        }
    }
}
