// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

import enum CommandLine.ExitStatus

@Suite struct WhyCommandTests {
    private static let reference = "req_0aB1cD2eF3gH4iJ5"
    private static let rejected: [(String, JSONValue)] = [
        ("reference", .string(reference)), ("method", "POST"), ("path", "/oauth/token"), ("status", 403),
        ("host", "login.example.com"), ("address", "192.0.2.7"), ("client", "web"),
        ("code", "authentication.origin-not-allowed"), ("step", "7.2.12"),
        ("explanation", "The response comes from \"https://other.example.com\"."),
        ("received", "https://other.example.com"),
        ("allowed", ["https://login.example.com", "https://app.example.com"]),
    ]

    private func line(
        _ fields: [(String, JSONValue)] = rejected, event: String = "request", as form: LogLine.Form = .json
    ) -> String {
        let time = Timestamp(secondsSince1970: 1_780_000_000)
        return LogLine.text(
            LogRecord(
                time: time, level: .info, event: event,
                fields: fields.map { LogField(LogFieldName($0.0), value: $0.1) }), as: form)
    }

    private func other(_ number: Int) -> String {
        line([("reference", .string("req_" + String("\(number)".reversed()).padding16)), ("status", 200)])
    }

    private func explain(_ log: String) async -> (status: ExitStatus, console: RecordingConsole) {
        let console = RecordingConsole(input: log)
        return (await console.run("why", Self.reference), console)
    }

    // MARK: What it says

