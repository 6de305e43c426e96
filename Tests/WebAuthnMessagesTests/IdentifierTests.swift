// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages

@Suite struct IdentifierTests {
    @Test func `a challenge has at least 16 bytes`() {
        #expect(Challenge([UInt8](repeating: 1, count: 15)) == nil)
        #expect(Challenge([UInt8](repeating: 1, count: 16))?.bytes.count == 16)
    }

    @Test func `the description of a challenge is redacted`() throws {
        let challenge = try #require(Challenge([UInt8](repeating: 0x41, count: 16)))
        #expect("\(challenge)" == "Challenge(redacted)")
        #expect(String(reflecting: challenge) == "Challenge(redacted)")
        #expect(challenge.base64URL == "QUFBQUFBQUFBQUFBQUFBQQ")
    }

    @Test(arguments: ["", "A", "AQ==", "A Q", "+w"])
    func `a credential's identifier is not created from text that is empty or not base64url`(text: String) {
        #expect(CredentialID(base64URL: text) == nil)
    }

    @Test func `a credential's identifier is converted to text and back`() {
        #expect(CredentialID(base64URL: "-_8")?.bytes == [0xFB, 0xFF])
        #expect(CredentialID([0xFB, 0xFF]).base64URL == "-_8")
        #expect("\(CredentialID([0xFB, 0xFF]))" == "-_8")
    }

    @Test(arguments: [1, 64])
    func `a user handle has 1 to 64 bytes`(count: Int) {
        #expect(UserHandle([UInt8](repeating: 1, count: count))?.bytes.count == count)
    }

    @Test(arguments: [0, 65])
    func `a user handle of any other length is not created`(count: Int) {
        #expect(UserHandle([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `a user handle is converted to base64url and back`() {
        #expect(UserHandle(base64URL: "-_8")?.bytes == [0xFB, 0xFF])
        #expect(UserHandle([0xFB, 0xFF])?.base64URL == "-_8")
        #expect(UserHandle(base64URL: "+/8") == nil)
        #expect(UserHandle(base64URL: "") == nil)
    }
}
