// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn config show`.
@Suite struct ConfigCommandTests {
    private static let secret = "pQ8zkVbN3mX1sT7rW5yU2cF9hJ4gL6dK"
    private static let configuration = """
        {"tenant": {"friendly_name": "Büro", "default_directory": "Users"},
         "custom_domains": [{"domain": "login.example.com", "cname_api_key": "d1-kept-private"}],
         "connections": [{"name": "Users", "options": {"configuration": {"key": "d2-kept-private"}}}],
         "clients": [{"client_id": "web", "client_secret": "\(secret)", "callbacks": ["https://a.example.com/cb"],
                      "addons": {"firebase": {"secret": "d3-kept-private"}}, "thumbturn": {"sign_up_mode": "strict"}},
                     {"client_id": "page", "app_type": "spa"}],
         "resource_servers": [{"identifier": "urn:notes", "signing_secret": "d4-kept-private",
                               "scopes": [{"value": "read", "description": "Read"}]}]}
        """

    /// Runs the body with a folder on which the configuration was applied.
    private func withConfiguration(_ body: (ServerFolder) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let server = ServerFolder(folder: folder)
            try await server.createDatabase()
            let console = RecordingConsole(input: Self.configuration)
            #expect(await console.run("apply", "-", "--data", server.data) == .success, "\(console.writtenErrors)")
            try await body(server)
        }
    }

    @Test func `what config show prints can be applied again, with no changes`() async throws {
        try await withConfiguration { server in
            let (status, console) = await server.run("config", "show", "--secrets")
            #expect(status == .success)
            let again = RecordingConsole(input: console.written)
            #expect(await again.run("apply", "-", "--prune", "--data", server.data) == .success)
            #expect(again.lines.last?.hasPrefix("No changes to ") == true)
        }
    }

    @Test func `secrets and their hashes are left out, and stay stored when the file is applied`() async throws {
        try await withConfiguration { server in
            let text = await server.run("config", "show").console.written
            for word in [Self.secret, "hash", "kept-private"] { #expect(!text.contains(word), "\(word)") }
            #expect(text.contains("\"sign_up_mode\": \"strict\""))
            #expect(text.contains("Büro"))
            let before = try await client("web", of: server)
            #expect(await RecordingConsole(input: text).run("apply", "-", "--data", server.data) == .success)
            #expect(try await client("web", of: server)["thumbturn"] == before["thumbturn"])
        }
    }

    @Test func `with its secrets, the configuration moves to another server`() async throws {
        try await withConfiguration { server in
            let text = await server.run("config", "show", "--secrets").console.written
            #expect(!text.contains(Self.secret))
            let bare = await server.run("config", "show").console.written
            let stored = try await client("web", of: server)
            try await withTemporaryFolder { folder in
                let other = ServerFolder(folder: folder)
                try await other.createDatabase()
                let rejected = RecordingConsole(input: bare)
                #expect(await rejected.run("apply", "-", "--data", other.data) == .malformed)
                #expect(rejected.writtenErrors.contains("The client has no secret"))
                #expect(await RecordingConsole(input: text).run("apply", "-", "--data", other.data) == .success)
                let moved = try await client("web", of: other)
                #expect(moved == stored)
            }
        }
    }

    @Test func `config show takes only options, and needs a database`() async throws {
        try await withTemporaryFolder { folder in
            let server = ServerFolder(folder: folder)
            #expect(await server.run("config", "show", "clients").status == .malformed)
            let (status, console) = await server.run("config", "show")
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no database"))
        }
    }

    private func client(_ id: String, of server: ServerFolder) async throws -> JSONObject {
        try #require(try await server.documents().first { $0.kind == .client && $0.id == id }).json
    }
}
