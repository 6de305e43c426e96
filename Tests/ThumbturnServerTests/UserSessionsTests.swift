// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import IdentityModel
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// The browser sessions of users on the command line.
@Suite struct UserSessionsTests {
    private static let end = Timestamp(secondsSince1970: 9_000_000_000)

    /// Adds a user with sessions. The last one has expired.
    private func addUser(_ id: String, sessions: [String], to server: ServerFolder) async throws {
        let user = try await server.addUser(id, address: "\(id.suffix(1))@example.com")
        var expired = session("expired-\(id)", of: user.id)
        expired.idleExpiresAt = ServerFolder.now
        let all = sessions.map { session($0, of: user.id) } + [expired]
        try await server.use { storage, _ in
            try await storage.withTransaction { transaction in
                for session in all { try transaction.sessions.insert(session) }
            }
        }
    }

    private func session(_ id: String, of user: UserID) -> BrowserSession {
        var session = BrowserSession(
            id: BrowserSession.ID(rawValue: id), secretHash: Array(id.utf8), user: user, host: ServerFolder.host,
            createdAt: ServerFolder.now, idleExpiresAt: Self.end, expiresAt: Self.end)
        session.userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\u{1B}[31m"
        return session
    }

    private func sessions(in server: ServerFolder) async throws -> [String] {
        try await server.use { storage, _ in
            try await storage.read { snapshot in
                try ["auth0|1", "auth0|2"].flatMap { try snapshot.sessions.list(of: UserID(rawValue: $0)) }.map(
                    \.id.rawValue)
            }
        }
    }

    @Test func `a restore ends the sessions of users who can sign in again`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addUser("auth0|1", sessions: ["s1"], to: server)
            try await addUser("auth0|2", sessions: ["s2"], to: server)
            try await server.addPasskey(1, of: try #require(try await server.user("auth0|1")))
            let backup = server.folder + "/backup"
            _ = await server.run("backup", backup)
            #expect(await server.run("restore", backup).status == .success)
            let remaining = try await sessions(in: server)
            #expect(remaining.contains("s2") && !remaining.contains("s1"))
        }
    }

    @Test func `users show prints the browser sessions that have not ended`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addUser("auth0|1", sessions: ["s1"], to: server)
            let text = await server.run("users", "show", "auth0|1").console.written
            #expect(text.contains("BROWSER SESSION"))
            #expect(text.contains(" login.example.com  2026-05-28T20:26:40Z  2026-05-28T20:26:40Z"))
            // The name of the browser, as the pages show it, of what it says of itself.
            #expect(text.contains("  Firefox · Linux\n"))
            #expect(!text.contains("expired") && !text.contains("\u{1B}"))
            let line = try #require(await server.run("users", "show", "auth0|1", "--json").console.lines.first)
            let listed = line.jsonObject["browser_sessions"] as? [[String: Any]]
            #expect(listed?.map { $0["id"] as? String } == ["s1"])
        }
    }

    @Test func `end-sessions ends all browser sessions of the user, with events`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addUser("auth0|1", sessions: ["s1", "s2"], to: server)
            try await addUser("auth0|2", sessions: ["s3"], to: server)
            let (status, console) = await server.run("users", "end-sessions", "auth0|1")
            #expect(status == .success && console.lines == ["Browser sessions ended: 3."])
            #expect(try await sessions(in: server) == ["expired-auth0|2", "s3"])
            let events = try await server.events().filter { $0.kind == .sessionEnded }
            #expect(events.count == 3 && events.allSatisfy { $0.operatorCommand == "users end-sessions" })
            #expect(
                await server.run("users", "end-sessions", "auth0|1").console.lines == ["Browser sessions ended: 0."])
        }
    }

    @Test func `end-sessions ends the one session that is named`() async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await addUser("auth0|1", sessions: ["s1", "s2"], to: server)
            try await addUser("auth0|2", sessions: ["s3"], to: server)
            #expect(await server.run("users", "end-sessions", "auth0|1", "--session", "s2").status == .success)
            #expect(try await Set(sessions(in: server)) == ["expired-auth0|1", "s1", "expired-auth0|2", "s3"])
            let (status, console) = await server.run("users", "end-sessions", "auth0|1", "--session", "s3")
            #expect(status == .failure && console.writtenErrors.contains("no browser session s3"))
            #expect(await server.run("users", "show", "auth0|1", "--session", "s1").status == .malformed)
        }
    }
}
