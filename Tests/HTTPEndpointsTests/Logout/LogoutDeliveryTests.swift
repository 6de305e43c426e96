// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import POSIX
import ServerHarness
import TestStorage
import TestSupport
import Testing
import WireFormats

/// The delivery of notices that are stored, to receivers of all kinds.
struct LogoutDeliveryTests {
    private static let pauses: [Int64] = [30, 120, 600, 1_800]

    @available(macOS 15, *)
    private static func withReceiver(
        responding respond: @escaping TestReceiver.Responder = { _, _ in HTTPResponse(status: 204) },
        _ body: (LogoutDeliveryFixture, TestReceiver) async throws -> Void
    ) async throws {
        let certificates = try CertificatePair.ofReceiver()
        try await TestReceiver.running(with: certificates, responding: respond) { receiver in
            let url = "https://localhost:\(receiver.port)/"
            let fixture = try await LogoutDeliveryFixture(
                clients: ["web": url + "web", "many": url + "many"], certificates: certificates)
            try await body(fixture, receiver)
        }
    }

    // MARK: Attempts

    @available(macOS 15, *)
    @Test(arguments: [200, 204])
    func `a success ends the delivery`(status: Int) async throws {
        let respond: TestReceiver.Responder = { _, _ in HTTPResponse(status: HTTPStatus(code: status)) }
        try await Self.withReceiver(responding: respond) {
            fixture, receiver in
            let notice = try await fixture.insertNotice()
            #expect(try await fixture.deliver() == 1)
            #expect(
                try await fixture.token(in: try #require(receiver.requests.first))["sub"]
                    == .string(notice.user.rawValue))
            #expect(try await fixture.notices().isEmpty)
            guard case .delivered = fixture.reports.withLock({ $0.first }) else {
                Issue.record("no report")
                return
            }
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [302, 303, 307, 400, 404, 503])
    func `any other status is tried again later, and no redirect is followed`(status: Int) async throws {
        let respond: TestReceiver.Responder = { _, number in
            number == 1
                ? HTTPResponse(status: HTTPStatus(code: status), headers: ["Location": "/elsewhere"])
                : HTTPResponse(status: 200)
        }
        try await Self.withReceiver(responding: respond) { fixture, receiver in
            try await fixture.insertNotice()
            #expect(try await fixture.deliver() == 1)
            fixture.server.clock.advance(seconds: 29)
            #expect(try await fixture.deliver() == 0)
            fixture.server.clock.advance(seconds: 1)
            #expect(try await fixture.deliver() == 1)
            #expect(receiver.requests.map(\.path) == ["/web", "/web"])
            #expect(try await fixture.notices().isEmpty)
            // Each attempt has a token of its own, because the first one expires.
            var ids: Set<String?> = []
            for request in receiver.requests { ids.insert(try await fixture.token(in: request)["jti"]?.stringValue) }
            #expect(ids.count == 2)
        }
    }

    @available(macOS 15, *)
    @Test func `a receiver that refuses connections gets the token when it is back`() async throws {
        let certificates = try CertificatePair.ofReceiver()
        let port = try #require(LoopbackSocket()).port
        let fixture = try await LogoutDeliveryFixture(
            clients: ["web": "https://127.0.0.1:\(port)/"], certificates: certificates)
        try await fixture.insertNotice(at: "https://127.0.0.1:\(port)/")
        #expect(try await fixture.deliver() == 1)
        #expect(try await fixture.notices().map(\.attempts) == [1])
        fixture.server.clock.advance(seconds: 30)
        try await TestReceiver.running(with: certificates, at: port) { receiver in
            let count = try await fixture.deliver()
            #expect(count == 1 && receiver.requests.count == 1)
        }
        #expect(try await fixture.notices().isEmpty)
    }

    @available(macOS 15, *)
    @Test func `after five attempts a notice is abandoned with an event that has no token`() async throws {
        let respond: TestReceiver.Responder = { _, _ in HTTPResponse(status: 503) }
        try await Self.withReceiver(responding: respond) { fixture, receiver in
            let notice = try await fixture.insertNotice()
            for pause in Self.pauses {
                #expect(try await fixture.deliver() == 1)
                fixture.server.clock.advance(seconds: pause - 1)
                #expect(try await fixture.deliver() == 0)
                fixture.server.clock.advance(seconds: 1)
            }
            #expect(try await fixture.events().isEmpty)
            #expect(try await fixture.deliver() == 1)
            #expect(receiver.requests.count == 5)
            #expect(try await fixture.notices().isEmpty)
            let event = try #require(try await fixture.events().first)
            #expect(event.user == notice.user && event.client == "web")
            #expect(event.details["sid"] == .string(notice.session.rawValue) && event.details["attempts"] == 5)
            #expect(event.details["receiver"] == .string("https://localhost:\(receiver.port)"))
            let text = String(decoding: JSONValue.object(event.details).serialized(), as: UTF8.self)
            #expect(!text.contains("eyJ") && !text.contains("/web"))
        }
    }

    @available(macOS 15, *)
    @Test func `a receiver without TLS and a response that is too long are failures`() async throws {
        let receiver = try #require(RawReceiver(sending: "HTTP/1.1 200 OK\r\n\r\n", then: "x"))
        let certificates = try CertificatePair.ofReceiver()
        let url = "https://localhost:\(receiver.port)/"
        let fixture = try await LogoutDeliveryFixture(clients: ["web": url], certificates: certificates)
        try await fixture.insertNotice(at: url)
        #expect(try await fixture.deliver() == 1)
        #expect(try await fixture.notices().map(\.attempts) == [1])
        let respond: TestReceiver.Responder = { _, _ in
            .text(200, body: String(repeating: "x", count: 65_537))
        }
        try await Self.withReceiver(responding: respond) { fixture, _ in
            try await fixture.insertNotice()
            #expect(try await fixture.deliver() == 1)
            #expect(try await fixture.notices().map(\.attempts) == [1])
        }
    }

    // MARK: Processes

    @available(macOS 15, *)
    @Test func `of several processes one makes an attempt`() async throws {
        try await Self.withReceiver { fixture, receiver in
            for number in 0..<8 { try await fixture.insertNotice(number) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await fixture.deliver(with: fixture.otherDelivery()) } }
                try await group.waitForAll()
            }
            #expect(receiver.requests.count == 8)
            #expect(try await fixture.notices().isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `an attempt of a process that ended is repeated, and the last one is not`() async throws {
        try await Self.withReceiver { fixture, receiver in
            try await fixture.insertNotice()
            for pause in Self.pauses {
                #expect(try await fixture.delivery.claim(upTo: 1).count == 1)
                fixture.server.clock.advance(seconds: pause)
            }
            #expect(try await fixture.delivery.claim(upTo: 1).map(\.attempts) == [5])
            fixture.server.clock.advance(seconds: 1_800)
            #expect(try await fixture.deliver() == 0)
            #expect(try await fixture.events().count == 1)
            #expect(try await fixture.notices().isEmpty && receiver.requests.isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `looking for notices writes nothing`() async throws {
        try await Self.withReceiver { fixture, _ in
            let storage = InstrumentedStorage(fixture.server.storage)
            let delivery = fixture.otherDelivery(over: storage)
            try await fixture.insertNotice()
            #expect(try await delivery.claim(upTo: 1).count == 1)
            let before = storage.transactions
            #expect(try await delivery.claim(upTo: 16).isEmpty)
            #expect(try await delivery.claim(upTo: 0).isEmpty)
            #expect(storage.transactions == before)
        }
    }

    @available(macOS 15, *)
    @Test func `a receiver gets one attempt at once, and others don't wait for it`() async throws {
        let slow = "https://127.0.0.1:9/"
        let certificates = try CertificatePair.ofReceiver()
        let fixture = try await LogoutDeliveryFixture(
            clients: ["web": slow, "many": "https://localhost:9/"], certificates: certificates)
        for number in 0..<20 { try await fixture.insertNotice(number, at: slow) }
        fixture.server.clock.advance(seconds: 1)
        try await fixture.insertNotice(20, to: "many", at: "https://localhost:9/")
        let first = try #require(try await fixture.delivery.claim(upTo: 16).first)
        var receivers = LogoutReceivers()
        receivers.begin(first)
        #expect(receivers.runningCount == 1)
        let other = try await fixture.delivery.claim(upTo: 15, besides: receivers)
        #expect(first.url == slow && other.map(\.client) == ["many"])
        #expect(try await fixture.delivery.claim(upTo: 15, besides: receivers).isEmpty)
        receivers.finish(first, with: .accepted, at: fixture.server.clock.now)
        #expect(try await fixture.delivery.claim(upTo: 15, besides: receivers).map(\.url) == [slow])
    }

    @available(macOS 15, *)
    @Test func `a receiver that can't be reached is left alone, longer after each failure`() async throws {
        try await Self.withReceiver { fixture, _ in
            for number in 0..<9 { try await fixture.insertNotice(number) }
            var receivers = LogoutReceivers()
            for pause in [5, 30, 120, 300, 300] as [Int64] {
                let notice = try #require(try await fixture.delivery.claim(upTo: 16, besides: receivers).first)
                receivers.begin(notice)
                receivers.finish(notice, with: .unreachable(reason: "test"), at: fixture.server.clock.now)
                fixture.server.clock.advance(seconds: pause - 1)
                #expect(try await fixture.delivery.claim(upTo: 16, besides: receivers).isEmpty)
                fixture.server.clock.advance(seconds: 1)
            }
            let notice = try #require(try await fixture.delivery.claim(upTo: 16, besides: receivers).first)
            receivers.finish(notice, with: .failed(reason: "It responds again."), at: fixture.server.clock.now)
            #expect(try await fixture.delivery.claim(upTo: 16, besides: receivers).count == 1)
        }
    }

    // MARK: Changes

    @available(macOS 15, *)
    @Test func `a client that is removed or has another URL loses its notices`() async throws {
        try await Self.withReceiver { fixture, receiver in
            try await fixture.insertNotice(1)
            try await fixture.insertNotice(2, at: "https://localhost:\(receiver.port)/former")
            try await fixture.insertNotice(3, to: "gone")
            try await fixture.insertNotice(4, to: "many", at: "https://localhost:\(receiver.port)/web")
            #expect(try await fixture.deliver() == 1)
            #expect(receiver.requests.map(\.path) == ["/web"])
            #expect(try await fixture.notices().isEmpty)
            #expect(try await fixture.events().isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `a busy receiver does not keep notices that are to be dropped`() async throws {
        try await Self.withReceiver { fixture, receiver in
            let base = "https://localhost:\(receiver.port)"
            try await fixture.insertNotice(1, at: base + "/former")
            var receivers = LogoutReceivers()
            receivers.begin(try await fixture.insertNotice(2, at: base + "/web"))
            #expect(try await fixture.delivery.claim(upTo: 12, besides: receivers).isEmpty)
            #expect(try await fixture.notices().map(\.session.rawValue) == ["session-2"])
        }
    }

    @available(macOS 15, *)
    @Test func `a notice that is dropped does not keep the next one back`() async throws {
        try await Self.withReceiver { fixture, receiver in
            try await fixture.insertNotice(1, at: "https://localhost:\(receiver.port)/former")
            fixture.server.clock.advance(seconds: 1)
            let next = try await fixture.insertNotice(2)
            #expect(try await fixture.delivery.claim(upTo: 1).map(\.id) == [next.id])
        }
    }

    @available(macOS 15, *)
    @Test func `a notice from before a long downtime is abandoned`() async throws {
        try await Self.withReceiver { fixture, receiver in
            try await fixture.insertNotice(1)
            fixture.server.clock.advance(seconds: 1)
            try await fixture.insertNotice(2)
            fixture.server.clock.advance(seconds: 86_399)
            #expect(try await fixture.deliver() == 1)
            #expect(receiver.requests.count == 1)
            #expect(try await fixture.events().count == 1)
        }
    }

    @available(macOS 15, *)
    @Test func `a host that is no longer served is a failed attempt`() async throws {
        try await Self.withReceiver { fixture, receiver in
            try await fixture.insertNotice(of: "former.brand1.test")
            #expect(try await fixture.deliver() == 1)
            #expect(receiver.requests.isEmpty)
            #expect(try await fixture.notices().map(\.attempts) == [1])
        }
    }
}

@available(macOS 15, *)
extension LogoutDeliveryFixture {
    /// Stores a notice that is due, by default to the URL of a client.
    @discardableResult
    fileprivate func insertNotice(
        _ number: Int = 1, to client: String = "web", at url: String? = nil, of host: String = TestServer.host
    ) async throws -> LogoutNotice {
        let configured = server.services.hosts.configuration.client(client)?.backchannelLogout.urls.first?.text
        let notice = LogoutNotice(
            id: .random(at: server.clock.now), to: client, at: url ?? configured ?? "https://localhost:9/",
            about: BrowserSession.ID(rawValue: "session-\(number)"), of: UserID(rawValue: "auth0|\(number)"),
            host: host, createdAt: server.clock.now)
        try await server.storage.withTransaction { try $0.logoutNotices.insert(notice) }
        return notice
    }

    fileprivate func events() async throws -> [AuditEvent] {
        try await server.storage.read { try $0.events.list(user: nil, limit: 100) }
            .filter { $0.kind == .logoutUndelivered }
    }
}
