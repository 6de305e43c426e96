// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite struct ConnectionTests {
    @available(macOS 15, *)
    @Test func `connections beyond the limit are closed until others close`() async throws {
        let gate = AsyncGate()
        try await ServerFixture.serving(
            configure: { $0.maximumConnections = 3 },
            handler: { _, _ in
                await gate.pass()
                return .text(200, body: "")
            },
            test: { fixture in
                let clients = (0..<3).map { _ in RawClient(port: fixture.port) }
                for client in clients { client.send(get("/", last: true)) }
                try await requireEventually { gate.arrivals == 3 }
                // All connections are active.
                let received = await fixture.exchange(get("/"))
                #expect(received == "" || received == nil)
                gate.open()
                for client in clients {
                    #expect(await onThread { client.receiveToEnd() }?.responses.map(\.status) == [200])
                }
                // Clients see the end of a connection before the server has released it.
                try await requireEventually {
                    await fixture.exchange(get("/", last: true))?.responses.map(\.status) == [200]
                }
            })
    }

    @available(macOS 15, *)
    @Test func `a new connection replaces the longest idle one when the server is full`() async throws {
        try await ServerFixture.serving(
            configure: {
                $0.loops = 1
                $0.maximumConnections = 3
            },
            test: { fixture in
                let clients = (0..<3).map { _ in RawClient(port: fixture.port) }
                func isServed(_ client: RawClient) async -> Bool {
                    client.send(get("/"))
                    return await onThread { client.receive(through: "\n") }.responses.count == 1
                }
                for client in clients + [clients[0]] { #expect(await isServed(client)) }
                let fourth = RawClient(port: fixture.port)
                #expect(await isServed(fourth))
                #expect(await onThread { clients[1].receiveToEnd() } == "")
                for client in [clients[0], clients[2], fourth] { #expect(await isServed(client)) }
            })
    }

    @available(macOS 15, *)
    @Test func `clients that have sent nothing are replaced first`() async throws {
        try await ServerFixture.serving(
            configure: { $0.maximumConnections = 2 },
            test: { fixture in
                let silent = (0..<2).map { _ in RawClient(port: fixture.port) }
                #expect(await eventually { fixture.server.connectionCount == 2 })
                #expect(await fixture.exchange(get("/", last: true))?.responses.map(\.status) == [200])
                #expect(await onThread { silent[0].receiveToEnd() } == "")
            })
    }

    @available(macOS 15, *)
    @Test func `clients that have only completed the TLS handshake can be replaced`() async throws {
        try await ServerFixture.serving(
            certificates: [.renewed()],
            configure: { $0.maximumConnections = 2 },
            test: { fixture in
                let port = fixture.port
                let silent = await onThread { (0..<2).map { _ in TLSClient(port: port) } }
                #expect(silent.map(\.isEstablished) == [true, true])
                // The server may not have read the last handshake messages yet.
                try await requireEventually {
                    await onThread { () -> [Int] in
                        let client = TLSClient(port: port)
                        client.send(get("/", last: true))
                        return client.receiveToEnd().text.responses.map(\.status)
                    } == [200]
                }
            })
    }

    @available(macOS 15, *)
    @Test func `a client that has started a request is not replaced`() async throws {
        try await ServerFixture.serving(
            configure: {
                $0.loops = 1
                $0.maximumConnections = 2
            },
            test: { fixture in
                let (started, idle) = (RawClient(port: fixture.port), RawClient(port: fixture.port))
                started.send("GET /a HTTP/1.1\r\n")
                idle.send(get("/b"))
                #expect(await onThread { idle.receive(through: "\n") }.responses.count == 1)
                // A client sees the response before the server counts its connection as idle.
                try await requireEventually {
                    await fixture.exchange(get("/c", last: true))?.responses.map(\.status) == [200]
                }
                #expect(await onThread { idle.receiveToEnd() } == "")
                started.send("Host: a\r\n\r\n")
                #expect(await onThread { started.receive(through: "\n") }.responses.map(\.body) == ["GET /a \n"])
            })
    }

    @available(macOS 15, *)
    @Test func `connections from one peer are limited`() async throws {
        try await ServerFixture.serving(
            configure: { $0.maximumConnectionsPerPeer = 2 },
            test: { fixture in
                try await expectLimit(2, in: fixture)
            })
    }

    @available(macOS 15, *)
    @Test func `a proxy can be exempt from the per-peer limit`() async throws {
        try await ServerFixture.serving(
            configure: {
                $0.maximumConnectionsPerPeer = 1
                $0.isExemptFromPeerLimit = { $0 == PeerAddress("127.0.0.1") }
            },
            test: { fixture in
                let clients = (0..<5).map { _ in RawClient(port: fixture.port) }
                for client in clients {
                    client.send(get("/"))
                    #expect(await onThread { client.receive(through: "\n") }.responses.count == 1)
                }
            })
    }

    @available(macOS 15, *)
    private func expectLimit(_ limit: Int, in fixture: ServerFixture) async throws {
        var clients: [RawClient] = []
        for _ in 0..<limit {
            let client = RawClient(port: fixture.port)
            client.send(get("/"))
            #expect(await onThread { client.receive(through: "\n") }.responses.count == 1)
            clients.append(client)
        }
        let received = await fixture.exchange(get("/"))
        #expect(received == "" || received == nil)
        clients.removeLast()
        try await requireEventually { fixture.server.connectionCount < limit }
        #expect(await fixture.exchange(get("/", last: true))?.responses.map(\.status) == [200])
    }

    @available(macOS 15, *)
    @Test func `shutdown closes idle connections and lets requests in flight finish`() async throws {
        let gate = AsyncGate()
        let fixture = try await ServerFixture(handler: { request, _ in
            if request.path == "/slow" { await gate.pass() }
            return .text(200, body: request.path)
        })
        let idle = RawClient(port: fixture.port)
        idle.send(get("/"))
        #expect(await onThread { idle.receive(through: "/") }.responses.count == 1)
        let unused = RawClient(port: fixture.port)
        async let slow = fixture.exchange(get("/slow") + get("/hidden"))
        try await requireEventually { gate.arrivals > 0 }
        async let isDown: Void = fixture.server.shutdown(grace: .seconds(60))
        #expect(await onThread { idle.receiveToEnd() } == "")
        #expect(await onThread { unused.receiveToEnd() } == "")
        gate.open()
        let received = try #require(await slow)
        #expect(received.responses.map(\.body) == ["/slow"])
        #expect(received.contains("\r\nConnection: close\r\n"))
        await isDown
        #expect(await fixture.exchange(get("/")) ?? "" == "")
        #expect(await fixture.served.paths == ["/", "/slow"])
    }

    @available(macOS 15, *)
    @Test func `shutdown lets a request with an incomplete head finish`() async throws {
        let fixture = try await ServerFixture(configure: { $0.loops = 1 })
        let idle = RawClient(port: fixture.port)
        let (first, last) = (RawClient(port: fixture.port), RawClient(port: fixture.port))
        first.send("GET /first HT")
        last.send("GET /last HT")
        await fixture.catchUp()
        async let isDown: Void = fixture.server.shutdown(grace: .seconds(60))
        #expect(await onThread { idle.receiveToEnd() } == "")
        let received = await onThread {
            last.send("TP/1.1\r\n")
            first.send("TP/1.1\r\nHost: a\r\n\r\n")
            // The loop has then read the incomplete head too.
            let received = first.receiveToEnd()
            last.send("Host: a\r\n\r\n")
            return [received, last.receiveToEnd()]
        }
        #expect(received.map { $0?.responses.map(\.body) } == [["GET /first \n"], ["GET /last \n"]])
        for client in [first, last] { client.endSending() }
        await isDown
    }

    @available(macOS 15, *)
    @Test func `requests that outlast the grace period are cut off`() async throws {
        let gate = AsyncGate()
        let fixture = try await ServerFixture(handler: { _, _ in
            await gate.pass()
            return .text(200, body: "")
        })
        async let received = fixture.exchange(get("/"))
        try await requireEventually { gate.arrivals > 0 }
        await fixture.server.shutdown(grace: .milliseconds(20))
        #expect(await received ?? "" == "")
        // The canceled handler still finishes.
        gate.open()
        try await requireEventually { gate.departures > 0 }
    }

    @available(macOS 15, *)
    @Test func `a server starts only once and reports why it cannot listen`() async throws {
        try await ServerFixture.serving { fixture in
            await #expect(throws: ServerStartError.alreadyStarted) { try await fixture.server.start() }
            let taken = HTTPServer(
                configuration: HTTPServerConfiguration(addresses: [.init(host: "127.0.0.1", port: fixture.port)]),
                handler: ServerFixture.echo
            )
            let error = await #expect(throws: ServerStartError.self) { try await taken.start() }
            guard case .notListening(host: "127.0.0.1", port: fixture.port, let reason) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(reason.description.contains("in use"))
        }
        let invalid = HTTPServer(
            configuration: HTTPServerConfiguration(addresses: [.init(host: "a.test", port: 0)]),
            handler: ServerFixture.echo
        )
        await #expect(throws: ServerStartError.addressMalformed(host: "a.test")) { try await invalid.start() }
    }

    @available(macOS 15, *)
    @Test func `connections are distributed over the event loops`() async throws {
        try await ServerFixture.serving(
            handler: { _, _ in .text(200, body: "\(pthread_self())\n") },
            test: { fixture in
                let clients = (0..<4).map { _ in RawClient(port: fixture.port) }
                var threads: [String: Int] = [:]
                for client in clients {
                    client.send(get("/"))
                    let received = await onThread { client.receive(through: "\n") }
                    threads[received.responses.first?.body ?? "", default: 0] += 1
                }
                #expect(threads.values.sorted() == [2, 2])
            })
    }
}
