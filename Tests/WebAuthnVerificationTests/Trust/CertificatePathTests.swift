// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct CertificatePathTests {
    private let hierarchy: Hierarchy

    init() throws {
        hierarchy = try Hierarchy()
    }

    @Test func `of two intermediates with the same name, the issuer is found in any order`() throws {
        let other = try hierarchy.intermediate(key: SigningKey(.es256))
        for sent in [[hierarchy.intermediate, other], [other, hierarchy.intermediate]] {
            #expect(
                try hierarchy.path(sent)
                    == [hierarchy.leaf, hierarchy.intermediate, hierarchy.root].map(Hierarchy.read))
        }
    }

    @Test func `of an expired and a renewed intermediate, the valid one is found in any order`() throws {
        let expired = try hierarchy.intermediate(key: hierarchy.intermediate.key) {
            $0.validFrom = .init(timeIntervalSince1970: 1_600_000_000)
            $0.validUntil = .init(timeIntervalSince1970: 1_600_000_001)
        }
        for sent in [[hierarchy.intermediate, expired], [expired, hierarchy.intermediate]] {
            #expect(try hierarchy.path(sent).count == 3)
        }
    }

    @Test func `a path is found if intermediates on two levels share their names`() throws {
        let middle = try hierarchy.intermediate(named: "Middle", key: SigningKey(.es256))
        let lower = try hierarchy.intermediate(
            named: "Lower", key: SigningKey(.es256), issuer: .init(middle)
        ) { $0.includesKeyIdentifiers = false }
        let leaf = try hierarchy.mint("Leaf", key: SigningKey(.es256), issuer: .init(lower))
        let unrelated = try ["Middle", "Lower"].map { try hierarchy.intermediate(named: $0, key: SigningKey(.es256)) }
        let path = try hierarchy.path([unrelated[1], unrelated[0], lower, middle], of: leaf)
        #expect(path == [leaf, lower, middle, hierarchy.root].map(Hierarchy.read))
    }

    @Test func `of two anchors with the same name, the issuer is found above an intermediate`() throws {
        let other = try hierarchy.mint("Root", key: SigningKey(.es256)) {
            $0.basicConstraints = .authority(pathLength: nil)
        }
        for anchors in [[hierarchy.root, other], [other, hierarchy.root]] {
            #expect(try hierarchy.path([hierarchy.intermediate], anchors: anchors).count == 3)
        }
    }

    @Test func `an authority without the issuer's name is not the issuer, although its key signed`() throws {
        let alias = try hierarchy.intermediate(named: "Alias", key: hierarchy.intermediate.key)
        #expect(throws: ChainRejection.noPathToAnchor) { try hierarchy.path([alias]) }
    }

    @Test func `a revoked certificate ends the search, although another certificate of its key chains to the anchor`()
        throws
    {
        let renewed = try hierarchy.intermediate(key: hierarchy.intermediate.key)
        let list = CertificateMint.mint(
            RevocationListTemplate(revoking: [hierarchy.intermediate.serialNumber]), issuer: .init(hierarchy.root))
        let lists = [try RevocationList(der: list)]
        let unrelated = try hierarchy.intermediate(key: SigningKey(.es256))
        for sent in [[hierarchy.intermediate, renewed], [unrelated, hierarchy.intermediate, renewed]] {
            #expect(throws: ChainRejection.revoked) { try hierarchy.path(sent, lists: lists) }
        }
        #expect(try hierarchy.path([renewed], lists: lists).count == 3)
    }

    @Test func `a search among certificates that issued each other ends`() throws {
        let key = try SigningKey(.es256)
        let template = CertificateTemplate(subject: DirectoryName([.commonName("Loop")])).with {
            $0.basicConstraints = .authority(pathLength: nil)
        }
        let loop = (0..<8).map { _ in CertificateMint.mint(template, key: key) }
        let leaf = try hierarchy.mint("Leaf", key: SigningKey(.es256), issuer: .init(loop[0]))
        var work = VerificationWork()
        #expect(throws: ChainRejection.self) {
            try ChainRules(anchors: [Hierarchy.read(hierarchy.root)], time: .now()).validate(
                Hierarchy.read(leaf), intermediates: loop.map(Hierarchy.read), work: &work)
        }
        #expect(work.spent < 64)
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a search that needs more work than the limit is rejected`(limit: Int) throws {
        // The path takes two signatures. If the first attempt fails, the path takes twice as many, and the search two.
        var work = VerificationWork(limit: limit)
        let rules = ChainRules(anchors: [Hierarchy.read(hierarchy.root)], time: .now())
        let validate = {
            try rules.validate(
                Hierarchy.read(hierarchy.leaf), intermediates: [Hierarchy.read(hierarchy.intermediate)], work: &work)
        }
        if limit < 2 {
            #expect(throws: ChainRejection.tooCostly) { try validate() }
        } else {
            #expect(try validate().count == 3)
        }
        #expect(work.spent <= limit)
    }

    @Test func `authorities that are not the issuer don't exhaust the search`() throws {
        let template = CertificateTemplate(subject: DirectoryName([.commonName("Intermediate")])).with {
            $0.basicConstraints = .authority(pathLength: nil)
            $0.includesKeyIdentifiers = false
        }
        let others = try (0..<8).map { _ in CertificateMint.mint(template, key: try SigningKey(.es256)) }
        #expect(try hierarchy.path(others + [hierarchy.intermediate]).count == 3)
    }

    @Test func `authorities with other names don't exhaust the search`() throws {
        let key = try SigningKey(.es256)
        let others = try (0..<40).map { number in try hierarchy.mint("Other \(number)", key: key) }
        let unrelated = try hierarchy.intermediate(key: key)
        #expect(try hierarchy.path([unrelated, hierarchy.intermediate], anchors: others + [hierarchy.root]).count == 3)
    }

    @Test func `a first attempt that exceeds the limit is not followed by a search`() throws {
        let key = try SigningKey(.es256)
        let others = try (0..<8).map { number in try hierarchy.intermediate(named: "Other \(number)", key: key) }
        let rules = ChainRules(anchors: [Hierarchy.read(hierarchy.root)], time: .now())
        var work = VerificationWork(limit: 9)
        #expect(throws: ChainRejection.tooCostly) {
            try rules.validate(
                Hierarchy.read(hierarchy.leaf), intermediates: (others + [hierarchy.intermediate]).map(Hierarchy.read),
                work: &work)
        }
        #expect(work.spent == 0)
    }

    @Test func `the work of a second attempt is counted`() throws {
        // Three signatures in the first attempt, three in the search, two in the path that it finds.
        let other = try hierarchy.intermediate(key: SigningKey(.es256))
        let rules = ChainRules(anchors: [Hierarchy.read(hierarchy.root)], time: .now())
        var spent: [Int] = []
        for limit in [Int.max, 4] {
            var work = VerificationWork(limit: limit)
            _ = try? rules.validate(
                Hierarchy.read(hierarchy.leaf), intermediates: [other, hierarchy.intermediate].map(Hierarchy.read),
                work: &work)
            spent.append(work.spent)
        }
        #expect(spent == [8, 4])
    }

    @Test func `certificates with the same key are distinguished from those with another key`() throws {
        let renewed = try hierarchy.intermediate(key: hierarchy.intermediate.key)
        #expect(Hierarchy.read(renewed) != Hierarchy.read(hierarchy.intermediate))
        #expect(Hierarchy.read(renewed).isOfSameKey(as: Hierarchy.read(hierarchy.intermediate)))
        #expect(!Hierarchy.read(hierarchy.root).isOfSameKey(as: Hierarchy.read(hierarchy.intermediate)))
    }
}

