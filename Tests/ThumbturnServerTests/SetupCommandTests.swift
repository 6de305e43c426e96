// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import SignIn
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

import enum CommandLine.ExitStatus

/// `thumbturn setup`.
@Suite struct SetupCommandTests {
    private func setup(
        _ words: String..., url: String = "https://\(ServerFolder.host)", on server: ServerFolder
    ) async -> (status: ExitStatus, console: RecordingConsole) {
        let console = RecordingConsole()
        return (await console.run(["setup"] + words + ["--url", url, "--data", server.data]), console)
    }

    @Test func `setup prints an address whose code is the current one`() async throws {
        try await ServerFolder.with { server in
            var hashes: [[UInt8]] = []
            for _ in 0..<2 {
                let (status, console) = await setup(on: server)
                #expect(status == .success)
                #expect(console.lines.count == 1)
                let parts = try #require(console.lines.first).split(separator: "#").map(String.init)
                #expect(parts.first == "https://login.example.com/setup")
                let code = try #require(parts.last.flatMap { SetupCode(entered: $0) })
                let stored = try await server.use { storage, _ in try await storage.read { try $0.owners.setupCode() } }
                #expect(stored?.hash == code.hash)
                hashes.append(code.hash)
            }
            #expect(hashes.first != hashes.last)
        }
    }

    @Test func `setup leaves an audit event that names the operator and the command`() async throws {
        try await ServerFolder.with { server in
            #expect(await setup(on: server).status == .success)
            let events = try await server.use { storage, _ in
                try await storage.read { try $0.events.list(user: nil, limit: 10) }
            }
            let event = try #require(events.first { $0.kind == .setupCodeIssued })
            #expect(event.operatorCommand == "setup")
        }
    }

    @Test func `setup fails once there is an owner`() async throws {
        try await ServerFolder.with { server in
            let user = try await server.addUser("auth0|1", address: "a@example.com")
            try await server.use { storage, _ in
                try await storage.withTransaction { try $0.owners.insert(user.id) }
            }
            let (status, console) = await setup(on: server)
            #expect(status == .failure)
            #expect(console.lines.isEmpty)
            #expect(console.writtenErrors.contains("has an owner"))
        }
    }

    @Test func `setup takes only options, and needs the server's URL and one of its hosts`() async throws {
        try await ServerFolder.with { server in
            #expect(await setup("now", on: server).status == .malformed)
            #expect(await setup("--host", "other.example.com", on: server).status == .failure)
            #expect(await setup(url: "http://localhost:8080", on: server).status == .malformed)
        }
    }
}
