// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import PasswordHashing
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

import enum CommandLine.ExitStatus

/// `thumbturn users password`.
@Suite struct PasswordCommandTests {
    private static let id = UserID(rawValue: "auth0|1")

    /// Passes a folder with an account to a body.
    private func withAccount(_ body: (ServerFolder) async throws -> Void) async throws {
        try await ServerFolder.with { server in
            try await server.addUser(Self.id.rawValue, address: "ada@example.com")
            try await body(server)
        }
    }

    private func run(
        _ words: String..., input: String = "", on server: ServerFolder
    ) async -> (status: ExitStatus, console: RecordingConsole) {
        let console = RecordingConsole(input: input)
        return (await console.run(["users", "password"] + words + ["--data", server.data]), console)
    }

    @Test func `set reads the password from standard input, and stores its hash`() async throws {
        try await withAccount { server in
            let (status, console) = await run(
                "set", "ada@example.com", input: "correct horse\nanother line\n", on: server)
            #expect(status == .success && console.lines == ["The password of auth0|1 is set."])
            #expect(try await server.isPassword("correct horse"))
            let event = try #require(try await server.events().first)
            #expect(event.kind == .passwordSet && event.details["command"] == "users password")
        }
    }

    @Test func `on a terminal the password is typed twice, and is not repeated`() async throws {
        try await withAccount { server in
            let console = RecordingConsole(input: "correct horse\ncorrect house\n", isInteractive: true)
            let words = ["users", "password", "set", "ada@example.com", "--data", server.data]
            #expect(await console.run(words) == .failure)
            #expect(console.writtenErrors.contains("The passwords differ. Nothing was changed."))
            #expect(!(console.written + console.writtenErrors).contains("horse"))
            let stored = try await server.password()
            #expect(stored == nil)
        }
    }

    @Test(arguments: ["", "\n", String(repeating: "a", count: 257) + "\n", "a\u{7}b\n", "password1234\n"])
    func `what can't be a password is not set`(input: String) async throws {
        try await withAccount { server in
            #expect(await run("set", "ada@example.com", input: input, on: server).status != .success)
            let stored = try await server.password()
            #expect(stored == nil)
        }
    }

    @Test func `a hash that is meant as one is not taken for a password`() async throws {
        try await withAccount { server in
            let hash = "$2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e\n"
            let (status, console) = await run("set", "ada@example.com", input: hash, on: server)
            #expect(status == .failure && console.writtenErrors.contains("Add --hash"))
            let stored = try await server.password()
            #expect(stored == nil)
        }
    }

    @Test func `a password is never an argument`() async throws {
        try await withAccount { server in
            let (status, console) = await run("set", "ada@example.com", "correct horse", on: server)
            #expect(status == .malformed && !console.writtenErrors.contains("horse"))
            let stored = try await server.password()
            #expect(stored == nil)
        }
    }

    @Test(arguments: [
        "  $2b$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e \n",
        #"{"algorithm": "md5", "hash": {"value": "3cb4e732631f47e6eb961f34554b7cde", "encoding": "hex"}}"#,
    ])
    func `a hash of another system is taken as it is`(input: String) async throws {
        try await withAccount { server in
            #expect(await run("set", "ada@example.com", "--hash", input: input, on: server).status == .success)
            let isRight = try await server.isPassword("correct horse")
            #expect(isRight)
        }
    }

    @Test(arguments: [
        "$2b$31$C9hB01.YxRSTcn/ZOOo4j.TW7xCKKFKBSF.C7E0xiUwumqIDqWUXG", "correct horse", "{\"algorithm\":1}",
    ])
    func `a hash that is none, or would cost too much, is not set`(input: String) async throws {
        try await withAccount { server in
            let (status, console) = await run("set", "ada@example.com", "--hash", input: input, on: server)
            #expect(status == .malformed && console.writtenErrors.contains("This is no hash that can be verified"))
            let stored = try await server.password()
            #expect(stored == nil)
        }
    }

