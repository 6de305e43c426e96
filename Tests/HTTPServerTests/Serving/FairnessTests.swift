// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import TestSupport
import Testing

/// A busy connection does not starve the others.
@Suite struct FairnessTests {
    @available(macOS 15, *)
    private func serving(
        loops: Int, holdingAt gate: Gate, test: (ServerFixture) async throws -> Void
    ) async throws {
        try await ServerFixture.serving(
            configure: { $0.loops = loops },
            handler: { request, _ in
                if request.path == "/hold" { gate.pass() }
                return .text(200, body: request.path)
            },
            test: { fixture in
                defer { gate.open() }
                try await test(fixture)
            })
    }

    @available(macOS 15, *)
    @Test func `a blocked event loop does not delay new clients`() async throws {
        let gate = Gate()
        try await serving(loops: 2, holdingAt: gate) { fixture in
            let holding = RawClient(port: fixture.port)
            holding.send(get("/hold"))
            try #require(await gate.isReached())
            let client = RawClient(port: fixture.port)
            client.send(get("/a"))
            #expect(await onThread { client.isReadable(within: 30_000) })
            gate.open()
            #expect(await onThread { holding.receive(through: "/hold") }.responses.map(\.status) == [200])
        }
    }

    @available(macOS 15, *)
    @Test func `a fast upload does not delay a small request`() async throws {
        let gate = Gate()
        try await serving(loops: 1, holdingAt: gate) { fixture in
            let (holding, large, small) = (
                RawClient(port: fixture.port), RawClient(port: fixture.port), RawClient(port: fixture.port)
            )
            for client in [large, small] {
                client.send(get("/"))
                _ = await onThread { client.receive(through: "/") }
            }
            holding.send(get("/hold"))
            try #require(await gate.isReached())
            // More than one read of the loop.
            let body = String(repeating: "a", count: 48 << 10)
            large.send("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            small.send(get("/small"))
            gate.open()
            for client in [large, small] { #expect(await onThread { client.isReadable(within: 60_000) }) }
            #expect(await fixture.served.paths.suffix(3) == ["/hold", "/small", "/large"])
        }
    }

    @available(macOS 15, *)
    @Test func `pipelined requests take turns with those of other clients`() async throws {
        let gate = Gate()
        try await serving(loops: 1, holdingAt: gate) { fixture in
            let (many, one) = (RawClient(port: fixture.port), RawClient(port: fixture.port))
            one.send(get("/"))
            _ = await onThread { one.receive(through: "/") }
            many.send(get("/hold") + String(repeating: get("/many"), count: 200) + get("/many", last: true))
            try #require(await gate.isReached())
            one.send(get("/one"))
            gate.open()
            #expect(await onThread { many.receiveToEnd() }?.responses.count == 202)
            let paths = await fixture.served.paths
            let before = try #require(paths.firstIndex(of: "/one")) - (try #require(paths.firstIndex(of: "/hold")))
            #expect(before <= 3)
        }
    }

    @available(macOS 15, *)
    @Test func `pipelined requests that fill a read are handled one at a time`() async throws {
        let gate = AsyncGate()
        try await ServerFixture.serving(
            configure: { $0.loops = 1 },
            handler: { request, _ in
                await gate.pass()
                return .text(200, body: request.path)
            },
            test: { fixture in
                let client = RawClient(port: fixture.port)
                client.send(get("/first"))
                try await requireEventually { gate.arrivals == 1 }
                // More than one read of the loop.
                client.send(String(repeating: get("/many"), count: 1500) + get("/last", last: true))
                await fixture.catchUp()
                #expect(gate.arrivals == 1)
                gate.open()
                #expect(await onThread { client.receiveToEnd() }?.responses.count == 1502)
            })
    }

    @available(macOS 15, *)
    @Test func `pipelined requests are served after their client has half-closed`() async throws {
        try await ServerFixture.serving { fixture in
            let received = await fixture.exchange(String(repeating: get("/a"), count: 50), endSending: true)
            #expect(received?.responses.count == 50)
        }
    }
}
