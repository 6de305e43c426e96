// SPDX-License-Identifier: Apache-2.0

import CLibssl
import HTTPServer
import ServerHarness
import Testing

/// Clients that make the server derive keys and do nothing else.
@Suite struct TLSFloodTests {
    @available(macOS 15, *)
    private func serving(
        handler: @escaping HTTPServer.Handler = ServerFixture.echo, test: (ServerFixture) async throws -> Void
    ) async throws {
        let files = try CertificatePair()
        try files.renew()
        let fixture = try await ServerFixture(
            addresses: [.init(host: "127.0.0.1", port: 0, isSecure: true)],
            configure: { $0.tls = [TLSConfiguration(files)] },
            handler: handler
        )
        do {
            try await test(fixture)
        } catch {
            await fixture.server.shutdown(grace: .zero)
            throw error
        }
        await fixture.server.shutdown(grace: .zero)
    }

    @available(macOS 15, *)
    @Test func `a client that updates its keys now and then is served`() async throws {
        try await serving { fixture in
            let text = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port, version: TLS1_3_VERSION)
                for _ in 0..<8 { _ = client.updateKeys() }
                client.send(get("/a", last: true))
                return client.receiveToEnd().text
            }
            #expect(text.responses.map(\.status) == [200])
        }
    }

    @available(macOS 15, *)
    @Test func `a flood of key updates ends the connection`() async throws {
        try await serving { fixture in
            let text = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port, version: TLS1_3_VERSION)
                for _ in 0..<4000 where client.updateKeys() {}
                client.send(get("/a", last: true))
                return client.receiveToEnd().text
            }
            #expect(text == "")
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `requests between the key updates change nothing about that`() async throws {
        try await serving { fixture in
            let served = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port, version: TLS1_3_VERSION)
                for number in 0..<400 {
                    for _ in 0..<4 where client.updateKeys() {}
                    client.send(get("/a"))
                    if client.receiveSome().isEmpty { return number }
                }
                return 400
            }
            #expect(served < 400)
        }
    }

    @available(macOS 15, *)
    @Test func `the same holds for a client that does not read its response`() async throws {
        try await serving(
            handler: { _, _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 12 << 20)) },
            test: { fixture in
                let client = await onThread { [port = fixture.port] in
                    let client = TLSClient(port: port, version: TLS1_3_VERSION)
                    client.send(get("/a"))
                    return client
                }
                #expect(await eventually { await !fixture.served.paths.isEmpty })
                await onThread { for _ in 0..<4000 where client.updateKeys() {} }
                #expect(await eventually { fixture.server.connectionCount == 0 })
            })
    }
}
