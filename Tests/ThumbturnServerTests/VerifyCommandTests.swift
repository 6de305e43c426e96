// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import Testing
import ThumbturnServer

@Suite struct VerifyCommandTests {
    @Test func `an accepted case prints one line of JSON and exits with 0`() async throws {
        let console = RecordingConsole()
        #expect(await console.run("verify", Self.vector("d-auth-baseline")) == .success)
        let line = try #require(console.lines.first).jsonObject
        #expect(Set(line.keys) == ["id", "verdict", "step", "code", "reason", "output"])
        #expect(line["verdict"] as? String == "accept")
        #expect(line["step"] is NSNull)
    }

    @Test func `a rejected case prints its step and reason and exits with 1`() async throws {
        let console = RecordingConsole()
        #expect(await console.run("verify", Self.vector("d-reg-origin-subdomain")) == .failure)
        let line = try #require(console.lines.first).jsonObject
        #expect(line["step"] as? String == "7.1.9")
        #expect(line["code"] as? String == "registration.origin-not-allowed")
        #expect((line["reason"] as? String)?.contains("https://login.example.org") == true)
    }

    @Test func `the section of an attestation format is in the code, not in the step`() async throws {
        let console = RecordingConsole()
        _ = await console.run("verify", Self.vector("d-reg-tpm-magic"))
        let line = try #require(console.lines.first).jsonObject
        #expect(line["step"] as? String == "7.1.22")
        #expect(line["code"] as? String == "registration.attestation.tpm-magic-mismatch")
    }

    @Test(.enabled { await Self.lacksMLDSA() })
    func `an algorithm that OpenSSL lacks is unavailable, not rejected`() async throws {
        let console = RecordingConsole(
            input: try Self.case("d-auth-baseline") { json in
                var credential = try #require(json["credential"] as? [String: Any])
                // {1: 7, 3: -48, -1: 1312 zero bytes}
                let key =
                    [0xA3, 0x01, 0x07, 0x03, 0x38, 0x2F, 0x20, 0x59, 0x05, 0x20] + [UInt8](repeating: 0, count: 1312)
                credential["public_key"] = Data(key).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                    .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
                json["credential"] = credential
            })
        #expect(await console.run("verify", "-") == .success)
        #expect(console.lines.first?.jsonObject["verdict"] as? String == "unavailable")
    }

