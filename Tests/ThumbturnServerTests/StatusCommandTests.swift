// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn status`, and the URL that a server leaves for other commands.
@Suite struct StatusCommandTests {
    private static let start = ServerStart(
        url: "https://login.example.com:8443", version: "0.0.9", startedAt: ServerFolder.now)

    private func recordStart(_ start: ServerStart = start, on server: ServerFolder) async throws {
        try await server.use { storage, _ in try await storage.withTransaction { try $0.serverStart.put(start) } }
    }

    @Test func `status of a stopped server fails, and shows what is stored`() async throws {
        try await ServerFolder.with(hosts: ["login.example.com", "login.example.org"]) { server in
            let user = try await server.addUser("auth0|1", address: "ada@example.com")
            try await server.addUser("auth0|2", address: "bob@example.com")
            try await server.addPasskey(1, of: user)
            try await server.use { storage, _ in try await storage.withTransaction { try $0.owners.insert(user.id) } }
            try await recordStart(on: server)
            let (status, console) = await server.run("status")
            #expect(status == .failure)
            for line in [
                "server    not running; last started at \(ServerFolder.now)",
                "url       https://login.example.com:8443, https://login.example.org:8443",
                "owner     ada@example.com (auth0|1)", "users     2", "passkeys  1", "clients   1",
                "database  \(server.database) (schema \(StorageKind.sqlite.schema))",
            ] {
                #expect(console.lines.contains(line), "\(console.written)")
            }
        }
    }

    @Test func `status of a running server succeeds`() async throws {
        try await ServerFolder.with { server in
            try await recordStart(on: server)
            let lock = try InstanceLock(server.settings)
            let (status, console) = await server.run("status", "--json")
            withExtendedLifetime(lock) {}
            #expect(status == .success)
            let report = console.written.jsonObject
            #expect(report["running"] as? Bool == true)
            #expect(report["url"] as? String == Self.start.url)
            #expect(report["owners"] as? [String] == [])
            #expect(report["users"] as? Int == 0)
            #expect(report["clients"] as? Int == 1)
            #expect(report["schema"] as? Int == StorageKind.sqlite.schema)
            #expect(report["server_version"] as? String == "0.0.9")
        }
    }

    @Test(arguments: [false, true, nil])
    func `status says what does nothing because no mail is sent`(sendsMail: Bool?) async throws {
        try await ServerFolder.with { server in
            let connection = ConfigurationDocument(
                kind: .connection, id: "People",
                json: ["name": "People", "options": ["authentication_methods": ["password": ["enabled": true]]]])
            try await server.use { storage, _ in
                try await storage.withTransaction { try $0.configuration.put(connection) }
            }
            try await recordStart(
                ServerStart(url: Self.start.url, version: "1", startedAt: ServerFolder.now, sendsMail: sendsMail),
                on: server)
            let lines = await server.run("status").console.lines
            let path = "tenant.thumbturn.recovery.password_reset"
            let line = "no mail   Users can't reset forgotten passwords. \(path)"
            #expect(lines.filter { $0 == line }.count == (sendsMail == false ? 1 : 0), "\(lines)")
            #expect(lines.contains("mail      \(sendsMail == false ? "off; " : "")none waiting"), "\(lines)")
            let report = await server.run("status", "--json").console.written.jsonObject
            #expect(report["mail_on"] as? Bool == sendsMail)
            let needs = try #require(report["mail_needs"] as? [[String: String]])
            #expect(needs.map { $0["path"] } == (sendsMail == false ? [path] : []))
        }
    }

    @Test func `status says what does nothing because no text messages are sent`() async throws {
        try await ServerFolder.with { server in
            let connection = ConfigurationDocument(
                kind: .connection, id: "People",
                json: [
                    "name": "People",
                    "options": [
                        "authentication_methods": ["phone_otp": ["enabled": true]],
                        "attributes": ["phone_number": ["identifier": ["active": true]]],
                    ],
                ])
            try await server.use { storage, _ in
                try await storage.withTransaction { try $0.configuration.put(connection) }
            }
            try await recordStart(
                ServerStart(
                    url: Self.start.url, version: "1", startedAt: ServerFolder.now, sendsMail: true,
                    sendsMessages: false),
                on: server)
            let path = #"connections["People"].options.authentication_methods.phone_otp.enabled"#
            let lines = await server.run("status").console.lines
            #expect(lines.contains("no texts  Nobody signs in with a code by text message. \(path)"), "\(lines)")
            let report = await server.run("status", "--json").console.written.jsonObject
            #expect((report["messages_needs"] as? [[String: String]])?.map { $0["path"] } == [path])
        }
    }

    @Test func `a server that was never started has no URL, unless one is given`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("status")
            #expect(status == .failure)
            #expect(console.written.contains("not running; it was never started"))
            #expect(console.written.contains("url       unknown until it is started"))
            let given = await server.run("status", "--json", "--url", "https://login.example.com").console
            #expect(given.written.jsonObject["url"] as? String == "https://login.example.com")
            let unknown = await server.run("status", "--json").console
            #expect(unknown.written.jsonObject["url"] == nil)
        }
    }

    @Test func `status needs a database, and no operand`() async throws {
        try await withTemporaryFolder { folder in
            let server = ServerFolder(folder: folder)
            #expect(await server.run("status").status == .failure)
            #expect(await server.run("status", "now").status == .malformed)
        }
    }

    // MARK: The URL in links

    @Test func `links have the URL at which the server was last started`() async throws {
        try await ServerFolder.with { server in
            try await recordStart(on: server)
            try await server.addUser("auth0|1", address: "ada@example.com")
            let (status, invitation) = await server.run("users", "invite", "auth0|1")
            #expect(status == .success)
            #expect(invitation.written.hasPrefix("https://login.example.com:8443/invitation#"))
            let setup = await server.run("setup").console
            #expect(setup.written.hasPrefix("https://login.example.com:8443/setup#"))
            let client = await server.run("clients", "add", "A", "--type", "native", "--callback", "a:/").console
            #expect(client.written.contains("issuer     https://login.example.com:8443/\n"))
        }
    }

    @Test func `a link to another of several hosts has the server's scheme and port`() async throws {
        try await ServerFolder.with(hosts: ["login.example.com", "login.example.org"]) { server in
            try await recordStart(on: server)
            try await server.addUser("auth0|1", address: "ada@example.com")
            let first = await server.run("users", "invite", "auth0|1").console
            #expect(first.written.hasPrefix("https://login.example.com:8443/invitation#"))
            let second = await server.run("users", "invite", "auth0|1", "--host", "login.example.org").console
            #expect(second.written.hasPrefix("https://login.example.org:8443/invitation#"))
        }
    }

    @Test func `a URL on the command line wins`() async throws {
        try await ServerFolder.with { server in
            try await recordStart(on: server)
            let (_, console) = await server.run("setup", "--url", "https://login.example.com")
            #expect(console.written.hasPrefix("https://login.example.com/setup#"))
        }
    }
}
