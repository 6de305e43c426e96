// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Testing

/// Deadlines apply however active the client is. The deadline under test is short and the others are long.
@Suite struct DeadlineTests {
    private static let short = Duration.milliseconds(100)

    /// Sends one byte every 5 ms after the beginning. Returns the response and the number of bytes sent.
    @available(macOS 15, *)
    private func drip(
        _ beginning: String,
        byte: UInt8,
        shorten: any WritableKeyPath<Deadlines, Duration> & Sendable,
        to deadline: Duration = short
    ) async throws -> (received: String?, sent: Int) {
        let fixture = try await ServerFixture(configure: { $0.deadlines[keyPath: shorten] = deadline })
        let result = await onThread { [port = fixture.port] () -> (received: String?, sent: Int) in
            let client = RawClient(port: port)
            client.send(beginning)
            var sent = 0
            while sent < 1000, !client.isReadable(within: 5) {
                client.send([byte])
                sent += 1
            }
            return (client.receiveToEnd(), sent)
        }
        await fixture.server.shutdown(grace: .zero)
        return result
    }

    @available(macOS 15, *)
    @Test func `a head sent too slowly is rejected with 408`() async throws {
        let (received, sent) = try await drip("GET / HTTP/1.1\r\nX: ", byte: 0x61, shorten: \.head)
        #expect(received?.responses.map(\.body) == ["head_deadline_passed\n"])
        #expect(received?.responses.map(\.status) == [408])
        #expect(sent < 1000)
    }

    @available(macOS 15, *)
    @Test func `a body sent too slowly is rejected with 408`() async throws {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"
        let (received, sent) = try await drip(head, byte: 0x61, shorten: \.body)
        #expect(received?.responses.map(\.body) == ["body_deadline_passed\n"])
        #expect(sent < 1000)
    }

    @available(macOS 15, *)
    @Test func `the head of a second request has its own deadline`() async throws {
        // Long enough for the first request to arrive in time on a busy machine.
        let (received, _) = try await drip(get("/a") + "GET", byte: 0x61, shorten: \.head, to: .seconds(2))
        #expect(received?.responses.map(\.status) == [200, 408])
    }

    @available(macOS 15, *)
    @Test func `a connection without input is closed without a response`() async throws {
        try await ServerFixture.serving(
            configure: { $0.deadlines.head = Self.short },
            test: { fixture in
                #expect(await fixture.exchange("") == "")
            })
    }

    @available(macOS 15, *)
    @Test func `an idle keep-alive connection is closed`() async throws {
        try await ServerFixture.serving(
            configure: { $0.deadlines.idle = Self.short },
            test: { fixture in
                #expect(await fixture.exchange(get("/a"))?.responses.map(\.status) == [200])
            })
    }

    @available(macOS 15, *)
    @Test func `a handler that exceeds its deadline is canceled, and the client gets 503`() async throws {
        let cancellation = CancellationRecorder()
        try await ServerFixture.serving(
            configure: { $0.deadlines.handler = Self.short },
            handler: { _, _ in
                await cancellation.wait()
                return .text(200, body: "too late")
            },
            test: { fixture in
                let received = await fixture.exchange(get("/a") + get("/b"))
                #expect(received?.responses.map(\.body) == ["handler_deadline_passed\n"])
                #expect(received?.responses.map(\.status) == [503])
                try await requireEventually { await cancellation.isCanceled }
            })
    }

    @available(macOS 15, *)
    @Test func `a deadline that was replaced by a later one does not fire`() async throws {
        try await ServerFixture.serving(
            // Long enough for the request to arrive on a busy machine, but shorter than the handler takes.
            configure: { $0.deadlines.head = .seconds(2) },
            handler: { _, _ in
                try? await Task.sleep(for: .seconds(3))
                return .text(200, body: "")
            },
            test: { fixture in
                #expect(await fixture.exchange(get("/a", last: true))?.responses.map(\.status) == [200])
            })
    }

    @available(macOS 15, *)
    @Test func `a client that does not read its response is disconnected`() async throws {
        try await ServerFixture.serving(
            configure: { $0.deadlines.write = Self.short },
            handler: { _, _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 12 << 20)) },
            test: { fixture in
                let client = RawClient(port: fixture.port)
                client.send(get("/a"))
                try await requireEventually { await !fixture.served.paths.isEmpty }
                try await requireEventually { fixture.server.connectionCount == 0 }
            })
    }

    @available(macOS 15, *)
    @Test func `a client that does not close after the last response is disconnected`() async throws {
        try await ServerFixture.serving(
            configure: { $0.deadlines.linger = Self.short },
            test: { fixture in
                let client = RawClient(port: fixture.port)
                client.send(get("/a", last: true))
                #expect(await onThread { client.receiveToEnd() }?.responses.count == 1)
                try await requireEventually { fixture.server.connectionCount == 0 }
            })
    }

    @available(macOS 15, *)
    @Test(arguments: [0, 8000])
    func `a handler is canceled when its client disconnects, with or without pipelined input`(count: Int) async throws {
        let cancellation = CancellationRecorder()
        try await ServerFixture.serving(
            handler: { _, _ in
                await cancellation.wait()
                return .text(200, body: "")
            },
            test: { fixture in
                var client: RawClient? = RawClient(port: fixture.port)
                client?.send(get("/a"))
                try await requireEventually { await !fixture.served.paths.isEmpty }
                client?.send(String(repeating: "a", count: count))
                try await requireEventually { (fixture.server.bufferedByteCount > 0) == (count > 0) }
                client?.resetOnClose()
                client = nil
                try await requireEventually { await cancellation.isCanceled }
            })
    }
}
