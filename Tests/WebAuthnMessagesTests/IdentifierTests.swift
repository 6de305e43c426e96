// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages

@Suite struct IdentifierTests {
    @Test func `a challenge has 16 bytes or more`() {
        #expect(Challenge([UInt8](repeating: 1, count: 15)) == nil)
        #expect(Challenge([UInt8](repeating: 1, count: 16))?.bytes.count == 16)
    }

    @Test func `a challenge is not printed`() throws {
        let challenge = try #require(Challenge([UInt8](repeating: 0x41, count: 16)))
        #expect("\(challenge)" == "Challenge(redacted)")
        #expect(String(reflecting: challenge) == "Challenge(redacted)")
        #expect(challenge.base64URL == "QUFBQUFBQUFBQUFBQUFBQQ")
    }

    @Test(arguments: ["", "A", "AQ==", "A Q", "+w"])
    func `a text that is empty or not base64url is no credential's identifier`(text: String) {
        #expect(CredentialID(base64URL: text) == nil)
    }

    @Test func `a credential's identifier survives its text`() {
        #expect(CredentialID(base64URL: "-_8")?.bytes == [0xFB, 0xFF])
        #expect(CredentialID([0xFB, 0xFF]).base64URL == "-_8")
        #expect("\(CredentialID([0xFB, 0xFF]))" == "-_8")
    }

    @Test(arguments: [1, 64])
    func `a user handle has 1 to 64 bytes`(count: Int) {
        #expect(UserHandle([UInt8](repeating: 1, count: count))?.bytes.count == count)
    }

    @Test(arguments: [0, 65])
    func `a user handle has no other length`(count: Int) {
        #expect(UserHandle([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test func `a user handle survives its text, which has to be base64url`() {
        #expect(UserHandle(base64URL: "-_8")?.bytes == [0xFB, 0xFF])
        #expect(UserHandle([0xFB, 0xFF])?.base64URL == "-_8")
        #expect(UserHandle(base64URL: "+/8") == nil)
        #expect(UserHandle(base64URL: "") == nil)
    }
}
