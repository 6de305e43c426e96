// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct CertificateRejectionTests {
    let der: [UInt8]

    init() throws {
        der = try derBlock(CertificateFixtures.twoExtensions, label: "CERTIFICATE")
    }

    @Test func `bytes after the certificate are rejected`() {
        #expect(throws: CertificateRejection.trailingBytes(2)) { try Certificate(der: der + [5, 0]) }
    }

    @Test func `a truncated certificate is rejected`() {
        for count in der.indices {
            #expect(throws: CertificateRejection.malformed) { try Certificate(der: [UInt8](der.prefix(count))) }
        }
    }

    @Test func `a certificate above 64 KB is rejected without being read`() {
        #expect(throws: CertificateRejection.tooLarge(byteCount: 65_537)) {
            try Certificate(der: [UInt8](repeating: 0, count: 65_537))
        }
    }

    @Test func `a version that does not exist is rejected`() throws {
        let changed = try #require(der.replacingFirst([0xA0, 3, 2, 1, 2], with: [0xA0, 3, 2, 1, 3]))
        #expect(throws: CertificateRejection.unsupportedVersion(4)) { try Certificate(der: changed) }
    }

    @Test func `a second extension of the same kind is rejected`() throws {
        let changed = try #require(der.replacingFirst(hex("2b0601040183b20302"), with: hex("2b0601040183b20301")))
        #expect(throws: CertificateRejection.duplicateExtension(oid: "1.3.6.1.4.1.55555.1")) {
            try Certificate(der: changed)
        }
    }

    @Test func `an extension with a huge identifier is rejected`() {
        #expect(throws: CertificateRejection.malformed) { try certificate(CertificateFixtures.longIdentifier) }
    }

    @Test func `malformed basic constraints are rejected`() {
        #expect(throws: CertificateRejection.malformedExtension(oid: BasicConstraints.oid)) {
            try certificate(CertificateFixtures.malformedConstraints)
        }
    }

    @Test func `a time that does not exist is rejected`() throws {
        let changed = try #require(der.replacingFirst([UInt8]("460101".utf8), with: [UInt8]("461301".utf8)))
        #expect(throws: CertificateRejection.malformed) { try Certificate(der: changed) }
    }

    @Test func `a name that is not a name is rejected`() throws {
        // The country's set becomes a sequence, and its sequence a set.
        let country = hex("0603550406")
        let changed = try #require(der.replacingFirst(hex("310b3009") + country, with: hex("300b3109") + country))
        #expect(throws: CertificateRejection.self) { try Certificate(der: changed) }
    }

    @Test func `a certificate with any byte changed is read or rejected`() {
        var outcomes: [Bool: Int] = [:]
        for index in der.indices {
            for value in [0x00, 0x30, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = der
                changed[index] = value
                outcomes[(try? Certificate(der: changed).publicKey()) != nil, default: 0] += 1
            }
        }
        // A changed frame is rejected. A changed signature is read, because reading does not verify it.
        #expect(outcomes[false, default: 0] > 0)
        #expect(outcomes[true, default: 0] > 0)
        #expect(outcomes.values.reduce(0, +) == der.count * 5)
    }
}

extension [UInt8] {
    /// Returns `nil` if the old bytes do not occur.
    fileprivate func replacingFirst(_ old: some Collection<UInt8>, with replacement: [UInt8]) -> [UInt8]? {
        firstRange(of: old).map { self[..<$0.lowerBound] + replacement + self[$0.upperBound...] }
    }
}