    @Test(arguments: [LogLine.Form.json, .logfmt])
    func `a rejected request is explained from either form of the log`(form: LogLine.Form) async {
        let (status, console) = await explain(other(1) + line(as: form) + other(2))
        #expect(status == .success)
        #expect(
            console.written == """
                What happened
                  2026-05-28T20:26:40Z POST /oauth/token returned 403 at login.example.com for the client web \
                from 192.0.2.7
                Why
                  The response comes from "https://other.example.com".
                  code      authentication.origin-not-allowed
                  step      7.2.12
                  received  https://other.example.com
                  allowed   https://login.example.com, https://app.example.com
                What to do
                  If the page is yours, add the received origin to web_origins of the client web, exactly as it is \
                shown, and run thumbturn apply. For an Android app, add its certificate's fingerprint to \
                mobile.android.sha256_cert_fingerprints.

                """)
    }

    @Test(arguments: ["Nov 22 02:10:00 host thumbturn[12]: ", "2026-11-22T02:10:00Z stderr F "])
    func `a log collector's prefix does not matter`(prefix: String) async {
        for form in [LogLine.Form.json, .logfmt] {
            let (status, console) = await explain(prefix + line(as: form))
            #expect(status == .success)
            #expect(console.written.contains("received  https://other.example.com"))
        }
    }

    @Test func `all lines of a request are explained`() async {
        let notice: [(String, JSONValue)] = [
            ("reference", .string(Self.reference)), ("code", "cors.origin-not-allowed"), ("remedy", "Do this."),
        ]
        let (_, console) = await explain(line(notice, event: "cors.origin-not-allowed") + line())
        #expect(console.written.components(separatedBy: "What happened\n").count == 3)
        #expect(console.written.contains("What to do\n  Do this.\n"))
    }

    @Test func `a ceremony that failed on the device is explained`() async {
        let report: [(String, JSONValue)] = [
            ("reference", .string(Self.reference)), ("reason", "timed_out"), ("error", "NotAllowedError"),
            ("client", "web"), ("explanation", "The user did not respond in time."), ("remedy", "Raise the timeout."),
        ]
        let (_, console) = await explain(line(report, event: "passkey.failed-on-device"))
        #expect(
            console.written == """
                What happened
                  2026-05-28T20:26:40Z A ceremony failed on the device: timed_out (NotAllowedError) for the client web
                Why
                  The user did not respond in time.
                What to do
                  Raise the timeout.

                """)
    }

    @Test func `a successful request needs no advice`() async {
        let (status, console) = await explain(line([("reference", .string(Self.reference)), ("status", 200)]))
        #expect(status == .success)
        #expect(console.written.contains("Nothing. The request was not rejected."))
    }

    @Test(arguments: [
        ("registration.origin-not-allowed", "web_origins"), ("authentication.response.not-json", "toJSON()"),
        ("sign-in.ceremony.consumed", "one response"), ("sign-in.organization.unknown", "enabled_connections"),
        ("oauth.client-secret-mismatch", "client_secret"),
        ("oauth.client-assertion-key-unknown", "token_endpoint_auth_method"),
        ("oauth.dpop-nonce-missing", "nonce"), ("request.host-unknown", "custom_domains"),
        ("request.body-invalid", "/openapi.json"),
        ("http.head-too-large", "HTTP"), ("unheard-of", "docs/error-codes.md"),
    ])
    func `each code has its advice`(code: String, word: String) async throws {
        let (_, console) = await explain(line([("reference", .string(Self.reference)), ("code", .string(code))]))
        let advice = try #require(console.written.components(separatedBy: "What to do\n").last)
        #expect(advice.contains(word), "\(advice)")
    }

    // MARK: Where it looks

    @Test func `--log names a file`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/log"
            try Data((other(1) + line()).utf8).write(to: URL(fileURLWithPath: path))
            let console = RecordingConsole()
            #expect(await console.run("why", Self.reference, "--log", path) == .success)
            #expect(console.written.contains("https://other.example.com"))
        }
    }

    @Test func `an unreadable file is an error`() async {
        let console = RecordingConsole()
        #expect(await console.run("why", Self.reference, "--log", "/nowhere/log") == .malformed)
        #expect(console.writtenErrors.contains("/nowhere/log can't be read."))
    }

    @Test func `an unknown request is an error`() async {
        let (status, console) = await explain(other(1) + other(2))
        #expect(status == .failure)
        #expect(console.writtenErrors.contains("The log has no request \(Self.reference)."))
    }

    @Test(arguments: [
        "", "req_", "abc", "req_0aB1cD2eF3gH4iJ", "req_0aB1cD2eF3gH4iJ5x", "req_0aB1cD2eF3gH4i 5", "req_…",
    ])
    func `a malformed reference is rejected`(text: String) async {
        let console = RecordingConsole(input: line())
        #expect(await console.run("why", text) == .malformed)
    }

    @Test func `a request is found wherever the portions of a long log end`() async {
        let filler = (0..<2_000).map(other).joined()
        for shift in 0..<3 {
            let start = String(repeating: "x", count: shift * 97) + "\n"
            let (status, console) = await explain(start + filler + line() + filler)
            #expect(status == .success)
            #expect(console.written.contains("https://other.example.com"))
        }
    }

    @Test func `a request in the last line is found, with or without its end`() async {
        #expect(await explain(other(1) + line()).status == .success)
        #expect(await explain(other(1) + String(line().dropLast())).status == .success)
    }

    // MARK: Hostile lines

    @Test func `a line that is too long is skipped, and what follows it is found`() async {
        let long = String(repeating: "a", count: 1_000_000) + Self.reference + String(repeating: "b", count: 1_000_000)
        let (status, console) = await explain(long + "\n" + line())
        #expect(status == .success)
        #expect(console.written.contains("https://other.example.com"))
        #expect(await explain(long).status == .failure)
    }

    @Test(arguments: [
        #"{"reference":"req_0aB1cD2eF3gH4iJ5x"}"#, #"{"path":"/req_0aB1cD2eF3gH4iJ5","reference":"req_other"}"#,
        #"{"reference":["req_0aB1cD2eF3gH4iJ5"]}"#, #"{"reference":"req_0aB1cD2eF3gH4iJ5""#, "req_0aB1cD2eF3gH4iJ5",
        #"time level event path="reference=req_0aB1cD2eF3gH4iJ5""#,
    ])
    func `a line that merely contains the reference is not the request's`(text: String) async {
        #expect(await explain(text + "\n").status == .failure)
    }

    @Test func `secrets and control characters are never printed`() async {
        let text = """
            {"reference":"\(Self.reference)","client_secret":"hunter2","password":"hunter2","refresh_token":"hunter2",\
            "other":"hunter2","code":"x","explanation":"a\\u001b[31mb\\u202ec","received":"\\u009b2J"}
            """
        let (status, console) = await explain(text)
        #expect(status == .success)
        #expect(!console.written.contains("hunter2"))
        #expect(console.written.contains("a\u{FFFD}[31mb\u{FFFD}c"))
        #expect(!console.written.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
    }

    @Test func `the explanations of one reference are limited in number`() async {
        let (_, console) = await explain(String(repeating: line(), count: 500))
        #expect(console.written.components(separatedBy: "What happened\n").count == 21)
    }
}

extension String {
    fileprivate var padding16: String { String((self + String(repeating: "A", count: 16)).prefix(16)) }
}
