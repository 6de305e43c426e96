// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import OpenIDProvider
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

@Suite struct EventsCommandTests {
    /// Passes a folder in which an operator has changed two accounts and the keys.
    private func withEvents(_ body: (ServerFolder) async throws -> Void) async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|ada", address: "ada@example.com")
            try await server.addUser("auth0|bob", address: "bob@example.com")
            for words in [
                ["users", "block", "ada@example.com"], ["users", "unblock", "auth0|ada"],
                ["users", "delete", "auth0|bob", "--yes"], ["keys", "rotate"],
            ] {
                #expect(await RecordingConsole().run(words + ["--data", server.data]) == .success)
            }
            try await body(server)
        }
    }

    private func kinds(_ words: String..., in server: ServerFolder) async -> [String] {
        let console = RecordingConsole()
        #expect(await console.run(["events", "list", "--json", "--data", server.data] + words) == .success)
        return console.lines.compactMap { $0.jsonObject["kind"] as? String }
    }

    @Test func `events name the operator and the command`() async throws {
        try await withEvents { server in
            let (status, console) = await server.run("events", "list", "--kind", "user")
            #expect(status == .success)
            #expect(console.lines.first?.hasPrefix("TIME") == true)
            for (line, command) in zip(console.lines.dropFirst(), ["users delete", "users unblock", "users block"]) {
                #expect(line.contains("operator: \(command)"), "\(line)")
            }
            #expect(console.lines.count == 4)
            let events = try await server.events().filter { $0.kind != .configurationApplied }
            #expect(events.allSatisfy { $0.operatorCommand != nil })
        }
    }

    @Test func `the event of an applied configuration names the operator`() async throws {
        try await ServerFolder.with { server in
            let event = try #require(try await server.events().first { $0.kind == .configurationApplied })
            #expect(event.operatorCommand == "apply")
        }
    }

    @Test func `events are filtered by kind, account and time`() async throws {
        try await withEvents { server in
            #expect(await kinds("--kind", "key", in: server).first == "key.rotated")
            #expect(await kinds("--kind", "user.blocked", in: server) == ["user.blocked"])
            #expect(await kinds("--user", "ada@example.com", in: server) == ["user.unblocked", "user.blocked"])
            #expect(await kinds("--user", "auth0|bob", in: server) == ["user.removed"])
            #expect(await kinds("--since", "2999-01-01T00:00:00Z", in: server).isEmpty)
            #expect(await kinds("--since", "1h", "--kind", "user", in: server).count == 3)
        }
    }

    @Test func `a list says that there are older events`() async throws {
        try await withEvents { server in
            let (_, console) = await server.run("events", "list", "--limit", "2", "--json")
            #expect(console.lines.count == 2)
            #expect(console.writtenErrors.contains("There are older events"))
        }
    }

    @Test(arguments: [
        ["events"], ["events", "show"], ["events", "list", "more"], ["events", "list", "--limit", "0"],
        ["events", "list", "--since", "yesterday"], ["events", "list", "--since", "999999999999999d"],
    ])
    func `an invalid command line is rejected`(words: [String]) async throws {
        try await ServerFolder.with { server in
            #expect(await RecordingConsole().run(words + ["--data", server.data]) == .malformed)
        }
    }

    @Test func `an unknown account is an error`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("events", "list", "--user", "nobody@example.com")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no account nobody@example.com"))
        }
    }

    // MARK: Other lists

    @Test func `keys list prints JSON`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("keys", "list", "--json")
            #expect(status == .success)
            let keys = console.lines.map(\.jsonObject)
            let published = Set(try await server.keys().map(\.id))
            #expect(published.isSubset(of: keys.compactMap { $0["kid"] as? String }))
            for key in keys {
                #expect(key["host"] as? String == ServerFolder.host)
                #expect(key.keys.sorted() == ["algorithm", "created_at", "host", "kid", "stage"])
            }
            #expect(await server.run("keys", "rotate", "--json").status == .malformed)
        }
    }

    @Test func `users list rejects an unknown connection`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("users", "list", "--connection", "Peple")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no connection Peple. The connections are People, Staff."))
            #expect(console.writtenErrors.contains("Did you mean People?"))
            #expect(await server.run("users", "list", "--connection", "Staff").status == .success)
        }
    }

    @Test func `users list accepts a removed connection`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|old", address: "old@example.com", in: "Former")
            let (status, console) = await server.run("users", "list", "--connection", "Former")
            #expect(status == .success)
            #expect(console.written.contains("auth0|old"))
        }
    }
}