    @Test func `another password ends what the one before has opened`() async throws {
        try await withAccount { server in
            _ = await run("set", "ada@example.com", input: "correct horse\n", on: server)
            try await server.insertToken(openedBy: Self.id.passwordWay)
            _ = await run("set", "ada@example.com", input: "another horse\n", on: server)
            #expect(try await server.refreshTokens(of: Self.id.rawValue).map(\.grant.ways) == [[]])
        }
    }

    @Test func `disable has only passkeys sign in, until enable`() async throws {
        try await withAccount { server in
            #expect(await run("disable", "ada@example.com", on: server).status == .failure)
            _ = await run("set", "ada@example.com", input: "correct horse\n", on: server)
            try await server.insertToken(openedBy: Self.id.passwordWay)
            #expect(await run("disable", "ada@example.com", on: server).status == .success)
            #expect(try await server.password()?.disabledBy == .administrator)
            #expect(try await server.refreshTokens(of: Self.id.rawValue).map(\.grant.ways) == [[]])
            let again = await run("disable", "ada@example.com", on: server).console
            #expect(again.lines.first?.hasPrefix("Nobody signs in to auth0|1 any longer: it has no passkey.") == true)
            try await server.addPasskey(1, of: try #require(try await server.user(Self.id.rawValue)))
            let once = await run("disable", "ada@example.com", on: server).console
            #expect(once.lines == ["Only passkeys sign in to auth0|1. That was so before."])
            // Another password doesn't switch it on.
            _ = await run("set", "ada@example.com", input: "another horse\n", on: server)
            #expect(try await server.password()?.disabledBy == .administrator)
            #expect(await server.run("status").console.written.contains("passwords 1 (1 switched off)"))
            #expect(await run("enable", "ada@example.com", on: server).status == .success)
            #expect(try await server.password()?.isDisabled == false)
            let kinds = try await server.events().map(\.kind)
            #expect(Array(kinds.prefix(4)) == [.passwordEnabled, .passwordSet, .passwordDisabled, .passwordSet])
        }
    }

    @Test func `remove keeps the password sealed for thirty days`() async throws {
        try await withAccount { server in
            _ = await run("set", "ada@example.com", input: "correct horse\n", on: server)
            #expect(await run("remove", "ada@example.com", on: server).status == .success)
            let stored = try await server.password()
            #expect(stored == nil)
            let removal = try await server.use { storage, _ in
                try await storage.read { try $0.passwords.findRemoval(of: Self.id) }
            }
            let kept = try #require(removal)
            #expect(kept.cause == "administrator" && kept.until == kept.removedAt.advanced(by: 30 * 86_400))
            #expect(kept.sealed?.isEmpty == false)
            // Then for good.
            #expect(await run("remove", "ada@example.com", on: server).status == .success)
            #expect(await run("remove", "ada@example.com", on: server).console.lines == ["auth0|1 has no password."])
        }
    }
}

extension ServerFolder {
    fileprivate func password() async throws -> StoredPassword? {
        try await use { storage, _ in
            try await storage.read { try $0.passwords.find(of: UserID(rawValue: "auth0|1")) }
        }
    }

    fileprivate func isPassword(_ text: String) async throws -> Bool {
        let stored = try #require(try await password()?.hash)
        let pool = HashingPool(threads: 1)
        let isRight = try await pool.verify(
            text, against: PasswordHash(stored: stored.text, wrappedAs: stored.wrappedAs))
        await pool.close()
        return isRight
    }

    /// Inserts a refresh token of a session that a way in has opened.
    fileprivate func insertToken(openedBy way: WayReference) async throws {
        let user = UserID(rawValue: "auth0|1")
        try await use { storage, _ in
            var grant = RefreshToken.Grant(user: user, client: "web", host: Self.host, authenticatedAt: Self.now)
            grant.ways = [way]
            let token = RefreshToken(
                hash: [1], family: .init(rawValue: "opened by a password"), grant: grant, issuedAt: Self.now,
                expiresAt: nil)
            try await storage.withTransaction { try $0.refreshTokens.insert(token) }
        }
    }
}
