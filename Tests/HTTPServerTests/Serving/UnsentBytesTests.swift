// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import TestSupport
import Testing

/// The limit on the memory that responses to slow readers take.
@Suite struct UnsentBytesTests {
    /// More than the kernel takes of a response that no client reads.
    private static let body = String(repeating: "a", count: 16 << 20)

    @available(macOS 15, *)
    @Test func `beyond the budget of unsent bytes, the connections that have waited longest are closed`() async throws {
        try await ServerFixture.serving(
            configure: {
                $0.loops = 1
                $0.maximumUnsentBytes = 20 << 20
            },
            handler: { _, _ in .text(200, body: Self.body) },
            test: { fixture in
                var clients: [RawClient] = []
                for number in 1...5 {
                    let client = RawClient(port: fixture.port)
                    client.send(get("/a", last: true))
                    clients.append(client)
                    #expect(await eventually { await fixture.served.paths.count == number })
                    await fixture.catchUp()
                }
                #expect(await eventually { fixture.server.connectionCount < 5 })
                let (first, last) = (clients[0], clients[4])
                #expect((await onThread { first.receiveToEnd() })?.hasSuffix(Self.body) != true)
                #expect((await onThread { last.receiveToEnd() })?.hasSuffix(Self.body) == true)
                // Sent and displaced bytes count no longer.
                let later = RawClient(port: fixture.port)
                later.send(get("/b", last: true))
                #expect((await onThread { later.receiveToEnd() })?.hasSuffix(Self.body) == true)
            })
    }
}
