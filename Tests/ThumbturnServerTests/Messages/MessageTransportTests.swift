// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import Outbox
import ServerHarness
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// What the operator's service for text messages gets, and what its answers mean.
struct MessageTransportTests {
    @available(macOS 15, *)
    @Test func `a message is posted with its ID and a signature of its body`() async throws {
        try await MessageFixture.running { fixture in
            let item = MessageFixture.message()
            #expect(try await fixture.send(item) == .accepted)
            let request = try #require(fixture.receiver.requests.first)
            #expect(request.method.rawValue == "POST" && request.path == "/messages")
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(request.headers["Thumbturn-Message-ID"] == item.id.rawValue)
            let body = try #require(try JSONReader.read(request.body).objectValue)
            #expect(
                body.members.map(\.name) == ["id", "to", "text", "kind", "language", "delivery_method"])
            #expect(body["id"] == .string(item.id.rawValue) && body["to"] == .string(MessageFixture.number))
            #expect(body["kind"] == "test" && body["language"] == "en" && body["delivery_method"] == "text")
            #expect(body["text"]?.stringValue?.hasPrefix("login.example.com: ") == true)
            let signature = try MessageKey(MessageFixture.key).signature(of: request.body, at: MessageFixture.time)
            #expect(request.headers["Thumbturn-Signature"] == signature)
        }
    }

    /// Made with `printf '%s' "1800000000.$BODY" | openssl dgst -sha256 -hmac "$KEY"`.
    @Test func `a signature is what OpenSSL computes of the time, a dot and the body`() throws {
        let body = Array(#"{"id":"m1","to":"+4915112345678"}"#.utf8)
        let key = try MessageKey("0123456789abcdef0123456789abcdef")
        #expect(
            key.signature(of: body, at: Timestamp(secondsSince1970: 1_800_000_000))
                == "t=1800000000,v1=e8585c62cfda92a78961aea162d182d49648b340b658932cb1246df9602b0fae")
    }

    // MARK: Statuses

    @available(macOS 15, *)
    @Test(arguments: [200, 202, 299])
    func `any success is accepted`(status: Int) async throws {
        try await MessageFixture.running(status: status) { fixture in
            let outcome = try await fixture.send()
            #expect(outcome == .accepted)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [408, 425, 429, 500, 503])
    func `a service that asks to wait gets the message again`(status: Int) async throws {
        try await MessageFixture.running(status: status) { fixture in
            let outcome = try await fixture.send()
            #expect(outcome == .failed(reason: "The service for text messages asks to wait: \(status)."))
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [401, 403, 404, 405])
    func `a service that doesn't know this server holds all messages back`(status: Int) async throws {
        try await MessageFixture.running(status: status) { fixture in
            let outcome = try await fixture.send()
            #expect(outcome == .unreachable(reason: outcome.reason) && outcome.reason.contains("\(status)"))
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [400, 402, 409, 410, 422])
    func `a message that the service doesn't accept is given up`(status: Int) async throws {
        try await MessageFixture.running(status: status) { fixture in
            let outcome = try await fixture.send()
            #expect(outcome == .refused(reason: "The service for text messages refused the message with \(status)."))
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [301, 302, 303, 307, 308])
    func `no redirect is followed`(status: Int) async throws {
        try await MessageFixture.running(status: status) { fixture in
            let outcome = try await fixture.send()
            #expect(outcome == .unreachable(reason: outcome.reason) && outcome.reason.contains("not followed"))
            #expect(fixture.receiver.requests.count == 1)
        }
    }

    // MARK: Connections

    @available(macOS 15, *)
    @Test func `a name with a private address gets a message only if that is allowed`() async throws {
        try await MessageFixture.running { fixture in
            for isAllowed in [false, true] {
                let service = try MessageFixture.service(
                    at: "https://messages.example:\(fixture.receiver.port)/", allowsPrivateAddresses: isAllowed)
                let transport = MessageTransport(
                    service, trusting: fixture.certificates.certificate,
                    resolving: ["messages.example": "127.0.0.1"], now: { MessageFixture.time })
                let outcome = try await MessageFixture.send(by: transport)
                #expect(outcome.reason.contains("--messages-allow-private") == !isAllowed)
                #expect((outcome == .accepted) == isAllowed)
            }
            #expect(fixture.receiver.requests.count == 1)
        }
    }

    @available(macOS 15, *)
    @Test func `a service whose certificate is not trusted gets nothing`() async throws {
        try await MessageFixture.running { fixture in
            let outcome = try await MessageFixture.send(by: fixture.transport(isTrusting: false))
            #expect(outcome == .unreachable(reason: outcome.reason) && outcome.reason.contains("no secure connection"))
            #expect(fixture.receiver.requests.isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `a service that doesn't answer is left alone for a while`() async throws {
        let gate = AsyncGate()
        defer { gate.open() }
        let respond: TestReceiver.Responder = { _, _ in
            await gate.pass()
            return HTTPResponse(status: 204)
        }
        try await TestReceiver.running(responding: respond) { receiver in
            let service = try MessageFixture.service(at: "http://127.0.0.1:\(receiver.port)/", timeout: 200)
            let outcome = try await MessageFixture.send(by: MessageTransport(service, now: { MessageFixture.time }))
            #expect(
                outcome
                    == .unreachable(
                        reason: "The service for text messages can't be reached: the time limit was reached."))
            gate.open()
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [(65_536, true), (65_537, false)])
    func `an answer has 64 KB at most`(length: Int, isAccepted: Bool) async throws {
        let respond: TestReceiver.Responder = { _, _ in .text(200, body: String(repeating: "x", count: length)) }
        try await MessageFixture.running(responding: respond) { fixture in
            let outcome = try await fixture.send()
            #expect(isAccepted ? outcome == .accepted : outcome == .failed(reason: outcome.reason))
            #expect(isAccepted || outcome.reason.contains("longer than 65536 bytes"))
        }
    }

    @available(macOS 15, *)
    @Test func `a server that stops gives no message up`() async throws {
        let transport = MessageTransport(
            try MessageFixture.service(at: "https://localhost:9/"), now: { MessageFixture.time })
        transport.close()
        #expect(try await MessageFixture.send(by: transport) == .interrupted)
    }

    @available(macOS 15, *)
    @Test func `what the service says is not kept, because it may repeat the number`() async throws {
        let respond: TestReceiver.Responder = { _, _ in .text(422, body: "\(MessageFixture.number) is blocked") }
        try await MessageFixture.running(responding: respond) { fixture in
            let outcome = try await fixture.send()
            #expect(outcome == .refused(reason: outcome.reason) && !outcome.reason.contains(MessageFixture.number))
        }
    }
}
