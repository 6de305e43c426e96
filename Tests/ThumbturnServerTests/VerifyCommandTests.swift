// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ThumbturnServer

@Suite("thumbturn verify")
struct VerifyCommandTests {
    @Test("an accepted case is one line of JSON, and ends with 0")
    func accepted() async throws {
        let console = RecordingConsole()
        #expect(await console.run("verify", Self.vector("d-auth-baseline")) == .success)
        let line = try #require(console.lines.first).jsonObject
        #expect(Set(line.keys) == ["id", "verdict", "step", "code", "reason", "output"])
        #expect(line["verdict"] as? String == "accept")
        #expect(line["step"] is NSNull)
    }

    @Test("a rejected case says where and why, and ends with 1")
    func rejected() async throws {
        let console = RecordingConsole()
        #expect(await console.run("verify", Self.vector("d-reg-origin-subdomain")) == .failure)
        let line = try #require(console.lines.first).jsonObject
        #expect(line["step"] as? String == "7.1.9")
        #expect(line["code"] as? String == "registration.origin-not-allowed")
        #expect((line["reason"] as? String)?.contains("https://login.example.org") == true)
    }

    @Test("the section of an attestation format stands in the code, not in the step")
    func formatSection() async throws {
        let console = RecordingConsole()
        _ = await console.run("verify", Self.vector("d-reg-tpm-magic"))
        let line = try #require(console.lines.first).jsonObject
        #expect(line["step"] as? String == "7.1.22")
        #expect(line["code"] as? String == "registration.attestation.8.3.magic")
    }

    @Test("an algorithm that OpenSSL lacks is unavailable, and no rejection", .enabled { await Self.lacksMLDSA() })
    func unavailable() async throws {
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

    @Test("several files and a list of cases in one are judged in order")
    func several() async throws {
        let list = "[" + (try Self.case("d-auth-baseline")) + "," + (try Self.case("d-reg-baseline")) + "]"
        let console = RecordingConsole(input: list)
        #expect(await console.run("verify", Self.vector("d-reg-be-and-bs"), "-") == .success)
        #expect(
            console.lines.map { $0.jsonObject["id"] as? String } == [
                "d-reg-be-and-bs", "d-auth-baseline", "d-reg-baseline",
            ])
    }

    @Test("--check ends with 0 where a rejection was expected")
    func check() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--check", Self.vector("d-reg-origin-subdomain")) == .success)
        #expect(console.writtenErrors.hasPrefix("1 cases: 1 as expected, 0 not"))
    }

    @Test("--check ends with 1 and names the case where a firm expectation is not met")
    func checkDisagrees() async throws {
        let console = RecordingConsole(input: try Self.case("d-reg-origin-subdomain") { $0["expected"] = "accept" })
        #expect(await console.run("verify", "--check", "-") == .failure)
        #expect(console.writtenErrors.contains("d-reg-origin-subdomain (reject, registration.origin-not-allowed)"))
    }

    @Test("--check does not count what is debatable")
    func checkDebatable() async throws {
        let console = RecordingConsole(
            input: try Self.case("d-reg-origin-subdomain") {
                $0["expected"] = "accept"
                $0["debatable"] = true
            })
        #expect(await console.run("verify", "--check", "-") == .success)
        #expect(console.writtenErrors.contains("debatable, judged otherwise: 1"))
    }

    @Test(
        "a malformed case ends with 2 and names the member, and the others are judged all the same",
        arguments: [
            "id", "type", "rp_id", "origin", "challenge", "input",
        ])
    func malformedCase(_ member: String) async throws {
        let broken = try Self.case("d-reg-baseline") { $0[member] = nil }
        let console = RecordingConsole(input: "[\(broken),\(try Self.case("d-auth-baseline"))]")
        #expect(await console.run("verify", "-") == .malformed)
        #expect(console.writtenErrors.contains("standard input, case 1: \(member) should be"))
        #expect(console.lines.count == 1)
    }

    @Test("an authentication without its credential is malformed")
    func credentialMissing() async throws {
        let console = RecordingConsole(input: try Self.case("d-auth-baseline") { $0["credential"] = nil })
        #expect(await console.run("verify", "-") == .malformed)
    }

    @Test("what is no JSON ends with 2")
    func notJSON() async {
        let console = RecordingConsole(input: "{,}")
        #expect(await console.run("verify", "-") == .malformed)
        #expect(console.writtenErrors.contains("standard input: not strict JSON"))
    }

    @Test("a file that is not there ends with 2 and is named")
    func missingFile() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "/nowhere/case.json") == .malformed)
        #expect(console.writtenErrors.contains("/nowhere/case.json"))
    }

    @Test("verify without anything to judge says what it needs")
    func nothing() async {
        let console = RecordingConsole()
        #expect(await console.run("verify") == .malformed)
        #expect(console.writtenErrors.contains("--batch DIR"))
    }

    @Test("--explain shows the ceremony and the steps up to the one that failed")
    func explain() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--explain", Self.vector("d-reg-origin-subdomain")) == .failure)
        #expect(console.written.contains("rejected at step 7.1.9 (registration.origin-not-allowed)"))
        #expect(console.written.contains("✓ 7.1.8 "))
        #expect(console.written.contains("✗ 7.1.9 "))
        #expect(!console.written.contains("7.1.10"))
    }

    @Test("--explain names the model, the algorithm and the flags of what it accepts")
    func explainAccepted() async {
        let console = RecordingConsole()
        #expect(
            await console.run("verify", "--explain", Checkout.root.appending(path: "Examples/registration.json").path)
                == .success)
        for text in ["Apple Passwords", "-7 (ES256)", "UP=1 UV=1 BE=1 BS=1", "✓ 7.1.29"] {
            #expect(console.written.contains(text))
        }
    }

    @Test("--explain keeps control characters off the terminal")
    func terminalSafety() async throws {
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

    @Test("the time for cases that name none has to be a time")
    func badTime() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--at", "yesterday", "x.json") == .malformed)
    }

    @Test("options about metadata need the metadata", arguments: ["--roots", "--metadata-host", "--revoked"])
    func metadataOptions(_ option: String) async {
        let console = RecordingConsole()
        #expect(await console.run("verify", option, "x", Self.vector("d-reg-baseline")) == .malformed)
        #expect(console.writtenErrors.contains("\(option) goes with --metadata BLOB"))
    }

    @Test("metadata needs the roots that vouch for it")
    func metadataWithoutRoots() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--metadata", "blob.jwt") == .malformed)
        #expect(console.writtenErrors.contains("--roots PEM"))
    }

    static func vector(_ name: String) -> String { "\(Checkout.derivedVectors)/\(name).json" }

    /// A case of the vectors, with something changed.
    private static func `case`(_ name: String, _ edit: (inout [String: Any]) throws -> Void = { _ in }) throws -> String
    {
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
