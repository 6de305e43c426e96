// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn doctor` on the command line, while no server runs.
@Suite struct DoctorCommandTests {
    @Test func `without findings it succeeds, and says what was examined`() async throws {
        try await DoctorSite.with { site in
            try await site.recordStart(at: "https://login.example.com")
            let (status, console) = await site.server.run("doctor")
            #expect(status == .success, "\(console.written)")
            #expect(
                console.lines == [
                    "Nothing found.", "Examined: the data folder, the database and the configuration.",
                    "The server is not running, so its URL was not looked at. Run this again after: thumbturn serve",
                ])
        }
    }

    @Test func `a finding has a code, a cause and a remedy, and fails`() async throws {
        try await DoctorSite.with { site in
            try setMode(0o644, of: site.server.data + "/master.key")
            let path = site.server.data + "/master.key"
            let (status, console) = await site.server.run("doctor")
            #expect(status == .failure)
            #expect(
                console.lines.prefix(3) == [
                    "master-key.readable  error  \(path)", "  Other users can read the master key \(path).",
                    "  chmod 600 '\(path)' – and if someone may have read it, stop the server, then: thumbturn keys replace-master-key --data '\(site.server.data)'",
                ])
            #expect(console.lines.contains("1 finding."))
        }
    }

    @Test func `a warning fails, too`() async throws {
        try await DoctorSite.with { site in
            try await site.put(
                .client, id: "x",
                ["client_id": "x", "app_type": "regular_web", "callbacks": ["http://localhost:3000/"]])
            try await site.recordStart(at: "https://login.example.com")
            let (status, console) = await site.server.run("doctor", "--json")
            #expect(status == .failure)
            let report = console.written.jsonObject
            let findings = report["findings"] as? [[String: Any]]
            #expect(findings?.map { $0["code"] as? String } == ["configuration.callback-local"])
            #expect(findings?.map { $0["severity"] as? String } == ["warning"])
            #expect(report["running"] as? Bool == false)
            #expect(report["url"] as? String == "https://login.example.com")
        }
    }

    @Test func `a domain that isn't configured, and operands, are malformed`() async throws {
        try await DoctorSite.with { site in
            let (status, console) = await site.server.run("doctor", "--domain", "elsewhere.example.com")
            #expect(status == .malformed)
            #expect(console.writtenErrors.contains("The configured domains are login.example.com."))
            #expect(await site.server.run("doctor", "now").status == .malformed)
        }
    }

    @Test func `a folder without a database is a finding`() async throws {
        try await withTemporaryFolder { folder in
            let console = RecordingConsole()
            #expect(await console.run("doctor", "--data", folder) == .failure)
            #expect(console.written.hasPrefix("database.missing  error  \(folder)/thumbturn.sqlite\n"))
        }
    }
}
