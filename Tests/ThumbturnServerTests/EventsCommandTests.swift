// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import ThumbturnServer
import WireFormats

@Suite struct EventsCommandTests {
    /// A folder where an operator has done something to two accounts and to the keys.
    private func withEvents(_ body: (ServerFolder) async throws -> Void) async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|ada", "ada@example.com")
            try await server.addUser("auth0|bob", "bob@example.com")
            for words in [
                ["users", "block", "ada@example.com"], ["users", "unblock", "auth0|ada"],
                ["users", "delete", "auth0|bob", "--yes"], ["keys", "rotate"],
            ] {
                #expect(await RecordingConsole().run(words + ["--data", server.data]) == .success)
            }
            try await body(server)
        }
    }

    private func kinds(_ server: ServerFolder, _ words: String...) async -> [String] {
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

    @Test func `applying a configuration is the operator's, too`() async throws {
        try await ServerFolder.with { server in
            let event = try #require(try await server.events().first { $0.kind == .configurationApplied })
            #expect(event.operatorCommand == "apply")
        }
    }

    @Test func `events are filtered by kind, account and time`() async throws {
        try await withEvents { server in
            let rotated = ["key.rotated", "key.rotated"].prefix(1)
            #expect(await kinds(server, "--kind", "key").first == rotated.first)
            #expect(await kinds(server, "--kind", "user.blocked") == ["user.blocked"])
            #expect(await kinds(server, "--user", "ada@example.com") == ["user.unblocked", "user.blocked"])
            #expect(await kinds(server, "--user", "auth0|bob") == ["user.removed"])
            #expect(await kinds(server, "--since", "2999-01-01T00:00:00Z").isEmpty)
            #expect(await kinds(server, "--since", "1h", "--kind", "user").count == 3)
        }
    }

    @Test func `there may be more than are listed`() async throws {
        try await withEvents { server in
            let (_, console) = await server.run("events", "list", "--limit", "2", "--json")
            #expect(console.lines.count == 2)
            #expect(console.writtenErrors.contains("There are older ones"))
        }
    }

    @Test(arguments: [
        ["events"], ["events", "show"], ["events", "list", "more"], ["events", "list", "--limit", "0"],
        ["events", "list", "--since", "yesterday"], ["events", "list", "--since", "999999999999999d"],
    ])
    func `what can't be understood is refused`(words: [String]) async throws {
        try await ServerFolder.with { server in
            #expect(await RecordingConsole().run(words + ["--data", server.data]) == .malformed)
        }
    }

    @Test func `an account that is not there is told`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("events", "list", "--user", "nobody@example.com")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no account nobody@example.com"))
        }
    }

    // MARK: Other lists

    @Test func `keys are listed for programs`() async throws {
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

    @Test func `accounts of a connection that is not there can't be listed`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("users", "list", "--connection", "Peple")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no connection Peple; there are People, Staff."))
            #expect(console.writtenErrors.contains("Did you mean People?"))
            #expect(await server.run("users", "list", "--connection", "Staff").status == .success)
        }
    }

    @Test func `accounts of a connection that was removed can be listed`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|old", "old@example.com", in: "Former")
            let (status, console) = await server.run("users", "list", "--connection", "Former")
            #expect(status == .success)
            #expect(console.written.contains("auth0|old"))
        }
    }
}
