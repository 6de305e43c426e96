// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import OpenIDProvider
import SignIn
import TestConsole
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// `thumbturn messages list` and `retry`, and what `status` says of text messages.
struct MessagesCommandTests {
    private static let number = "+4915112345678"

    /// Stores a message, which may have been given up.
    private func insert(
        _ content: MessageOrder.Content = .test, because reason: String? = nil, on server: ServerFolder
    ) async throws {
        let master = try MasterKeyFile.load(server.settings, mayCreate: true)
        let seal = MessageSeal(key: master.sealingKey(for: .outgoingMessages))
        let item = seal.item(
            MessageOrder(content, to: Self.number, at: ServerFolder.host, in: []), about: nil, at: ServerFolder.now)
        try await server.use { storage, _ in
            try await storage.withTransaction { transaction in
                try transaction.outbox.insert(item)
                if let reason { _ = try transaction.outbox.bury(item, at: ServerFolder.now, because: reason) }
            }
        }
    }

    @Test func `a list shows to whom a message goes and why it was given up, and nothing that is never sent`()
        async throws
    {
        try await ServerFolder.with { server in
            try await insert(because: "It was refused.", on: server)
            try await insert(.nothing, on: server)
            let (status, console) = await server.run("messages", "list")
            #expect(status == .success && console.lines.count == 2)
            #expect(console.written.contains(Self.number) && console.written.contains("It was refused."))
            let (_, json) = await server.run("messages", "list", "--json")
            #expect(json.lines.count == 1 && json.written.jsonObject["to"] as? String == Self.number)
            #expect(await server.run("mail", "list").console.written == "No mail waits.\n")
        }
    }

    @Test func `a message that was given up is due again, and mail is not`() async throws {
        try await ServerFolder.with { server in
            #expect(await server.run("messages", "retry").console.written == "0 text messages are sent again.\n")
            try await insert(because: "It was refused.", on: server)
            #expect(await server.run("mail", "retry").console.written == "0 mails are sent again.\n")
            #expect(await server.run("messages", "retry").console.written == "1 text message is sent again.\n")
            try await server.use { storage, _ in
                let summary = try await storage.read { try $0.outbox.summary(of: .message) }
                #expect(summary.waiting == 1 && summary.dead == 0)
            }
        }
    }

    @Test func `status shows messages where they are set up, or where some wait`() async throws {
        try await ServerFolder.with { server in
            #expect(await !server.run("status").console.lines.contains { $0.hasPrefix("messages") })
            let set = await server.run("status", "--messages", "https://messages.example/").console
            #expect(set.lines.contains("messages  none waiting"))
            try await insert(because: "It was refused.", on: server)
            let given = await server.run("status").console
            #expect(given.lines.contains("messages  none waiting; 1 given up: see thumbturn messages list"))
            let report = await server.run("status", "--json").console.written.jsonObject
            #expect(report["messages_dead"] as? Int == 1 && report["messages_waiting"] as? Int == 0)
        }
    }

    @Test(arguments: ["4915112345678", "+49 151", "+49151\r\n1234567"])
    func `a test takes a number with its country`(number: String) async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("messages", "test", number)
            #expect(status == .malformed && console.writtenErrors.contains("7 to 15 digits"))
        }
    }

    @Test func `a test says that no service is set`() async throws {
        try await ServerFolder.with { server in
            let (status, console) = await server.run("messages", "test", Self.number)
            #expect(status == .failure && console.writtenErrors.contains("No service for text messages is set."))
        }
    }
}
