// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import TestSupport
import Testing

struct EnvelopeAddressTests {
    @Test(arguments: [
        "ada@example.org", "a@b", "ada.lovelace+x=y@mail.example.co.uk", "o'brien@example.com",
        "!#$%&'*+-/=?^_`{|}~@x.y",
        "x-@xn--bcher-kva.example", "a@1.2.3.4.com", "a@b-c.d1",
    ])
    func `an address is taken as it is`(text: String) {
        #expect(EnvelopeAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "@", "ada", "ada@", "@example.org", "a@b@c", "a@@b", "\"a@b\"@c", "\"a\"@b", "a..b@c", ".a@b", "a.@b",
        "a@b..c",
        "a@.b", "a@b.", "a@-b", "a@b-", "a@b_c", "a@[127.0.0.1]", "a@127.0.0.1", "a@1", "-a@b", "--help@b", "<a@b>",
        "a@b>",
        "<a@b", "a@b>,<c@d", "a@b> SIZE=1", "a b@c", "a@b c", " a@b", "a@b ", "a\t@b", "a@b\r\n",
        "a@b\r\nRCPT TO:<c@d>",
        "a\n@b", "a\r@b", "a\u{0}@b", "a@b\u{0}", "a\u{7F}@b", "a(b)@c", "a,b@c", "a;b@c", "a:b@c", "a\\b@c",
        "\u{E4}@b",
        "a@b\u{FC}cher.example", "a@b\u{3002}c", "a\u{200B}@b", "a\u{FF20}b", "a%0D%0A@b\u{85}",
    ])
    func `an address that is more or less than one is rejected`(text: String) {
        #expect(EnvelopeAddress(text) == nil)
    }

    @Test func `lengths have limits`() {
        let label = String(repeating: "a", count: 63)
        let longest = "\(String(repeating: "b", count: 60))@\(label).\(label).\(label).a"
        #expect(longest.utf8.count == 254 && EnvelopeAddress(longest) != nil)
        #expect(EnvelopeAddress(longest + "a") == nil)
        #expect(EnvelopeAddress("\(String(repeating: "b", count: 65))@a") == nil)
        #expect(EnvelopeAddress("a@a\(label)") == nil)
    }

    /// Whatever passes is checked again by other means: against what the protocol gives a meaning.
    @Test func `no text that passes means anything to a mail server`() {
        var generator = SeededGenerator(seed: 5321)
        let pieces = [
            "a", "Z", "0", ".", "-", "_", "+", "example", "org", "@", "@", "@", "@", "a@b", "<", ">", " ", "\t", "\r",
            "\n",
            "\r\n", "\0", "\"", "\\", ",", ";", ":", "(", ")", "[", "]", "%00", "\u{E9}", "\u{212A}", "\u{200B}",
            "\u{FF0E}",
            "RCPT TO:",
        ]
        let hostile = Set<Character>([
            "<", ">", " ", "\t", "\r", "\n", "\r\n", "\0", "\"", "\\", ",", ";", ":", "(", ")", "[", "]",
        ])
        var passed = 0
        for _ in 0..<100_000 {
            let count = Int.random(in: 1...8, using: &generator)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            guard let address = EnvelopeAddress(text) else { continue }
            passed += 1
            #expect(address.text == text && text.allSatisfy(\.isASCII) && !text.contains(where: hostile.contains))
            #expect(text.filter { $0 == "@" }.count == 1 && !text.hasPrefix("-") && text.utf8.count <= 254)
        }
        #expect(passed > 100)
    }

    @Test func `no byte but those of names can be added anywhere`() {
        let valid = Array("ada@example.org".utf8)
        for byte in UInt8.min...0x7F {
            for place in 0...valid.count {
                let text = String(decoding: valid[..<place] + [byte] + valid[place...], as: UTF8.self)
                guard EnvelopeAddress(text) != nil else { continue }
                let character = Character(Unicode.Scalar(byte))
                #expect(character.isLetter || character.isNumber || "!#$%&'*+-/=?^_`{|}~.".contains(character))
            }
        }
    }
}
