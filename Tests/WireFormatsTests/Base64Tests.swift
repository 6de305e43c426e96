// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct Base64Tests {
    /// RFC 4648 §10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the test vectors of RFC 4648 are encoded and decoded`(plain: String, encoded: String) {
        let unpadded = String(encoded.prefix { $0 != "=" })
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
        #expect(Base64URL.encode(Array(plain.utf8)) == unpadded)
        #expect(Base64URL.decode(unpadded) == Array(plain.utf8))
    }

    @Test(arguments: 0..<8)
    func `base64url can be appended to what is there`(count: Int) {
        let bytes = (0..<count).map { UInt8($0 * 37) }
        var output = Array("front.".utf8)
        Base64URL.append(bytes, to: &output)
        #expect(output == Array("front.\(Base64URL.encode(bytes))".utf8))
    }

    @Test func `the two alphabets differ in their last two symbols`() {
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
        #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
        #expect(Base64.decode("--__") == nil)
        #expect(Base64URL.decode("++//") == nil)
    }

    @Test(arguments: [
        "A", "AAAAA", "Zg==", "Zm8=", "=", "Zm9v=", "Zm 9v", "Zm9v\n", " Zm9v", "Zm9\u{7F}", "Zm9é", "AB", "AAB",
    ])
    func `text that encoding would not write is not base64url`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zm8", "Z===", "====", "=", "Zg==Zg==", "Zm9v====", "Z=g=", "Zh==", "Zm9=", "Zm9v\n", "Zm-v",
    ])
    func `text that encoding would not write is not base64`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func `two symbols are base64url exactly if their last bits are zero`() {
        let symbols = (0...255).map { UInt8($0) }
        var accepted = 0
        for first in symbols {
            for second in symbols {
                guard let bytes = Base64URL.decode([first, second]) else { continue }
                accepted += 1
                #expect(Array(Base64URL.encode(bytes).utf8) == [first, second])
            }
        }
        #expect(accepted == 256)
    }

    @Test func `bytes that are not contiguous are decoded`() {
        #expect(Base64URL.decode(Array("v9mZx".utf8).reversed().dropFirst()) == Array("foo".utf8))
    }
}
