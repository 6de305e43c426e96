// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import TestSupport
import Testing
import ThumbturnServer

import enum CommandLine.ExitStatus

/// The messages about invalid input.
@Suite struct SettingTextTests {
    @Test(arguments: [
        ("THUMBTURN_LISTN", "Did you mean THUMBTURN_LISTEN?"),
        ("THUMBTURN_TRUSTED_PROXIES", "Did you mean THUMBTURN_TRUSTED_PROXY?"),
        ("THUMBTURN_ZZZZZZZZZZZZZZZZZZ", "is not a setting"), ("THUMBTURN_VECTORS", "has no effect.\n"),
        ("THUMBTURN_A\u{1B}[2J", "THUMBTURN_A\u{FFFD}[2J"),
    ])
    func `a misspelled variable causes a warning`(name: String, text: String) async throws {
        let (status, console) = try await dryRun(of: "{}", environment: [name: "x"])
        #expect(status == .success)
        #expect(console.writtenErrors.contains("warning: THUMBTURN_"))
        #expect(console.writtenErrors.contains(text), "\(console.writtenErrors)")
    }

    @Test(arguments: [
        "THUMBTURN_URL", "THUMBTURN_MASTER_KEY", "THUMBTURN_LOG_LEVEL", "THUMBTURN_SERVICE_HOST",
        "THUMBTURN_PORT_8080_TCP_ADDR", "OTHER_URL", "THUMBTURN",
    ])
    func `settings and unrelated variables cause no warning`(name: String) async throws {
        let (_, console) = try await dryRun(of: "{}", environment: [name: "x"])
        #expect(!console.writtenErrors.contains("is not a setting"))
    }

    @Test func `commands without settings ignore variables`() async {
        let console = RecordingConsole()
        _ = await console.run(["version"], environment: ["THUMBTURN_LISTN": "x"])
        #expect(console.writtenErrors.isEmpty)
    }

    @Test func `problems of the settings and of the configuration are reported together`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/configuration.json"
            try Data(#"{"clients": [{"client_id": "a b"}], "tenants": {}}"#.utf8).write(to: URL(filePath: path))
            let console = RecordingConsole()
            let status = await console.run(
                "serve", "--url", "ftp://x", "--listen", "x", "--config", path, "--data", folder + "/data")
            #expect(status == .malformed)
            for text in ["--url: ", "--listen: ", "clients[0].client_id: ", "tenants: There is no such member."] {
                #expect(console.writtenErrors.contains(text), "\(console.writtenErrors)")
            }
            // Nothing was opened or created.
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test func `problems of the configuration alone are reported before anything is opened`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/configuration.json"
            try Data(#"{"clients": 3}"#.utf8).write(to: URL(filePath: path))
            let console = RecordingConsole()
            #expect(await console.run("serve", "--config", path, "--data", folder + "/data") == .malformed)
            #expect(console.writtenErrors.contains("clients: This is the number 3"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/data"))
        }
    }

    @Test(arguments: [
        ("{\n \"id\": 1,\n}", "line 3, column 1"), ("{\n\"a\":1,\n\"a\":2}", "line 3, column 1"),
        ("[\n1", "line 2, column 2"),
    ])
    func `broken JSON names its line`(text: String, place: String) async {
        let cases = RecordingConsole(input: text)
        #expect(await cases.run("verify", "-") == .malformed)
        #expect(cases.writtenErrors.contains(place), "\(cases.writtenErrors)")
    }

    @Test func `a public suffix is not suggested as a domain`() async throws {
        let (status, console) = try await dryRun(of: #"{"custom_domains": [{"domain": "co.uk"}]}"#)
        #expect(status == .malformed)
        #expect(console.writtenErrors.contains("co.uk is a public suffix"))
        #expect(!console.writtenErrors.contains("Write co.uk"))
        #expect(console.writtenErrors.contains("such as login.example.co.uk"))
    }

    /// Plans a configuration for a store that does not exist yet.
    private func dryRun(
        of configuration: String, environment: [String: String] = [:]
    ) async throws -> (ExitStatus, RecordingConsole) {
        try await withTemporaryFolder { folder in
            let console = RecordingConsole(input: configuration)
            let words = ["apply", "-", "--data", folder + "/data", "--dry-run"]
            return (await console.run(words, environment: environment), console)
        }
    }
}
