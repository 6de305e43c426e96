// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import Outbox
import POSIX
import ServerHarness
import TestSupport
import Testing
import WireFormats

/// The delivery of notices that are stored, to receivers of all kinds.
struct LogoutDeliveryTests {
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
            guard case .sent = fixture.reports.withLock({ $0.first }) else {
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
            fixture.server.clock.advance(seconds: 59)
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
        #expect(try await fixture.items().map(\.attempts) == [1])
        fixture.server.clock.advance(seconds: 60)
        try await TestReceiver.running(with: certificates, at: port) { receiver in
            let count = try await fixture.deliver()
            #expect(count == 1 && receiver.requests.count == 1)
        }
        #expect(try await fixture.notices().isEmpty)
    }

    @available(macOS 15, *)
    @Test func `a notice that is given up leaves an event that has no token`() async throws {
        let respond: TestReceiver.Responder = { _, _ in HTTPResponse(status: 503) }
        try await Self.withReceiver(responding: respond) { fixture, receiver in
            let notice = try await fixture.insertNotice()
            #expect(try await fixture.deliver() == 1)
            fixture.server.clock.advance(seconds: 86_400)
            #expect(try await fixture.deliver() == 0)
            #expect(try await fixture.notices().isEmpty)
            let event = try #require(try await fixture.events().first)
            #expect(event.user == notice.user && event.client == "web")
            #expect(event.details["sid"] == .string(notice.session.rawValue) && event.details["attempts"] == 1)
            #expect(event.details["receiver"] == .string("https://localhost:\(receiver.port)"))
            #expect(event.details["reason"] == "The status is 503.")
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
        #expect(try await fixture.items().map(\.attempts) == [1])
        let respond: TestReceiver.Responder = { _, _ in
            .text(200, body: String(repeating: "x", count: 65_537))
        }
        try await Self.withReceiver(responding: respond) { fixture, _ in
            try await fixture.insertNotice()
            #expect(try await fixture.deliver() == 1)
            #expect(try await fixture.items().map(\.attempts) == [1])
        }
    }

    @available(macOS 15, *)
    @Test func `a receiver gets one token at once`() async throws {
        try await Self.withReceiver { fixture, _ in
            for number in 0..<3 { try await fixture.insertNotice(number) }
            #expect(try await fixture.delivery.claim(fixture.kind, upTo: 16).count == 1)
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
    @Test func `a host that is no longer served is a failed attempt`() async throws {
        try await Self.withReceiver { fixture, receiver in
            try await fixture.insertNotice(of: "former.brand1.test")
            #expect(try await fixture.deliver() == 1)
            #expect(receiver.requests.isEmpty)
            #expect(try await fixture.items().map(\.attempts) == [1])
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
            to: client, at: url ?? configured ?? "https://localhost:9/",
            about: BrowserSession.ID(rawValue: "session-\(number)"), of: UserID(rawValue: "auth0|\(number)"), host: host
        )
        let item = notice.item(at: server.clock.now)
        try await server.storage.withTransaction { try $0.outbox.insert(item) }
        return notice
    }

    fileprivate func events() async throws -> [AuditEvent] {
        try await server.storage.read { try $0.events.list(user: nil, limit: 100) }
            .filter { $0.kind == .logoutUndelivered }
    }
}
