// SPDX-License-Identifier: Apache-2.0

import CLibssl
import HTTPServer
import ServerHarness
import TestSupport
import Testing

/// Clients that waste the server's time with TLS records that carry no data.
@Suite struct TLSFloodTests {
    @available(macOS 15, *)
    @Test func `a client that updates its keys occasionally is served`() async throws {
        try await ServerFixture.serving(certificates: [.renewed()]) { fixture in
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
    @Test func `a flood of key updates closes the connection`() async throws {
        try await ServerFixture.serving(certificates: [.renewed()]) { fixture in
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
    @Test func `a flood of key updates with requests in between closes the connection`() async throws {
        try await ServerFixture.serving(certificates: [.renewed()]) { fixture in
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
    @Test func `a flood of key updates during an unread response closes the connection`() async throws {
        try await ServerFixture.serving(
            certificates: [.renewed()],
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

    /// Messages that a TLS 1.2 client can repeat: the start of a new handshake, and a warning alert.
    private static let hello: [UInt8] = [1, 0, 0, 0]
    private static let warning: [UInt8] = [1, 90]

    @available(macOS 15, *)
    @Test(arguments: [[(22, hello)], [(21, warning), (22, hello)]] as [[(UInt8, [UInt8])]])
    func `a flood of renegotiation attempts closes the connection, with or without warning alerts`(
        round: [(type: UInt8, content: [UInt8])]
    ) async throws {
        try await ServerFixture.serving(certificates: [.renewed()]) { fixture in
            let alerts = await onThread { [port = fixture.port] in
                let client = TLSClient(port: port, .init(version: TLS1_2_VERSION, suites: RecordSealer.suite))
                var sealer = client.sealer
                for _ in 0..<400 {
                    for record in round { client.sendSealed(sealer.seal(type: record.type, record.content)) }
                }
                client.sendSealed(sealer.seal(type: 23, Array(get("/a", last: true).utf8)))
                return client.receiveSealed().split(separator: [21, 3, 3, 0, 26]).count
            }
            // Each attempt is rejected with an alert until the limit is reached.
            #expect((1..<40).contains(alerts))
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `records sealed by the test client are read`() async throws {
        try await ServerFixture.serving(certificates: [.renewed()]) { fixture in
            await onThread { [port = fixture.port] in
                let client = TLSClient(port: port, .init(version: TLS1_2_VERSION, suites: RecordSealer.suite))
                var sealer = client.sealer
                client.sendSealed(sealer.seal(type: 23, Array("GET /a HTTP/1.1\r\n".utf8)))
                client.sendSealed(sealer.seal(type: 23, Array("Host: a\r\nConnection: close\r\n\r\n".utf8)))
                _ = client.receiveSealed()
            }
            #expect(await fixture.served.paths == ["/a"])
        }
    }

    @available(macOS 15, *)
    @Test func `a record received in many pieces counts once`() async throws {
        try await ServerFixture.serving(
            certificates: [.renewed()],
            configure: { $0.loops = 1 },
            test: { fixture in
                let client = await onThread { [port = fixture.port] in
                    TLSClient(port: port, .init(version: TLS1_2_VERSION, suites: RecordSealer.suite))
                }
                var sealer = client.sealer
                let record = sealer.seal(type: 23, Array(get("/a", last: true).utf8))
                for byte in record {
                    client.sendSealed([byte])
                    await fixture.catchUp()
                }
                _ = await onThread { client.receiveSealed() }
                #expect(await fixture.served.paths == ["/a"])
            })
    }

    @Test func `the allowance is exhausted, and refills by one per second however often it is used`() {
        var allowance = EmptyRecordAllowance()
        let taken = (0...EmptyRecordAllowance.burst).map { _ in allowance.take(at: 0) }
        #expect(taken.filter(\.self).count == EmptyRecordAllowance.burst)
        let later = [600, 1000, 1600, 2000, 2001].map { allowance.take(at: $0) }
        #expect(later == [false, true, false, true, false])
        let muchLater = (0...EmptyRecordAllowance.burst).map { _ in allowance.take(at: 1_000_000) }
        #expect(muchLater.filter(\.self).count == EmptyRecordAllowance.burst)
    }
}
