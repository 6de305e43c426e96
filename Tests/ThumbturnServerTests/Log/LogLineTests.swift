// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnServer
import WireFormats

@Suite struct LogLineTests {
    private func line(_ fields: [(String, JSONValue)], event: String = "test.ran", as form: LogLine.Form = .json)
        -> String
    {
        let record = LogRecord(
            time: Timestamp(secondsSince1970: 0), level: .info, event: event,
            fields: fields.map { LogField(LogFieldName($0.0), value: $0.1) })
        return LogLine.text(record, as: form)
    }

    private func json(_ fields: [(String, JSONValue)]) throws -> JSONObject {
        try #require(try JSONReader.read(Array(line(fields).utf8.dropLast())).objectValue)
    }

    @Test func `JSON lines have one object for each record`() {
        #expect(
            line([("status", 200), ("path", "/oauth/token"), ("slow", true)])
                == #"{"time":"1970-01-01T00:00:00Z","level":"info","event":"test.ran","status":200,"path":"/oauth/token","#
                + "\"slow\":true}\n")
    }

    @Test func `logfmt lines are shorter and quote ambiguous values`() {
        #expect(
            line([("status", 200), ("text", "two words"), ("empty", ""), ("equal", "a=b")], as: .logfmt)
                == "1970-01-01T00:00:00Z info    test.ran status=200 text=\"two words\" empty=\"\" equal=\"a=b\"\n")
    }

    static let hostileTexts = [
        "a\nb", "a\r\nb", "a\u{1B}[31mb", "a\u{7F}b", "a\u{85}b", "a\u{9B}31mb", "a\u{2028}b", "a\u{202E}b", "a\u{0}b",
        "a\" status=200 b", "a\\", "a\",\"level\":\"error",
    ]

    @Test(arguments: hostileTexts, [LogLine.Form.json, .logfmt])
    func `no value can start a line, color a terminal or pass for another field`(
        _ text: String, form: LogLine.Form
    ) {
        for line in [
            line([("text", .string(text))], as: form), line([(text, "value")], as: form),
            line([], event: text, as: form),
            line([("nested", ["inner": [.string(text)]])], as: form), line([("nested", .object([text: 1]))], as: form),
        ] {
            #expect(line.unicodeScalars.filter { $0 == "\n" }.count == 1)
            #expect(line.hasSuffix("\n"))
            let hidden = line.unicodeScalars.dropLast().filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(hidden.isEmpty)
            #expect(!line.contains(" status=200 b ") || line.contains("\\\" status=200 b"))
        }
    }

    @Test(arguments: hostileTexts) func `JSON preserves every value except invisible characters`(_ text: String) throws
    {
        #expect(try json([("text", .string(text))])["text"] == .string(TerminalText.safe(text)))
    }

    @Test(arguments: [
        "authorization", "Authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "client_secret",
        "clientSecret",
        "client_assertion", "refresh_token", "refreshToken", "access_token", "id_token", "subject_token", "token",
        "auth_session", "session", "signature", "code_verifier", "password", "assertion", "DPoP", "authn_response",
        "clientDataJSON", "attestationObject", "authenticatorData", "userHandle", "master_key", "private_key", "otp",
        "challenge", "ticket", "invitation",
    ])
    func `secrets are withheld, however their names are spelled and at any depth`(_ name: String) throws {
        let member = JSONObject([(name, "s3cr3t")])
        for form in [LogLine.Form.json, .logfmt] {
            #expect(!line([(name, "s3cr3t")], as: form).contains("s3cr3t"))
            #expect(!line([(name, ["s3cr3t"])], as: form).contains("s3cr3t"))
            #expect(!line([("request", .array([.object(member)]))], as: form).contains("s3cr3t"))
        }
        #expect(try json([(name, "s3cr3t")])[name] == "…")
    }

    @Test(arguments: [
        "code", "error", "client", "user", "path", "status", "kid", "sid", "token_type", "sessions", "reference",
    ])
    func `values that are not secret are logged`(_ name: String) throws {
        #expect(try json([(name, "value")])[name] == "value")
    }

    @Test func `a field can't replace a standard one`() throws {
        let object = try json([("level", "error"), ("time", "never"), ("event", "other")])
        #expect(object["level"] == "info")
        #expect(object["event"] == "test.ran")
        #expect(object["level_"] == "error")
        #expect(Set(object.members.map(\.name)).count == object.count)
    }

    @Test(arguments: [LogLine.Form.json, .logfmt])
    func `a line is no longer than an atomic write to a pipe, and says what it left out`(form: LogLine.Form) throws {
        let long = String(repeating: "ü\"\\", count: 5000)
        let fields =
            (0..<30).map { ("field\($0)", JSONValue.string(long)) } + [
                ("nested", .array(.init(repeating: 7, count: 9000)))
            ]
        for (event, fields) in [("test.ran", fields), (long, fields), ("test.ran", Array(fields.suffix(1)))] {
            let line = line(fields, event: event, as: form)
            #expect(line.utf8.count <= LogLine.byteLimit)
            #expect(line.contains("truncated"))
            if form == .json { #expect(try JSONReader.read(Array(line.utf8.dropLast())).objectValue != nil) }
        }
    }

    @Test func `a line that fits is not marked as truncated`() {
        #expect(!line([("text", .string(String(repeating: "a", count: 400)))]).contains("truncated"))
    }
}
