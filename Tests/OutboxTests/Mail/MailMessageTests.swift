// SPDX-License-Identifier: Apache-2.0

import Outbox
import Testing
import WireFormats

/// A message that is valid but for what a test changes.
struct MessageDraft {
    var id = "01j8x"
    var host = "auth.example.com"
    var name: String? = "Trip Planner"
    var to = "ada@example.com"
    var subject = "A passkey was added"
    var text = "Hello.\n"
    var html = "<p>Hello.</p>\n"
    var language = "en"
    var date = Timestamp(secondsSince1970: 1_795_874_400)

    func message() throws -> MailMessage {
        try MailMessage(
            id: MessageID(id: id, host: host), date: date,
            from: Mailbox(name: name, address: MailAddress("no-reply@example.com")), to: MailAddress(to),
            subject: subject, body: MailMessage.Body(text: text, html: html, language: language))
    }

    func read() throws -> MailReader { try #require(MailReader(message().bytes)) }
}

struct `Messages of mail` {
    static let names = [
        "Date", "From", "To", "Subject", "Message-ID", "MIME-Version", "Content-Language", "Auto-Submitted",
        "X-Auto-Response-Suppress", "Content-Type",
    ]

    @Test func `a message has these headers`() throws {
        let reader = try MessageDraft().read()
        #expect(reader.headers.map(\.name) == Self.names)
        #expect(reader["Date"] == "Sat, 28 Nov 2026 14:00:00 +0000")
        #expect(reader["From"] == "\"Trip Planner\" <no-reply@example.com>")
        #expect(reader["To"] == "ada@example.com")
        #expect(reader["Subject"] == "A passkey was added")
        #expect(reader["Message-ID"] == "<01j8x@auth.example.com>")
        #expect(reader["MIME-Version"] == "1.0")
        #expect(reader["Content-Language"] == "en")
        #expect(reader["Auto-Submitted"] == "auto-generated")
        #expect(reader["X-Auto-Response-Suppress"] == "All")
        #expect(reader["Content-Type"]?.hasPrefix("multipart/alternative; boundary=\"") == true)
    }

    @Test func `the text comes before the HTML`() throws {
        let parts = try MessageDraft().read().parts
        #expect(parts.map(\.text) == ["Hello.\r\n", "<p>Hello.</p>\r\n"])
        for (part, type) in zip(parts, ["text/plain", "text/html"]) {
            #expect(
                part.headers == [
                    MailReader.Header(name: "Content-Type", value: "\(type); charset=utf-8"),
                    MailReader.Header(name: "Content-Transfer-Encoding", value: "quoted-printable"),
                ])
        }
    }

    @Test func `the same values make the same bytes`() throws {
        #expect(try MessageDraft().message().bytes == MessageDraft().message().bytes)
    }

    @Test func `another id makes another boundary`() throws {
        let messages = try [MessageDraft(), MessageDraft(id: "01j8y")].map { try $0.read()["Content-Type"] }
        #expect(messages[0] != messages[1])
    }

    @Test func `a part with the boundary in its text stays one part`() throws {
        let type = try #require(try MessageDraft().read()["Content-Type"])
        let boundary = try #require(type.split(separator: "\"").last)
        var draft = MessageDraft()
        draft.text = "a\n--\(boundary)\nContent-Type: text/html\n\nb\n--\(boundary)--\n"
        let parts = try draft.read().parts
        #expect(parts.count == 2)
        #expect(
            parts[0].text
                == draft.text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\r\n"))
    }

    @Test(arguments: [
        "a\r\nBcc: eve@example.com", "a\nBcc: eve@example.com", "a\rBcc: eve@example.com", "\r\n\r\nbody", "a\u{0}",
        "a\u{1B}[2J", "a\u{7F}", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\tb", "\n",
    ])
    func `a subject with a control character is rejected`(_ subject: String) {
        #expect(throws: MailMessageRejection.subjectControl) { try MessageDraft(subject: subject).message() }
    }

    @Test func `an empty subject is rejected`() {
        #expect(throws: MailMessageRejection.subjectEmpty) { try MessageDraft(subject: "").message() }
    }

    @Test(arguments: ["", "en\r\nBcc: x", "en us", "-", "en-", "languages-x", "ü"])
    func `a language that is no tag is rejected`(_ language: String) {
        #expect(throws: MailMessageRejection.languageMalformed) { try MessageDraft(language: language).message() }
    }

    @Test(arguments: [
        ("", "auth.example.com"), ("a b", "auth.example.com"), ("a>", "auth.example.com"), ("a@b", "auth.example.com"),
        ("a\r\nBcc: x", "auth.example.com"), ("a", ""), ("a", "auth.example.com>"), ("a", "a b"), ("a", "a\r\nBcc: x"),
        ("a", "auth..example"), (String(repeating: "a", count: 65), "auth.example.com"),
    ])
    func `a message id of other characters is rejected`(_ id: String, host: String) {
        #expect(throws: MailMessageRejection.messageIDMalformed) { try MessageID(id: id, host: host) }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", "Thu, 1 Jan 1970 00:00:00 +0000"),
        ("2024-02-29T23:59:59Z", "Thu, 29 Feb 2024 23:59:59 +0000"),
        ("1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 +0000"),
        ("2000-03-05T01:02:03+02:00", "Sat, 4 Mar 2000 23:02:03 +0000"),
        ("2026-12-06T10:00:00Z", "Sun, 6 Dec 2026 10:00:00 +0000"),
    ])
    func `a date is in UTC`(_ text: String, expected: String) throws {
        var draft = MessageDraft()
        draft.date = try #require(Timestamp(text))
        #expect(try draft.read()["Date"] == expected)
    }
}
