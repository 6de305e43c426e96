// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct DistinguishedNameTests {
    /// A name of one attribute, a common name with this value.
    private func commonName(_ value: String) -> [UInt8] {
        let value = hex(value)
        let pair = hex("0603550403") + value
        let set = [0x30, UInt8(pair.count)] + pair
        let name = [0x31, UInt8(set.count)] + set
        return [0x30, UInt8(name.count)] + name
    }

    @Test func `attributes are read in order, with several in one relative name`() throws {
        let name = try certificate(CertificateFixtures.richName).subject
        #expect(name.values(for: DistinguishedName.country) == ["AT"])
        #expect(name.values(for: DistinguishedName.organization) == ["Österreich"])
        #expect(name.values(for: DistinguishedName.organizationalUnit) == ["Prüfung", "Second unit"])
        #expect(name.values(for: DistinguishedName.commonName) == ["Zwei in einem"])
        #expect(name.attributes.count == 5)
        #expect(name.attributes.first?.oid == DistinguishedName.country)
    }

    @Test func `an empty name has no attributes`() throws {
        #expect(try DistinguishedName(der: [0x30, 0]).isEmpty)
    }

    @Test(arguments: [
        ("0c03c3bc78", "üx"),
        ("13024154", "AT"),
        ("16024154", "AT"),
        ("1402fc78", "üx"),
        ("1e0400fc0078", "üx"),
    ])
    func `every type of string is read`(value: String, text: String) throws {
        #expect(try DistinguishedName(der: commonName(value)).values(for: DistinguishedName.commonName) == [text])
    }

    @Test(arguments: [("0303000102", "#0303000102"), ("0c01ff", "#0c01ff"), ("1e0100", "#1e0100")])
    func `a value that is not text is kept in hexadecimal`(value: String, text: String) throws {
        #expect(try DistinguishedName(der: commonName(value)).values(for: DistinguishedName.commonName) == [text])
    }

    @Test(arguments: [
        "", "30", "3100", "300000", "30023000", "30023100", "300431023000", "3006310430020500",
        "300b310930070603550403 0500 00".filter { $0 != " " }, "3009310730050603550403",
        "300f 310d 300b 0603550403 0c0141 0c0142",
    ])
    func `a malformed name is rejected`(der: String) {
        #expect(throws: CertificateRejection.malformedName) { try DistinguishedName(der: hex(der)) }
    }
}
