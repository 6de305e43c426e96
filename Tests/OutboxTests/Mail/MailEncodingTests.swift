// SPDX-License-Identifier: Apache-2.0

import Outbox
import TestSupport
import Testing

/// Random text of many scripts, with what could end a line, a word or a part.
private struct TextGenerator {
    private static let pieces: [String] = [
        "a", "Z", "9", " ", "  ", "=", "=?", "?=", "=3D", "=?UTF-8?B?YQ==?=", "\"", "\\", "<", ">", ",", ":", ";", "--",
        ".", "From ", "ü", "é", "日本", "🙂", "👩‍👩‍👧‍👦", "e\u{301}", "\u{202E}", "\u{200F}", "Subject: x",
        "longwordwithoutanyblank",
    ]
    private static let breaks = [
        "\n", "\r\n", "\r", "\t", "\u{0}", " \n", "\t\n", "\n\n", "\n.\n", "\u{7F}", "\u{2028}",
    ]

    var generator: SeededGenerator

    mutating func line() -> String { text(of: Self.pieces) }
    mutating func lines() -> String { text(of: Self.pieces + Self.breaks) }

    private mutating func text(of pieces: [String]) -> String {
        let count = Int.random(in: 1...60, using: &generator)
        return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
}

/// The text as it arrives: with the line ends of mail.
private func arriving(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if byte == 0x0A, bytes.last != 0x0D { bytes.append(0x0D) }
        bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
}

struct `Encodings of mail` {
    @Test(arguments: [
        "Plain text", "Ihrem Konto wurde ein Passkey hinzugefügt", "👩‍👩‍👧‍👦", "=?UTF-8?B?YQ==?=", "a =?x", " a", "a ",
        "a  b", String(repeating: "a", count: 300), String(repeating: "word ", count: 60) + "end",
        String(repeating: "ü", count: 200), String(repeating: "🙂", count: 90),
        String(repeating: "日本 ", count: 40) + "x",
    ])
    func `a subject is read back as it was`(_ subject: String) throws {
        let value = try #require(try MessageDraft(subject: subject).read()["Subject"])
        #expect(MailReader.decodedWords(value) == subject)
    }

    @Test func `a short subject in ASCII is not encoded`() throws {
        let bytes = try MessageDraft(subject: "Passwords & more: <100%>").message().bytes
        #expect(String(decoding: bytes, as: UTF8.self).contains("\r\nSubject: Passwords & more: <100%>\r\n"))
    }

    @Test func `a long subject in ASCII is folded at its spaces`() throws {
        let subject = String(repeating: "word ", count: 30) + "end"
        let reader = try MessageDraft(subject: subject).read()
        #expect(reader["Subject"] == subject)
        #expect(reader.lines.allSatisfy { $0.utf8.count <= 76 })
    }

    @Test(arguments: [
        ("Trip Planner", "\"Trip Planner\" <no-reply@example.com>"),
        ("Trip \"the\" Planner\\", "\"Trip \\\"the\\\" Planner\\\\\" <no-reply@example.com>"),
        ("Eve <eve@example.com>, x", "\"Eve <eve@example.com>, x\" <no-reply@example.com>"),
        ("", "no-reply@example.com"),
    ])
    func `the name of a sender in ASCII is a quoted string`(_ name: String, expected: String) throws {
        #expect(try MessageDraft(name: name).read()["From"] == expected)
    }

    @Test(arguments: [
        "Bücherstube", "=?UTF-8?B?YQ==?=", String(repeating: "long name ", count: 20), "日本 <a@b.example>",
    ])
    func `another name of a sender is a sequence of encoded words`(_ name: String) throws {
        let value = try #require(try MessageDraft(name: name).read()["From"])
        let words = value.split(separator: " ")
        #expect(words.last == "<no-reply@example.com>")
        #expect(words.dropLast().allSatisfy { $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
        #expect(MailReader.decodedWords(words.dropLast().joined(separator: " ")) == name)
    }

    @Test(arguments: [
        "", "\n", "a", "a\n", "a\r\nb\r\n", " ", "a \nb\t\n", "=", "=3D=\n", ".", "..\n.\n", "From x\n", "a\rb",
        "\u{0}\u{1B}",
        String(repeating: "a", count: 75), String(repeating: "a", count: 76), String(repeating: "a", count: 77),
        String(repeating: "ü", count: 100), String(repeating: " ", count: 200), String(repeating: "=", count: 80),
        String(repeating: "a", count: 75) + " \n",
    ])
    func `text is read back as it was`(_ text: String) throws {
        let parts = try MessageDraft(text: text, html: text).read().parts
        #expect(parts.map(\.text) == [arriving(text), arriving(text)])
    }

    @Test(arguments: 1...20)
    func `random text makes no header and no part, and is read back`(_ seed: Int) throws {
        var source = TextGenerator(generator: SeededGenerator(seed: UInt64(seed)))
        for _ in 0..<50 {
            var draft = MessageDraft(name: source.line(), subject: source.line())
            draft.text = source.lines()
            draft.html = source.lines()
            let reader = try draft.read()
            #expect(reader.headers.map(\.name) == `Messages of mail`.names)
            #expect(MailReader.decodedWords(try #require(reader["Subject"])) == draft.subject)
            #expect(reader.parts.map(\.text) == [arriving(draft.text), arriving(draft.html)])
            #expect(reader.lines.allSatisfy { $0.utf8.count <= 76 })
        }
    }

    @Test(arguments: 1...10)
    func `random text with line ends makes a message of these headers, or none`(_ seed: Int) {
        var source = TextGenerator(generator: SeededGenerator(seed: UInt64(1000 + seed)))
        for _ in 0..<100 {
            let draft = MessageDraft(
                id: source.lines(), host: source.lines(), name: source.lines(), to: source.lines(),
                subject: source.lines(), language: source.lines())
            for part in [
                MessageDraft(id: draft.id), MessageDraft(host: draft.host), MessageDraft(name: draft.name),
                MessageDraft(to: draft.to), MessageDraft(subject: draft.subject),
                MessageDraft(language: draft.language),
            ] {
                guard let message = try? part.message() else { continue }
                #expect(MailReader(message.bytes)?.headers.map(\.name) == `Messages of mail`.names)
            }
        }
    }

    @Test func `an address that is longer than a line stands alone in its line`() throws {
        let to = String(repeating: "a", count: 60) + "@" + String(repeating: "b.", count: 60) + "example"
        let reader = try MessageDraft(to: to).read()
        #expect(reader["To"] == to)
        #expect(reader.lines.filter { $0.utf8.count > 76 } == ["To: \(to)"])
    }
}
