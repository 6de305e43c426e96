// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct AAGUIDTests {
    static let written = "01020304-0506-0708-090a-0b0c0d0e0f10"
    static let bytes = [UInt8](1...16)

    @Test func `an AAGUID is converted to text and back`() throws {
        #expect(AAGUID(Self.written)?.bytes == Self.bytes)
        #expect(AAGUID(Self.written.uppercased())?.bytes == Self.bytes)
        #expect(AAGUID(Self.bytes)?.description == Self.written)
    }

    @Test(arguments: [0, 15, 17, 32])
    func `an AAGUID has 16 bytes`(count: Int) {
        #expect(AAGUID([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(arguments: [
        "", "0102030405060708090a0b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0f1", written + "0", written + "-",
        "0102030-40506-0708-090a-0b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0g10",
        "01020304-0506-0708-090a0-b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0f--",
        "{01020304-0506-0708-090a-0b0c0d0e0f}", "٠1020304-0506-0708-090a-0b0c0d0e0f1",
    ])
    func `an AAGUID is not created from text of any other form`(text: String) {
        #expect(AAGUID(text) == nil)
    }

    @Test func `the certificate extension has the AAGUID in an octet string`() {
        #expect(AAGUIDExtension.parse(DER.octetString(Self.bytes))?.bytes == Self.bytes)
    }

    @Test(arguments: [
        [], bytes, DER.octetString(Array(bytes.dropLast())), DER.octetString(bytes) + [0], DER.bitString(bytes),
        DER.octetString(DER.octetString(bytes)),
    ])
    func `a certificate extension of any other form is rejected`(value: [UInt8]) {
        #expect(AAGUIDExtension.parse(value) == nil)
    }
}
