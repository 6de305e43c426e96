// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import TestSupport
import Testing

struct OutgoingMailTests {
    @Test(arguments: [
        ("", OutgoingMailRejection.empty), ("a\n", .bareLineBreak), ("a\rb\r\n", .bareLineBreak),
        ("a\r\n\n", .bareLineBreak),
        ("a\r\n\r", .bareLineBreak), ("a\r\r\n", .bareLineBreak), ("\n.\n", .bareLineBreak),
        ("a\r\n.\rb\r\n", .bareLineBreak), ("a", .unfinishedLine), ("a\r\nb", .unfinishedLine), ("a\0b\r\n", .zeroByte),
        ("\u{E9}\r\n", .notASCII), ("\(String(repeating: "x", count: 999))\r\n", .lineTooLong),
    ])
    func `a message that servers may read in different ways is rejected`(
        text: String, rejection: OutgoingMailRejection
    ) throws {
        #expect(throws: rejection) { try MailFixture.mail(text) }
    }

    @Test(arguments: [
        "\r\n", "a\r\n", "\(String(repeating: "x", count: 998))\r\n", "\r\n\r\n.\r\n", "\t\u{1B}\u{7F}\r\n",
    ])
    func `a message with whole lines is taken as it is`(text: String) throws {
        let mail = try MailFixture.mail(text)
        #expect(mail.message == Array(text.utf8))
    }

    @Test func `no message that passes has a line break that is not whole`() {
        var generator = SeededGenerator(seed: 5322)
        let bytes: [UInt8] = [0x0D, 0x0A, 0x2E, 0x61, 0x00, 0x80]
        var passed = 0
        for _ in 0..<50_000 {
            let message = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                bytes[Int.random(in: 0..<bytes.count, using: &generator)]
            }
            guard let mail = try? MailFixture.mail(message) else { continue }
            passed += 1
            let lines = String(decoding: mail.message, as: UTF8.self).split(
                separator: "\r\n", omittingEmptySubsequences: false)
            #expect(lines.last == "" && lines.allSatisfy { $0.utf8.allSatisfy { $0 == 0x2E || $0 == 0x61 } })
        }
        #expect(passed > 100)
    }
}
