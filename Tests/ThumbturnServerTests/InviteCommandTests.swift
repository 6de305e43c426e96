// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Foundation
import IdentityModel
import OpenIDProvider
import SignIn
import TestConsole
import Testing
import ThumbturnServer
import WebAuthnMessages
import WireFormats

import enum CommandLine.ExitStatus

/// `thumbturn users invite`.
@Suite struct InviteCommandTests {
    private func invite(_ words: String..., on server: ServerFolder) async -> (
        status: ExitStatus, console: RecordingConsole
    ) {
        let console = RecordingConsole()
        let url = ["--url", "https://\(ServerFolder.host)", "--data", server.data]
        return (await console.run(["users", "invite"] + words + url), console)
    }

    @Test func `invite prints the existing access and whether it stays`() async throws {
        try await ServerFolder.with { server in
            let user = try await server.addUser("auth0|1", address: "a@example.com") { user in
                user.identifiers.append(
                    Identifier(kind: .username, value: "another", normalized: "another"))
            }
            try await server.addPasskey(1, of: user)
            let (_, console) = await invite("a@example.com", on: server)
            for text in [
                "a passkey, created 2026-05-28", "sessions: 2", "another (unverified)", "All of this is removed",
            ] {
                #expect(console.writtenErrors.contains(text))
            }
            #expect(!console.writtenErrors.contains("a@example.com (unverified)"))
            #expect(try await server.events().first?.details["existing"] == "remove")
            #expect(
                await invite("a@example.com", "--existing", "keep", on: server).console.writtenErrors.contains(
                    "All of this stays"))
            #expect(await invite("a@example.com", "--existing", "maybe", on: server).status == .malformed)
        }
    }

    @Test func `invite prints a link that starts a ceremony for the account at its host`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let (status, console) = await invite("a@example.com", on: server)
            #expect(status == .success)
            let start = "https://login.example.com/invitation#"
            let link = try #require(console.lines.first)
            #expect(console.lines.count == 1)
            #expect(link.hasPrefix(start))
            #expect(console.writtenErrors.contains("auth0|1"))
            #expect(try await server.events().first?.kind == .userInvited)
            try await server.use { storage, ring in
                let keys = try await ring.reload(host: ServerFolder.host)
                let documents = try await storage.read { try $0.configuration.list() }
                let configuration = try ConfigurationSnapshot(
                    documents: documents, url: WebOrigin("https://login.example.com"))
                let ceremonies = CeremonyService(
                    accounts: AccountStorage(storage), seal: CeremonySeal(key: keys.session))
                let started = try await Invitations(ceremonies: ceremonies).begin(
                    String(link.dropFirst(start.count)), at: ServerFolder.host, in: configuration)
                #expect(started.options.user.id == UserHandle(Array("auth0|1".utf8)))
            }
        }
    }

    @Test(arguments: [("30m", 1800), ("1h", 3600), ("7d", 604_800), ("30d", 2_592_000)])
    func `an invitation is valid for the given time`(_ text: String, seconds: Int64) async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            #expect(await invite("auth0|1", "--valid-for", text, on: server).status == .success)
            let event = try #require(await server.events().first)
            let end = try #require(event.details["expires_at"]?.stringValue.flatMap { Timestamp($0) })
            #expect(end.secondsSince1970 - event.occurredAt.secondsSince1970 == seconds)
        }
    }

    @Test(arguments: ["", "h", "0h", "-1h", "1w", "1.5h", "07d", "31d", "999999999999999999999d", "1H"])
    func `invite rejects an invalid or too long time`(_ text: String) async throws {
        try await ServerFolder.with(hosts: []) { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let (status, console) = await invite("auth0|1", "--valid-for", text, on: server)
            #expect(status == .malformed)
            #expect(console.writtenErrors.contains("30m, 24h or 7d"))
        }
    }

    @Test func `a blocked account is not invited`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com") { $0.isBlocked = true }
            let (status, console) = await invite("auth0|1", on: server)
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("users unblock 'auth0|1'"))
            #expect(console.written.isEmpty)
        }
    }

    @Test func `invite prints no local link for another host`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            let (status, console) = await server.run("users", "invite", "auth0|1")
            #expect(status == .malformed)
            #expect(console.writtenErrors.contains("Give the server's --url"))
        }
    }

    @Test func `invite needs the server's master key`() async throws {
        try await ServerFolder.with { server in
            try await server.addUser("auth0|1", address: "a@example.com")
            try FileManager.default.removeItem(atPath: server.data + "/master.key")
            let (status, console) = await invite("auth0|1", on: server)
            #expect(status == .failure)
            #expect(console.writtenErrors.contains("There is no master key"))
            _ = try MasterKeyFile.load(server.settings, mayCreate: true)
            let (again, other) = await invite("auth0|1", on: server)
            #expect(again == .failure)
            #expect(other.writtenErrors.contains("another master key"))
        }
    }
}
