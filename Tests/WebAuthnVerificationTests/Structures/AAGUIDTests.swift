// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Models of authenticators")
struct AAGUIDTests {
    static let written = "01020304-0506-0708-090a-0b0c0d0e0f10"
    static let bytes = [UInt8](1...16)

    @Test("a model survives its text")
    func roundTrip() throws {
        #expect(AAGUID(Self.written)?.bytes == Self.bytes)
        #expect(AAGUID(Self.written.uppercased())?.bytes == Self.bytes)
        #expect(AAGUID(Self.bytes)?.description == Self.written)
    }

    @Test("a model has 16 bytes", arguments: [0, 15, 17, 32])
    func length(_ count: Int) {
        #expect(AAGUID([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(
        "a text of another form is no model",
        arguments: [
            "", "0102030405060708090a0b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0f1", written + "0", written + "-",
            "0102030-40506-0708-090a-0b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0g10",
            "01020304-0506-0708-090a0-b0c0d0e0f10", "01020304-0506-0708-090a-0b0c0d0e0f--",
            "{01020304-0506-0708-090a-0b0c0d0e0f}", "٠1020304-0506-0708-090a-0b0c0d0e0f1",
        ])
    func otherText(_ text: String) {
        #expect(AAGUID(text) == nil)
    }

    @Test("a certificate names a model in an octet string")
    func certificateExtension() {
        #expect(AAGUIDExtension.read(DER.octetString(Self.bytes))?.bytes == Self.bytes)
    }

    @Test(
        "a certificate's extension of another form names none",
        arguments: [
            [], bytes, DER.octetString(Array(bytes.dropLast())), DER.octetString(bytes) + [0], DER.bitString(bytes),
            DER.octetString(DER.octetString(bytes)),
        ])
    func otherExtension(_ value: [UInt8]) {
        #expect(AAGUIDExtension.read(value) == nil)
    }
}
