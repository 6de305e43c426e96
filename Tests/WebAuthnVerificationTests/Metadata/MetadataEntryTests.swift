// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnVerification
import WireFormats

@Suite struct MetadataEntryTests {
    private static let model: JSONValue = "01020304-0506-0708-090a-0b0c0d0e0f10"

    @Test func `an entry with an AAGUID is parsed without its other members`() throws {
        let entry = try #require(MetadataEntry(["aaguid": Self.model]))
        #expect(entry.model?.bytes == [UInt8](1...16))
        #expect(entry.keyIdentifiers == [])
        #expect(entry.description == "")
        #expect(!entry.allowsSelfAttestation)
        #expect(entry.compromise(of: [], at: Timestamp(secondsSince1970: 0)) == nil)
    }

    @Test func `an entry with key identifiers is parsed without the malformed ones`() throws {
        let good = String(repeating: "0a", count: 20)
        let entry = try #require(
            MetadataEntry([
                "attestationCertificateKeyIdentifiers": [
                    .string(good), .string(good + "0a"), "0a", "", .string("+1" + good.dropFirst(2)), 7,
                ]
            ]))
        #expect(entry.keyIdentifiers == [[UInt8](repeating: 0x0A, count: 20)])
    }

    @Test(
        arguments: [
            [:], ["aaid": "4e4e#4005"], ["aaguid": "not a model"], ["attestationCertificateKeyIdentifiers": ["0a"]], [],
            "a",
        ] as [JSONValue])
    func `an entry without AAGUID and key identifiers is skipped`(json: JSONValue) {
        #expect(MetadataEntry(json) == nil)
    }
}
