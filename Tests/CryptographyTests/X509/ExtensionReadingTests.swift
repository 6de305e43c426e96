// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct ExtensionReadingTests {
    @Test(arguments: [
        ("3000", BasicConstraints.present(isCA: false, pathLength: nil)),
        ("30030101ff", .present(isCA: true, pathLength: nil)),
        ("3003010100", .present(isCA: false, pathLength: nil)),
        ("30060101ff020103", .present(isCA: true, pathLength: 3)),
        ("3003020100", .present(isCA: false, pathLength: 0)),
    ])
    func `basic constraints are read`(value: String, constraints: BasicConstraints) throws {
        #expect(try BasicConstraints(extensionValue: hex(value)) == constraints)
    }

    @Test(arguments: [
        "", "30", "300000", "0500", "30020101", "30020100", "300402020005", "30030201ff", "30060201000101ff",
        "30090101ff020100020100", "30050101ff0500", "30060101ff040103", "30060101ff0a0103", "3080",
    ])
    func `malformed basic constraints are rejected`(value: String) {
        #expect(throws: CertificateRejection.malformedExtension(oid: "2.5.29.19")) {
            try BasicConstraints(extensionValue: hex(value))
        }
    }

    @Test func `key purposes are read in order`() throws {
        let usage = try ExtendedKeyUsage(extensionValue: hex("3011 06052b06010507 0608 2b06010505070302"))
        #expect(usage.purposes == ["1.3.6.1.5.7", "1.3.6.1.5.5.7.3.2"])
        #expect(usage.contains("1.3.6.1.5.5.7.3.2"))
        #expect(!usage.contains("1.3.6.1.5.5.7.3.1"))
    }

    @Test(arguments: ["", "3000", "300306012b00", "30020500", "3002 0600", "3003060180", "06012b"])
    func `malformed key purposes are rejected`(value: String) {
        #expect(throws: CertificateRejection.malformedExtension(oid: "2.5.29.37")) {
            try ExtendedKeyUsage(extensionValue: hex(value))
        }
    }

    @Test func `names of hosts and directories are read, and others are skipped`() throws {
        // An e-mail address, a host, a directory name, an IP address.
        let names = try SubjectAlternativeName(
            extensionValue: hex("3020 8103614062 8203612e62 a40e 300c310a300806035504030c0161 8704 7f000001"))
        #expect(names.dnsNames == ["a.b"])
        #expect(names.directoryNames.map { $0.values(for: DistinguishedName.commonName) } == [["a"]])
    }

    @Test(arguments: [
        "", "300000", "3003 8201 80", "3003 8201 00", "3004a4023100", "3002a400", "3006a40430003000", "0500",
    ])
    func `malformed alternative names are rejected`(value: String) {
        #expect(throws: CertificateRejection.malformedExtension(oid: "2.5.29.17")) {
            try SubjectAlternativeName(extensionValue: hex(value))
        }
    }
}
