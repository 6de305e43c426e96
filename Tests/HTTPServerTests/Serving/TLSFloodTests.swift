// SPDX-License-Identifier: Apache-2.0

import CLibssl
import HTTPServer
import ServerHarness
import Testing

/// Clients that make the server derive keys and do nothing else.
@Suite struct TLSFloodTests {
    @available(macOS 15, *)
    @Test func `a client that updates its keys now and then is served`() async throws {
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
    @Test func `a flood of key updates ends the connection`() async throws {
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
    @Test func `requests between the key updates change nothing about that`() async throws {
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
    @Test func `the same holds for a client that does not read its response`() async throws {
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

    /// What a client of TLS 1.2 may send over and over: the beginning of a new handshake, and warnings.
    private static let hello: [UInt8] = [1, 0, 0, 0]
    private static let warning: [UInt8] = [1, 90]

    @available(macOS 15, *)
    @Test(arguments: [[(22, hello)], [(21, warning), (22, hello)]] as [[(UInt8, [UInt8])]])
    func `a flood of attempts to negotiate again ends the connection, warnings between them or not`(
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
            // Each attempt is refused, with an alert, until there were too many.
            #expect((1..<40).contains(alerts))
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `records that a client seals itself are read`() async throws {
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
    @Test func `a record that comes in many pieces is one`() async throws {
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

    @Test func `an allowance is used up, and grows by one a second however often it is asked`() {
        var allowance = EmptyRecordAllowance()
        let atOnce = (0...EmptyRecordAllowance.burst).map { _ in allowance.take(at: 0) }
        #expect(atOnce.filter(\.self).count == EmptyRecordAllowance.burst)
        let later = [600, 1000, 1600, 2000, 2001].map { allowance.take(at: $0) }
        #expect(later == [false, true, false, true, false])
        let muchLater = (0...EmptyRecordAllowance.burst).map { _ in allowance.take(at: 1_000_000) }
        #expect(muchLater.filter(\.self).count == EmptyRecordAllowance.burst)
    }
}
