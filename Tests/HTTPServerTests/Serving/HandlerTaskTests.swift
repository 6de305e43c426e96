// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import POSIX
import TestSupport
import Testing

/// Handlers of one loop share tasks.
@Suite struct HandlerTaskTests {
    @available(macOS 15, *)
    @Test func `consecutive requests run in one task`() async throws {
        let tasks = Locked<[AnyObject]>([])
        try await ServerFixture.serving(
            configure: { $0.loops = 1 },
            handler: { _, _ in
                await Task.yield()
                // A task that is kept keeps its address, which no later task gets.
                let task = withUnsafeCurrentTask { $0.map { unsafeBitCast($0, to: AnyObject.self) } }
                tasks.withLock { $0 += [task].compactMap(\.self) }
                return .text(200, body: "")
            },
            test: { fixture in
                _ = await fixture.exchange(get("/a") + get("/b", last: true))
                _ = await fixture.exchange(get("/c", last: true))
            })
        let found = tasks.withLock { $0 }
        #expect(found.count == 3)
        #expect(Set(found.map(ObjectIdentifier.init)).count == 1)
    }

    @available(macOS 15, *)
    @Test func `a canceled handler does not cancel the handlers of later requests`() async throws {
        let arrivals = Locked(0)
        let isCanceled = Locked(false)
        try await ServerFixture.serving(
            configure: { $0.loops = 1 },
            handler: { request, _ in
                if request.path == "/slow" {
                    try? await Task.sleep(for: .seconds(120))
                    isCanceled.withLock { $0 = Task.isCancelled }
                    return .text(200, body: "")
                }
                // Both requests are handled at once, in two tasks.
                arrivals.withLock { $0 += 1 }
                let areBoth = await eventually { arrivals.withLock { $0 == 2 } }
                return .text(200, body: "\(areBoth) \(Task.isCancelled)")
            },
            test: { fixture in
                var client: RawClient? = RawClient(port: fixture.port)
                client?.resetOnClose()
                client?.send(get("/slow"))
                try await requireEventually { await fixture.served.paths == ["/slow"] }
                client = nil
                try await requireEventually { isCanceled.withLock { $0 } }
                await fixture.catchUp()
                async let one = fixture.exchange(get("/a", last: true))
                async let other = fixture.exchange(get("/b", last: true))
                #expect(await one?.responses.map(\.body) == ["true false"])
                #expect(await other?.responses.map(\.body) == ["true false"])
            })
    }
}
