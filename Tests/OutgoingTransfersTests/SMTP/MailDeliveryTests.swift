// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import TestSupport
import Testing

struct MailDeliveryTests {
    @Test func `a message is sent as it is, with its envelope, and the relay's answer is reported`() async throws {
        let text = "Subject: Hello\r\nFrom: x@y.test\r\n\r\nHello.\r\n\r\n"
        let (outcome, record) = try await MailFixture.exchange(MailFixture.mail(text), with: RelayScript())
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        #expect(record.text == text)
        #expect(
            record.commands == [
                "EHLO login.example.com", "MAIL FROM:<no-reply@example.com> SIZE=\(text.utf8.count)",
                "RCPT TO:<ada@example.org>", "DATA", "QUIT",
            ])
    }

    @Test func `a message announces nothing that the relay doesn't offer`() async throws {
        let (outcome, record) = try await MailFixture.exchange(with: .offering())
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        #expect(record.commands.contains("MAIL FROM:<no-reply@example.com>"))
    }

    @Test func `without a name of its own, the client introduces itself with that of the machine`() async throws {
        let (_, record) = try await MailFixture.exchange(with: RelayScript()) { $0.ownName = nil }
        let greeting = try #require(record.commands.first)
        #expect(greeting.hasPrefix("EHLO ") && greeting.count > 5)
    }

    @Test(arguments: [
        ".\r\n", ".\r\nQUIT\r\n", "..\r\n", "a\r\n.\r\nb\r\n", "a\r\n.b\r\n..c\r\n", "a\r\n\r\n.\r\n\r\n.\r\n",
        "a.\r\n.\r\n",
    ])
    func `a dot at the beginning of a line is escaped`(text: String) async throws {
        let (outcome, record) = try await MailFixture.exchange(MailFixture.mail(text), with: RelayScript())
        #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
        #expect(record.text == Self.escaped(text))
        #expect(record.commands.last == "QUIT")
    }

    /// libcurl reads a message in parts of 64 KiB.
    @Test func `dots are escaped wherever libcurl divides a message`() async throws {
        for padding in 0..<5 {
            let lines = String(repeating: ".\r\n..\r\n.a\r\n", count: 14_000)
            let text = "S: \(String(repeating: "x", count: padding))\r\n\r\n" + lines
            let (outcome, record) = try await MailFixture.exchange(MailFixture.mail(text), with: RelayScript())
            #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
            #expect(record.text == Self.escaped(text))
        }
    }

    @Test func `each message has a connection of its own`() async throws {
        try await TestRelay.running { relay in
            let client = OutgoingMailClient(MailFixture.settings(port: relay.port))
            defer { client.close() }
            for number in 1...3 {
                let text = "Subject: \(number)\r\n\r\n"
                let outcome = await client.send(try MailFixture.mail(text))
                #expect(outcome == .accepted(text: "2.0.0 Taken over as 4711"))
                let record = try #require(relay.record(number))
                #expect(record.text == text)
            }
            #expect(relay.records.count == 3)
        }
    }

    private static func escaped(_ text: String) -> String {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        return lines.map { $0.hasPrefix(".") ? "." + $0 : String($0) }.joined(separator: "\r\n")
    }
}