    @Test func `several files and cases are verified in order`() async throws {
        let list = "[" + (try Self.case("d-auth-baseline")) + "," + (try Self.case("d-reg-baseline")) + "]"
        let console = RecordingConsole(input: list)
        #expect(await console.run("verify", Self.vector("d-reg-be-and-bs"), "-") == .success)
        #expect(
            console.lines.map { $0.jsonObject["id"] as? String } == [
                "d-reg-be-and-bs", "d-auth-baseline", "d-reg-baseline",
            ])
    }

    @Test func `--check exits with 0 for an expected rejection`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--check", Self.vector("d-reg-origin-subdomain")) == .success)
        #expect(console.writtenErrors.hasPrefix("1 cases: 1 as expected, 0 not"))
    }

    @Test func `--check exits with 1 and names a case that disagrees`() async throws {
        let console = RecordingConsole(input: try Self.case("d-reg-origin-subdomain") { $0["expected"] = "accept" })
        #expect(await console.run("verify", "--check", "-") == .failure)
        #expect(console.writtenErrors.contains("d-reg-origin-subdomain (reject, registration.origin-not-allowed)"))
    }

    @Test func `--check does not count debatable cases`() async throws {
        let console = RecordingConsole(
            input: try Self.case("d-reg-origin-subdomain") {
                $0["expected"] = "accept"
                $0["debatable"] = true
            })
        #expect(await console.run("verify", "--check", "-") == .success)
        #expect(console.writtenErrors.contains("debatable, judged otherwise: 1"))
    }

    @Test(arguments: [
        "id", "type", "rp_id", "origin", "challenge", "input",
    ])
    func `a malformed case exits with 2 and names the member, and other cases are verified`(_ member: String)
        async throws
    {
        let broken = try Self.case("d-reg-baseline") { $0[member] = nil }
        let console = RecordingConsole(input: "[\(broken),\(try Self.case("d-auth-baseline"))]")
        #expect(await console.run("verify", "-") == .malformed)
        #expect(console.writtenErrors.contains("standard input, case 1: \(member) must be"))
        #expect(console.lines.count == 1)
    }

    @Test func `an authentication without its credential is malformed`() async throws {
        let console = RecordingConsole(input: try Self.case("d-auth-baseline") { $0["credential"] = nil })
        #expect(await console.run("verify", "-") == .malformed)
    }

    @Test func `invalid JSON exits with 2`() async {
        let console = RecordingConsole(input: "{,}")
        #expect(await console.run("verify", "-") == .malformed)
        #expect(console.writtenErrors.contains("standard input: not strict JSON"))
    }

    @Test func `a missing file exits with 2 and is named`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "/nowhere/case.json") == .malformed)
        #expect(console.writtenErrors.contains("/nowhere/case.json"))
    }

    @Test func `verify without a case says what it needs`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify") == .malformed)
        #expect(console.writtenErrors.contains("--batch DIR"))
    }

    @Test func `--explain shows the ceremony and the steps up to the one that failed`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--explain", Self.vector("d-reg-origin-subdomain")) == .failure)
        #expect(console.written.contains("rejected at step 7.1.9 (registration.origin-not-allowed)"))
        #expect(console.written.contains("✓ 7.1.8 "))
        #expect(console.written.contains("✗ 7.1.9 "))
        #expect(!console.written.contains("7.1.10"))
    }

    @Test func `--explain names the model, the algorithm and the flags`() async {
        let console = RecordingConsole()
        #expect(
            await console.run("verify", "--explain", Checkout.root.appending(path: "Examples/registration.json").path)
                == .success)
        for text in ["Apple Passwords", "-7 (ES256)", "UP=1 UV=1 BE=1 BS=1", "✓ 7.1.29"] {
            #expect(console.written.contains(text))
        }
    }

    @Test func `--explain keeps control characters off the terminal`() async throws {
        let data = Data("{\"type\":\"webauthn.create\",\"origin\":\"\\u001b[2Jx\",\"challenge\":\"\"}".utf8)
        let console = RecordingConsole(
            input: try Self.case("d-reg-baseline") { json in
                var input = try #require(json["input"] as? [String: Any])
                var response = try #require(input["response"] as? [String: Any])
                response["clientDataJSON"] = data.base64EncodedString().replacingOccurrences(of: "=", with: "")
                input["response"] = response
                json["input"] = input
            })
        _ = await console.run("verify", "--explain", "-")
        #expect(!console.written.contains("\u{1B}"))
    }

    @Test func `--at takes only a time`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--at", "yesterday", "x.json") == .malformed)
    }

    @Test(arguments: ["--roots", "--metadata-host", "--revoked"])
    func `options about metadata need the metadata`(_ option: String) async {
        let console = RecordingConsole()
        #expect(await console.run("verify", option, "x", Self.vector("d-reg-baseline")) == .malformed)
        #expect(console.writtenErrors.contains("\(option) needs --metadata BLOB"))
    }

    @Test func `metadata needs its root certificates`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--metadata", "blob.jwt") == .malformed)
        #expect(console.writtenErrors.contains("--roots PEM"))
    }

    static func vector(_ name: String) -> String { "\(Checkout.derivedVectors)/\(name).json" }

    /// A case of the vectors, with something changed.
    private static func `case`(_ name: String, edit: (inout [String: Any]) throws -> Void = { _ in }) throws -> String {
        var json = try String(contentsOfFile: vector(name), encoding: .utf8).jsonObject
        try edit(&json)
        return String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    }

    private static func lacksMLDSA() async -> Bool {
        let console = RecordingConsole()
        _ = await console.run("version")
        return console.written.contains("OpenSSL 3.0") || console.written.contains("OpenSSL 3.4")
    }
}
