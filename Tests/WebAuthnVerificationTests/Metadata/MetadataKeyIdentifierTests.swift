// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnVerification
import WireFormats

@Suite struct MetadataKeyIdentifierTests {
    private func entry(keyIdentifier: String) throws -> MetadataEntry? {
        let text = #"{"attestationCertificateKeyIdentifiers":["\#(keyIdentifier)"]}"#
        return MetadataEntry(try JSONReader.read(Array(text.utf8)))
    }

    @Test func `a key identifier has 40 hexadecimal digits`() throws {
        let read = try #require(try entry(keyIdentifier: String(repeating: "aF", count: 20)))
        #expect(read.keyIdentifiers == [[UInt8](repeating: 0xAF, count: 20)])
    }

    /// Swift parses "+f" as a number, but signs are not digits.
    @Test(arguments: [
        String(repeating: "+f", count: 20), String(repeating: "-0", count: 20), String(repeating: "a", count: 39),
        String(repeating: "a", count: 41), String(repeating: "é", count: 20),
    ])
    func `a key identifier in any other form is ignored`(text: String) throws {
        #expect(try entry(keyIdentifier: text) == nil)
    }
}