/// A root, an intermediate and a leaf. Without key identifiers, issuers are found by name only.
private struct Hierarchy {
    let root: MintedCertificate
    let intermediate: MintedCertificate
    let leaf: MintedCertificate

    init() throws {
        func authority(_ name: String) -> CertificateTemplate {
            CertificateTemplate(subject: DirectoryName([.commonName(name)])).with {
                $0.basicConstraints = .authority(pathLength: nil)
                $0.includesKeyIdentifiers = false
            }
        }
        root = CertificateMint.mint(authority("Root"), key: try SigningKey(.es256))
        intermediate = CertificateMint.mint(
            authority("Intermediate"), key: try SigningKey(.es256), issuer: .init(root))
        leaf = CertificateMint.mint(
            CertificateTemplate(subject: DirectoryName([.commonName("Leaf")])).with {
                $0.includesKeyIdentifiers = false
            }, key: try SigningKey(.es256), issuer: .init(intermediate))
    }

    func mint(
        _ name: String, key: SigningKey, issuer: CertificateMint.Issuer? = nil,
        editing change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> MintedCertificate {
        let template = CertificateTemplate(subject: DirectoryName([.commonName(name)])).with {
            $0.includesKeyIdentifiers = false
            change(&$0)
        }
        return CertificateMint.mint(template, key: key, issuer: issuer)
    }

    func intermediate(
        named name: String = "Intermediate", key: SigningKey, issuer: CertificateMint.Issuer? = nil,
        editing change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> MintedCertificate {
        try mint(name, key: key, issuer: issuer ?? .init(root)) {
            $0.basicConstraints = .authority(pathLength: nil)
            change(&$0)
        }
    }

    func path(
        _ sent: [MintedCertificate], of leaf: MintedCertificate? = nil, anchors: [MintedCertificate]? = nil,
        lists: [RevocationList] = []
    ) throws -> [Certificate] {
        try CertificateChain.validate(
            leaf: Hierarchy.read(leaf ?? self.leaf), intermediates: sent.map(Hierarchy.read),
            anchors: (anchors ?? [root]).map(Hierarchy.read), at: .now(), revocationLists: lists)
    }

    static func read(_ certificate: MintedCertificate) -> Certificate {
        guard let read = try? Certificate(der: certificate.der) else { fatalError("a minted certificate can be read") }
        return read
    }
}
