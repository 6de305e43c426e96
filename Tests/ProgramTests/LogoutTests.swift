// SPDX-License-Identifier: Apache-2.0

import CommandLine
import HTTPServer
import IdentityModel
import ServerHarness
import TestSupport
import Testing
import ThumbturnServer
import WebAuthnMessages
import WireFormats

/// Logout tokens of a running program, about sessions that commands end.
struct LogoutTests {
    private static let user = UserID(rawValue: "auth0|1")

    /// Returns a folder of a server whose client receives logout tokens at a port.
    private static func folder(receivingAt port: UInt16) throws -> ProgramFolder {
        var configuration = try #require(HarnessConfiguration().json.objectValue)
        let clients = (configuration["clients"]?.arrayValue ?? []).map { client in
            guard var client = client.objectValue else { return client }
            client["oidc_logout"] = ["backchannel_logout_urls": [.string("http://127.0.0.1:\(port)/logout")]]
            return JSONValue.object(client)
        }
        configuration["clients"] = .array(clients)
        return try ProgramFolder(.object(configuration))
    }

    /// Stores a user with a session in which a client got tokens. The server has created the database.
    private static func insertSession(in folder: ProgramFolder) async throws {
        let storage = try folder.openStorage()
        let time = Timestamp.now()
        let end = Timestamp(secondsSince1970: time.secondsSince1970 + 3_600)
        let user = User(
            id: Self.user, connection: "People", handle: try #require(UserHandle([1])), createdAt: time)
        let session = BrowserSession(
            id: BrowserSession.ID(rawValue: "session-1"), secretHash: [1], user: user.id, host: "localhost",
            createdAt: time, idleExpiresAt: end, expiresAt: end)
        try await storage.withTransaction { transaction in
            try transaction.users.insert(user)
            try transaction.sessions.insert(session)
            try transaction.sessions.recordClient(HarnessConfiguration.web, in: session.id)
        }
        await storage.close()
    }

    private static func run(_ words: String..., in folder: ProgramFolder) async {
        let run = await CommandRun(words + ["--data", folder.data, "--url", HarnessConfiguration.url])
        #expect(run.status == .success, "\(run.output)")
    }

    @available(macOS 15, *)
    @Test func `a running server informs clients of a block by a command`() async throws {
        try await TestReceiver.running { receiver in
            let folder = try Self.folder(receivingAt: receiver.port)
            let program = try RunningProgram(on: folder, ["--metrics-listen", "0"])
            try await Self.insertSession(in: folder)
            await Self.run("users", "block", Self.user.rawValue, in: folder)
            let request = try #require(await receiver.wait(for: 1)?.first)
            #expect(request.method.rawValue == "POST" && request.path == "/logout")
            #expect(request.headers["User-Agent"]?.hasPrefix("Thumbturn/") == true)
            #expect(String(decoding: request.body, as: UTF8.self).hasPrefix("logout_token=eyJ"))
            let line = try #require(await program.log.arrival(of: "logout.delivered"))
            #expect(line["client"] == .string(HarnessConfiguration.web) && line["sid"] == "session-1")
            #expect(line["receiver"] == .string("http://127.0.0.1:\(receiver.port)") && line["attempt"] == 1)
            let deliveries = #"thumbturn_outbox_attempts_total{kind="logout",outcome="sent"}"#
            let metrics = try program.metrics(until: { $0[deliveries] == 1 })
            #expect(metrics[deliveries] == 1 && metrics[#"thumbturn_outbox_length{kind="logout"}"#] == 0)
            #expect(try program.stop().status == 0)
            #expect(receiver.requests.count == 1)
        }
    }

    @Test func `a running server logs which session an operator ended`() async throws {
        let folder = try ProgramFolder()
        let program = try RunningProgram(on: folder)
        try await Self.insertSession(in: folder)
        await Self.run("users", "end-sessions", Self.user.rawValue, in: folder)
        let line = try #require(program.log.wait(for: "session.ended"))
        #expect(line["sid"] == "session-1" && line["user"] == .string(Self.user.rawValue))
        #expect(line["command"] == "users end-sessions")
    }

    @available(macOS 15, *)
    @Test func `a server that starts informs clients of what happened meanwhile`() async throws {
        try await TestReceiver.running { receiver in
            let folder = try Self.folder(receivingAt: receiver.port)
            _ = try RunningProgram(on: folder).stop()
            try await Self.insertSession(in: folder)
            await Self.run("users", "end-sessions", Self.user.rawValue, in: folder)
            let program = try RunningProgram(on: folder)
            _ = try #require(await program.log.arrival(of: "logout.delivered"))
            #expect(try program.stop().status == 0)
            #expect(receiver.requests.count == 1)
        }
    }

    @available(macOS 15, *)
    @Test func `a receiver that doesn't respond does not delay the shutdown`() async throws {
        let gate = AsyncGate()
        defer { gate.open() }
        let respond: TestReceiver.Responder = { _, _ in
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        try await TestReceiver.running(responding: respond) { receiver in
            let folder = try Self.folder(receivingAt: receiver.port)
            let program = try RunningProgram(on: folder)
            try await Self.insertSession(in: folder)
            await Self.run("users", "delete", "--yes", Self.user.rawValue, in: folder)
            _ = try #require(await receiver.wait(for: 1))
            #expect(try program.stop().status == 0)
            // On a busy machine the attempt may have run into its time limit before, but the shutdown did not wait for
            // that.
            let shutdown = program.log.now.events.drop { $0["event"] != "server.stopping" }
            let names = shutdown.compactMap { $0["event"]?.stringValue }
            #expect(names.first == "server.stopping")
            #expect(!names.contains("logout.not-delivered") && !names.contains("outbox.failed"))
            gate.open()
        }
    }
}
