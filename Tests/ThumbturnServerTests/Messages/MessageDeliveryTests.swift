// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import IdentityModel
import Outbox
import POSIX
import ServerHarness
import SignIn
import TestStorage
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// Text messages of the outbox, on their way to the service.
struct MessageDeliveryTests {
    /// An outbox that is delivered to a service.
    @available(macOS 15, *)
    private struct Scene {
        let storage: any Storage
        let kind: OutboxKind
        let delivery: OutboxDelivery
        let receiver: TestReceiver
        let clock: ManualClock

        static func running(
            responding respond: @escaping TestReceiver.Responder, _ body: (Scene) async throws -> Void
        ) async throws {
            let clock = ManualClock()
            let data = try TestStorage(clock: { clock.now })
            defer { withExtendedLifetime(data) {} }
            try await withStorage(data.storage) { storage in
                try await MessageFixture.running(responding: respond) { fixture in
                    let transport = try fixture.transport()
                    defer { transport.close() }
                    let kind = OutboxKind.messages(
                        MessageRendering(seal: MessageFixture.seal), by: transport, now: { clock.now })
                    let delivery = OutboxDelivery(storage: storage, now: { clock.now }, report: { _ in })
                    try await body(
                        Scene(
                            storage: storage, kind: kind, delivery: delivery, receiver: fixture.receiver, clock: clock))
                }
            }
        }

        static func running(status: Int, _ body: (Scene) async throws -> Void) async throws {
            try await running(responding: { _, _ in HTTPResponse(status: HTTPStatus(code: status)) }, body)
        }

        func insert(_ item: OutboxItem) async throws {
            try await storage.withTransaction { try $0.outbox.insert(item) }
        }

        /// Makes the attempts that are due.
        func deliver() async throws -> [OutboxKind.Outcome] {
            var outcomes: [OutboxKind.Outcome] = []
            for item in try await delivery.claim(kind, upTo: 16) {
                outcomes.append(try await delivery.send(item, of: kind))
            }
            return outcomes
        }

        func items() async throws -> [OutboxItem] {
            try await storage.read { try $0.outbox.list(.message, limit: 10) }
        }

        func deaths() async throws -> [AuditEvent] {
            try await storage.read { try $0.events.list(user: nil, limit: 10) }.filter { $0.kind == .messageDead }
        }
    }

    @available(macOS 15, *)
    @Test func `a second attempt has the same ID and body, and a signature of its own time`() async throws {
        let respond: TestReceiver.Responder = { HTTPResponse(status: $1 == 1 ? 503 : 200) }
        try await Scene.running(responding: respond) { scene in
            try await scene.insert(MessageFixture.message())
            #expect(try await scene.deliver().count == 1)
            #expect(try await scene.deliver().isEmpty)
            scene.clock.advance(seconds: 60)
            #expect(try await scene.deliver() == [.accepted])
            let requests = scene.receiver.requests
            #expect(Set(requests.map { $0.headers["Thumbturn-Message-ID"] }).count == 1)
            #expect(Set(requests.map(\.body)).count == 1 && requests.count == 2)
            #expect(try await scene.items().isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `what the service refuses for good stays listed, with an event that has no number`() async throws {
        try await Scene.running(status: 422) { scene in
            try await scene.insert(MessageFixture.message())
            #expect(try await scene.deliver().count == 1)
            let item = try #require(try await scene.items().first)
            #expect(item.diedAt == scene.clock.now && item.lastError?.contains("422") == true)
            let event = try #require(try await scene.deaths().first)
            #expect(event.user == item.user && event.details["message"] == "test")
            #expect(!"\(event)".contains(MessageFixture.number))
        }
    }

    @available(macOS 15, *)
    @Test func `messages wait while the service doesn't know the server`() async throws {
        try await Scene.running(status: 401) { scene in
            try await scene.insert(MessageFixture.message())
            #expect(try await scene.deliver().count == 1)
            let item = try #require(try await scene.items().first)
            #expect(item.diedAt == nil && item.attempts == 1)
            #expect(try await scene.deaths().isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `the row of an account that doesn't exist is dropped without an attempt`() async throws {
        try await Scene.running(status: 200) { scene in
            try await scene.insert(MessageFixture.message(.nothing))
            #expect(try await scene.deliver().isEmpty)
            #expect(try await scene.items().isEmpty && scene.receiver.requests.isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `a message under another master key is given up, and says so`() async throws {
        try await Scene.running(status: 200) { scene in
            let other = MessageSeal(key: AEADKey.derived(secret: [UInt8](repeating: 8, count: 32), info: [1]))
            let order = MessageOrder(.test, to: MessageFixture.number, at: "a.example", in: [])
            try await scene.insert(other.item(order, about: nil, at: scene.clock.now))
            #expect(
                try await scene.deliver() == [.refused(reason: "The message was stored under another master key.")])
            #expect(scene.receiver.requests.isEmpty)
        }
    }
}

struct MessageRenderingTests {
    @available(macOS 15, *)
    @Test(arguments: [(["de-AT", "en"], "de", "Nachrichten"), (["fr"], "en", "Text messages"), ([], "en", "arrive")])
    func `a message is in the language of its reader`(languages: [String], tag: String, word: String) throws {
        let rendering = MessageRendering(seal: MessageFixture.seal)
        let message = try rendering.message(of: MessageFixture.message(languages: languages))
        #expect(message.language == tag && message.text.contains(word))
    }

    @available(macOS 15, *)
    @Test(arguments: ["", "4915112345678", "+49 151 12345678", "+0915112345678", "+49151123456789012"])
    func `nothing is sent to what is no phone number`(number: String) {
        let order = MessageOrder(.test, to: number, at: "a.example", in: [])
        let item = MessageFixture.seal.item(order, about: nil, at: MessageFixture.time)
        #expect(throws: MessageRendering.Failure.numberNotUsable) {
            try MessageRendering(seal: MessageFixture.seal).message(of: item)
        }
    }
}
