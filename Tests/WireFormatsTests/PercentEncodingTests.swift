// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct PercentEncodingTests {
    @Test func `only the unreserved characters are kept`() {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        #expect(PercentEncoding.encode(unreserved) == unreserved)
        for byte in UInt8(0)..<0x80 where !unreserved.utf8.contains(byte) {
            let digits = String(byte, radix: 16, uppercase: true)
            let expected = "%" + (byte < 0x10 ? "0" : "") + digits
            #expect(PercentEncoding.encode(String(UnicodeScalar(byte))) == expected)
        }
    }

    @Test func `the bytes of UTF-8 are escaped`() {
        #expect(PercentEncoding.encode("é|") == "%C3%A9%7C")
        #expect(PercentEncoding.decode("%c3%A9%7c") == "é|")
    }

    @Test(arguments: ["%", "%4", "a%4", "%4x", "%x4", "%%41", "%C3", "%FF"])
    func `an escape that is truncated, malformed or not UTF-8 is rejected`(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test func `a plus sign is a space in forms only`() {
        #expect(PercentEncoding.decode("a+b") == "a+b")
        #expect(PercentEncoding.decode(Array("a+b%2B".utf8)[...], plusIsBlank: true) == "a b+")
    }
}
