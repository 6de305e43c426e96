// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import TestSupport
import Testing

/// Limits on the memory that incomplete bodies take.
@Suite struct BodyBudgetTests {
    private static let part = String(repeating: "a", count: 45_000)
    private static let rest = String(repeating: "a", count: 15_000)
    private static let head = "POST /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n"
    private static let whole = head + part + rest

    /// Opens clients that have each sent most of a body, and waits until the server has buffered it.
    @available(macOS 15, *)
    private func begin(_ count: Int, at fixture: ServerFixture) async -> [RawClient] {
        let clients = (0..<count).map { _ in RawClient(port: fixture.port) }
        for client in clients { client.send(Self.head + Self.part) }
        #expect(await eventually { fixture.server.bufferedByteCount == count * (45_000 - 4096) })
        return clients
    }

    @available(macOS 15, *)
    private func status(_ fixture: ServerFixture) async -> Int? {
        await fixture.exchange(Self.whole)?.responses.first?.status
    }

    @available(macOS 15, *)
    @Test func `a body beyond the total budget is rejected until other buffers are released`() async throws {
        try await ServerFixture.serving(
            configure: { $0.maximumBufferedBytes = 100_000 },
            test: { fixture in
                let clients = await begin(2, at: fixture)
                let received = await fixture.exchange(Self.whole)
                #expect(received?.responses.map(\.body) == ["buffers_full\n"])
                // A request without a body is still served.
                #expect(await fixture.exchange(get("/b", last: true))?.responses.map(\.status) == [200])
                for client in clients {
                    client.send(Self.rest)
                    #expect(await onThread { client.receiveToEnd() }?.responses.map(\.status) == [200])
                }
                #expect(await eventually { await status(fixture) == 200 })
            })
    }

    @available(macOS 15, *)
    @Test func `a body beyond the budget is rejected before it is complete`() async throws {
        try await ServerFixture.serving(
            configure: { $0.maximumBufferedBytes = 100_000 },
            test: { fixture in
                let clients = await begin(2, at: fixture)
                let received = await fixture.exchange(Self.head + Self.part)
                #expect(received?.responses.map(\.body) == ["buffers_full\n"])
                withExtendedLifetime(clients) {}
            })
    }

    @available(macOS 15, *)
    @Test func `pipelined input beyond the limit is not read while a request is handled`() async throws {
        let gate = AsyncGate()
        try await ServerFixture.serving(
            configure: { $0.loops = 1 },
            handler: { request, _ in
                if request.path == "/a" { await gate.pass() }
                return .text(200, body: "")
            },
            test: { fixture in
                let padded = "GET /b HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 1000))\r\n\r\n"
                let bytes = Array((get("/a") + String(repeating: padded, count: 2000) + get("/b", last: true)).utf8)
                let client = RawClient(port: fixture.port)
                Thread.detachNewThread { client.send(bytes) }
                try await requireEventually { gate.arrivals > 0 && fixture.server.bufferedByteCount > 32 << 10 }
                for _ in 0..<10 { await fixture.catchUp() }
                #expect(fixture.server.bufferedByteCount <= 64 << 10)
                gate.open()
                #expect(await onThread { client.receiveToEnd() }?.responses.count == 2002)
            })
    }

    @available(macOS 15, *)
    @Test func `the buffers of a disconnected client are released`() async throws {
        try await ServerFixture.serving(
            configure: { $0.maximumBufferedBytes = 100_000 },
            test: { fixture in
                var clients = await begin(2, at: fixture)
                #expect(await status(fixture) == 503)
                clients.removeAll()
                #expect(await eventually { await status(fixture) == 200 })
            })
    }

    @available(macOS 15, *)
    @Test func `one address cannot use the whole budget, but a proxy can`() async throws {
        for isProxy in [false, true] {
            try await ServerFixture.serving(
                configure: {
                    $0.maximumBufferedBytesPerPeer = 80_000
                    $0.isExemptFromPeerLimit = { _ in isProxy }
                },
                test: { fixture in
                    let clients = await begin(1, at: fixture)
                    #expect(await status(fixture) == (isProxy ? 200 : 503))
                    withExtendedLifetime(clients) {}
                })
        }
    }

    @available(macOS 15, *)
    @Test func `an ignored body is not read, and requests inside it are not served`() async throws {
        try await ServerFixture.serving(
            configure: { $0.bodyLimit = { $0.path == "/none" ? 0 : nil } },
            test: { fixture in
                for framing in ["Content-Length: 100000000", "Transfer-Encoding: chunked"] {
                    let head = "POST /none HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\(framing)\r\n\r\n"
                    let received = try #require(await fixture.exchange(head + get("/hidden")))
                    #expect(received.responses.map(\.status) == [200])
                    #expect(received.responses.map(\.body) == ["POST /none \n"])
                    #expect(received.contains("\r\nConnection: close\r\n"))
                }
                #expect(await fixture.served.paths == ["/none", "/none"])
                let kept = await fixture.exchange(get("/none") + get("/a", last: true))
                #expect(kept?.responses.count == 2)
            })
    }
}
