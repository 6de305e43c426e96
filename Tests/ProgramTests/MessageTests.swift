// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import HTTPServer
import IdentityModel
import OpenIDProvider
import ServerHarness
import SignIn
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// Text messages of the running program, and of its commands.
struct MessageTests {
    private static let number = "+4915112345678"
    private static let key = "a key of this test".replacing(" ", with: "-") + "-0123456789abcdef"

    private let folder: ProgramFolder
    private var keyFile: String { folder.path + "/messages-key" }

    init() throws {
        folder = try ProgramFolder()
        let isWritten = FileManager.default.createFile(
            atPath: folder.path + "/messages-key", contents: Data(Self.key.utf8),
            attributes: [.posixPermissions: 0o600])
        try #require(isWritten)
    }

    private func options(_ receiver: UInt16) -> [String] {
        ["--messages", "http://127.0.0.1:\(receiver)/messages", "--messages-key-file", keyFile]
    }

    private func start(with receiver: UInt16) throws -> RunningProgram {
        try RunningProgram(on: folder, ["--rate-limits", "off", "--metrics-listen", "0"] + options(receiver))
    }

    private func run(_ words: [String]) async -> CommandRun {
        await CommandRun(words + ["--data", folder.data, "--url", HarnessConfiguration.url])
    }

    /// Stores a message, as a use case does, and returns its ID.
    private func insertMessage() async throws -> OutboxItem.ID {
        let settings = try ServerSettings.read(["--data", folder.data], environment: [:])
        let master = try MasterKeyFile.load(settings, mayCreate: false)
        let seal = MessageSeal(key: master.sealingKey(for: .outgoingMessages))
        let item = seal.item(
            MessageOrder(.test, to: Self.number, at: "localhost", in: ["de"]), about: nil, at: .now())
        let storage = try folder.openStorage()
        try await storage.withTransaction { try $0.outbox.insert(item) }
        await storage.close()
        return item.id
    }

    @available(macOS 15, *)
    @Test func `a message that waited while the server was killed is sent with the same ID, and once`() async throws {
        let id = try await insertMessage()
        let gate = AsyncGate()
        defer { gate.open() }
        let respond: TestReceiver.Responder = { _, _ in
            await gate.pass()
            return HTTPResponse(status: 204)
        }
        try await TestReceiver.running(responding: respond) { receiver in
            // It is killed before it knows whether the service took the message.
            let first = try start(with: receiver.port)
            _ = try #require(await receiver.wait(for: 1))
            first.kill()
            gate.open()
            #expect(await run(["messages", "list"]).output.contains(Self.number))
            try DatabaseEdit.makeMessagesDue(in: folder.database)
            let second = try start(with: receiver.port)
            let line = try #require(await second.log.arrival(of: "message.sent"))
            #expect(line["item"] == .string(id.rawValue))
            let attempts = #"thumbturn_outbox_attempts_total{kind="message",outcome="sent"}"#
            #expect(try second.metrics(until: { $0[attempts] == 1 })[attempts] == 1)
            #expect(try second.stop().status == 0)
            #expect(receiver.requests.count >= 2)
            for request in receiver.requests {
                #expect(request.headers["Thumbturn-Message-ID"] == id.rawValue)
                #expect(request.headers["Thumbturn-Signature"]?.contains(",v1=") == true)
                #expect(String(decoding: request.body, as: UTF8.self).contains("kommen an"))
            }
            let logged = second.log.now.events.map { "\($0)" } + second.log.now.texts
            #expect(!logged.joined().contains(Self.number) && !logged.joined().contains(Self.key))
            #expect(await run(["messages", "list"]).output.contains("No text message waits."))
        }
    }

    @available(macOS 15, *)
    @Test func `a test says what the service answers`() async throws {
        _ = try RunningProgram(on: folder).stop()
        let respond: TestReceiver.Responder = { HTTPResponse(status: $1 == 1 ? 401 : 202) }
        try await TestReceiver.running(responding: respond) { receiver in
            let words = ["messages", "test", Self.number] + options(receiver.port)
            let refused = await run(words)
            #expect(refused.status == .failure && refused.output.contains("refuses this server with 401"))
            let taken = await run(words)
            #expect(taken.status == .success && taken.output.contains("took the text message to \(Self.number)"))
        }
        #expect(await run(["messages", "list"]).output.contains("No text message waits."))
    }
}
