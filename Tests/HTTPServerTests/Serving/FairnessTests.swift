// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import Testing

/// What one connection does keeps nothing from the others.
@Suite struct FairnessTests {
    /// Lets a handler hold up the thread of its loop.
    private final class Hold: Sendable {
        private let reached = DispatchSemaphore(value: 0)
        private let released = DispatchSemaphore(value: 0)

        /// Waits for the release, for as long as a test may take.
        func wait() {
            reached.signal()
            _ = released.wait(timeout: .now() + 120)
        }

        func waitUntilReached() { _ = reached.wait(timeout: .now() + 120) }

        func release() { released.signal() }
    }

    @available(macOS 15, *)
    private func serving(
        loops: Int, _ hold: Hold, test: (ServerFixture) async throws -> Void
    ) async throws {
        try await ServerFixture.serving(
            configure: { $0.loops = loops },
            handler: { request, _ in
                if request.path == "/hold" { hold.wait() }
                return .text(200, request.path)
            },
            test: { fixture in
                defer { hold.release() }
                try await test(fixture)
            })
    }

    @available(macOS 15, *)
    @Test func `a loop that is held up keeps no new client out`() async throws {
        let hold = Hold()
        try await serving(loops: 2, hold) { fixture in
            let holding = RawClient(port: fixture.port)
            holding.send(get("/hold"))
            await onThread { hold.waitUntilReached() }
            let client = RawClient(port: fixture.port)
            client.send(get("/a"))
            #expect(await onThread { client.hasAnswer(within: 30_000) })
            hold.release()
            #expect(await onThread { holding.receive(through: "/hold") }.responses.map(\.status) == [200])
        }
    }

    @available(macOS 15, *)
    @Test func `a body that comes quickly does not keep a small request waiting`() async throws {
        let hold = Hold()
        try await serving(loops: 1, hold) { fixture in
            let (holding, large, small) = (
                RawClient(port: fixture.port), RawClient(port: fixture.port), RawClient(port: fixture.port)
            )
            for client in [large, small] {
                client.send(get("/"))
                _ = await onThread { client.receive(through: "/") }
            }
            holding.send(get("/hold"))
            await onThread { hold.waitUntilReached() }
            // More than the loop reads at once.
            let body = String(repeating: "a", count: 48 << 10)
            large.send("POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            small.send(get("/small"))
            hold.release()
            for client in [large, small] { #expect(await onThread { client.hasAnswer(within: 60_000) }) }
            #expect(await fixture.served.paths.suffix(3) == ["/hold", "/small", "/large"])
        }
    }

    @available(macOS 15, *)
    @Test func `requests that come all at once are handled in turn with those of others`() async throws {
        let hold = Hold()
        try await serving(loops: 1, hold) { fixture in
            let (many, one) = (RawClient(port: fixture.port), RawClient(port: fixture.port))
            one.send(get("/"))
            _ = await onThread { one.receive(through: "/") }
            many.send(get("/hold") + String(repeating: get("/many"), count: 200) + get("/many", last: true))
            await onThread { hold.waitUntilReached() }
            one.send(get("/one"))
            hold.release()
            #expect(await onThread { many.receiveToEnd() }?.responses.count == 202)
            let paths = await fixture.served.paths
            let before = try #require(paths.firstIndex(of: "/one")) - (try #require(paths.firstIndex(of: "/hold")))
            #expect(before <= 3)
        }
    }

    @available(macOS 15, *)
    @Test func `requests that wait for their turn are served although their client has ended its side`() async throws {
        try await ServerFixture.serving { fixture in
            let answer = await fixture.exchange(String(repeating: get("/a"), count: 50), endSending: true)
            #expect(answer?.responses.count == 50)
        }
    }
}
