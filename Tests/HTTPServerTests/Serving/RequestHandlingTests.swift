// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite struct RequestHandlingTests {
    @available(macOS 15, *)
    @Test func `a response has a length and a date`() async throws {
        try await ServerFixture.serving { fixture in
            let received = try #require(await fixture.exchange(get("/a?b", last: true)))
            #expect(received.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
            #expect(received.contains(" GMT\r\n"))
            #expect(received.contains("\r\nContent-Length: 8\r\n"))
            #expect(received.hasSuffix("\r\n\r\nGET /a \n"))
        }
    }

    @available(macOS 15, *)
    @Test func `the date is the current time in HTTP format`() async throws {
        try await ServerFixture.serving { fixture in
            let before = Date()
            let received = try #require(await fixture.exchange(get("/", last: true)))
            let after = Date()
            let line = try #require(received.components(separatedBy: "\r\n").first { $0.hasPrefix("Date: ") })
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.dateFormat = "'Date: 'EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            formatter.timeZone = TimeZone(identifier: "UTC")
            let date = try #require(formatter.date(from: line))
            // The field has a resolution of one second.
            #expect(date > before.addingTimeInterval(-1) && date <= after)
            #expect(formatter.string(from: date) == line)
        }
    }

    @available(macOS 15, *)
    @Test func `a connection is reused with the same details`() async throws {
        try await ServerFixture.serving(
            handler: { _, details in .text(200, body: "\(details.peer) \(details.number)") },
            test: { fixture in
                let bodies = await onThread { [port = fixture.port] in
                    let client = RawClient(port: port)
                    return (0..<3).map { _ in
                        client.send(get("/"))
                        return client.receive(through: "127.0.0.1 1").responses.map(\.body)
                    }
                }
                #expect(bodies == [["127.0.0.1 1"], ["127.0.0.1 1"], ["127.0.0.1 1"]])
            })
    }

    @available(macOS 15, *)
    @Test func `pipelined requests are handled one at a time and in order`() async throws {
        let handlers = ConcurrencyCounter()
        try await ServerFixture.serving(
            handler: { request, _ in
                handlers.enter()
                let number = Int(request.path.dropFirst()) ?? 0
                if number < 5 { try? await Task.sleep(for: .milliseconds(10 - 2 * number)) }
                handlers.leave()
                return .text(200, body: request.path)
            },
            test: { fixture in
                let count = 500
                let requests = (0..<count).map { get("/\($0)", last: $0 == count - 1) }.joined()
                let received = try #require(await fixture.exchange(requests))
                #expect(received.responses.map(\.body) == (0..<count).map { "/\($0)" })
                #expect(handlers.highest == 1)
            })
    }

    @available(macOS 15, *)
    @Test func `pipelined requests beyond the buffer limit are served later`() async throws {
        try await ServerFixture.serving { fixture in
            let count = 4000
            let padding = "X: \(String(repeating: "a", count: 1000))\r\n"
            let requests = (0..<count).map { number in
                "GET /\(number) HTTP/1.1\r\nHost: a\r\n\(padding)\(number == count - 1 ? "Connection: close\r\n" : "")\r\n"
            }
            let bytes = Array(requests.joined().utf8)
            let received = await onThread { [port = fixture.port] () -> String? in
                let client = RawClient(port: port)
                // The responses must be read concurrently, or both sides would deadlock.
                Thread.detachNewThread { client.send(bytes) }
                return client.receiveToEnd()
            }
            #expect(received?.responses.map(\.body) == (0..<count).map { "GET /\($0) \n" })
        }
    }

    @available(macOS 15, *)
    @Test func `a HEAD response equals that to GET without the body`() async throws {
        try await ServerFixture.serving { fixture in
            let head = "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n"
            let received = try #require(await fixture.exchange(head + get("/b", last: true)))
            #expect(received.responses.map(\.body) == ["", "GET /b \n"])
            #expect(received.contains("\r\nContent-Length: 9\r\n"))
        }
    }

    @available(macOS 15, *)
    @Test func `204 and 304 responses have no body`() async throws {
        try await ServerFixture.serving(
            handler: { request, _ in
                HTTPResponse(status: HTTPStatus(code: Int(request.path.dropFirst()) ?? 0), body: [0x61])
            },
            test: { fixture in
                let received = try #require(await fixture.exchange(get("/204") + get("/304") + get("/200", last: true)))
                #expect(received.responses.map(\.body) == ["", "", "a"])
                #expect(received.components(separatedBy: "Content-Length").count == 2)
            })
    }

    @available(macOS 15, *)
    @Test func `a client that expects 100 Continue gets it before its body is read`() async throws {
        try await ServerFixture.serving { fixture in
            let head = "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nConnection: close\r\nContent-Length: "
            let received = await onThread { [port = fixture.port] in
                let client = RawClient(port: port)
                client.send(head + "5\r\n\r\n")
                let interim = client.receive(through: "\r\n\r\n")
                client.send("hello")
                return [interim, client.receiveToEnd() ?? ""]
            }
            #expect(received[0] == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(received[1].responses.map(\.body) == ["POST /a hello\n"])
            #expect(await fixture.exchange(head + "5\r\n\r\nhello")?.responses.map(\.status) == [200])
            #expect(await fixture.exchange(head + "9999999\r\n\r\n")?.responses.map(\.status) == [413])
        }
    }

    @available(macOS 15, *)
    @Test(arguments: ["HTTP/1.1\r\nHost: a", "HTTP/1.0\r\nExpect: 100-continue"])
    func `a client that does not expect 100 Continue does not get it`(lines: String) async throws {
        try await expectNoContinue("POST /a \(lines)\r\nConnection: close\r\nContent-Length: 5\r\n\r\n", then: "hello")
    }

    @available(macOS 15, *)
    @Test func `a client that has started its body does not get 100 Continue`() async throws {
        let head =
            "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 5\r\n\r\n"
        try await expectNoContinue(head + "he", then: "llo")
    }

    /// Sends the second part after the server has read the first, and expects no 100 Continue.
    @available(macOS 15, *)
    private func expectNoContinue(_ first: String, then second: String) async throws {
        try await ServerFixture.serving(
            configure: { $0.loops = 1 },
            test: { fixture in
                let client = RawClient(port: fixture.port)
                client.send(first)
                await fixture.catchUp()
                client.send(second)
                let received = await onThread { client.receiveToEnd() }
                #expect(received?.responses.map(\.body) == ["POST /a hello\n"])
            })
    }

    @available(macOS 15, *)
    @Test func `100 Continue is sent only once`() async throws {
        try await ServerFixture.serving(
            configure: { $0.loops = 1 },
            test: { fixture in
                let client = RawClient(port: fixture.port)
                client.send(
                    "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n")
                #expect(await onThread { client.receive(through: "\r\n\r\n") } == "HTTP/1.1 100 Continue\r\n\r\n")
                // The size of a chunk without its data.
                client.send("5\r\n")
                await fixture.catchUp()
                client.send("hello\r\n0\r\n\r\n")
                #expect(await onThread { client.receiveToEnd() }?.responses.map(\.body) == ["POST /a hello\n"])
            })
    }

    @available(macOS 15, *)
    @Test func `an HTTP 1.0 connection is closed after the response`() async throws {
        try await ServerFixture.serving { fixture in
            let request = "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
            #expect(await fixture.exchange(request + get("/b"))?.responses.map(\.body) == ["GET /a \n"])
        }
    }

    @available(macOS 15, *)
    @Test(arguments: ["close", "Close", "keep-alive, close", "foo ,\tclose"])
    func `the connection is closed if the client asks for it`(connection: String) async throws {
        try await ServerFixture.serving { fixture in
            let request = "GET /a HTTP/1.1\r\nHost: a\r\nConnection: \(connection)\r\n\r\n"
            let received = await fixture.exchange(request + get("/b"))
            #expect(received?.responses.map(\.body) == ["GET /a \n"])
            #expect(received?.contains("\r\nConnection: close\r\n") == true)
        }
    }

    @available(macOS 15, *)
    @Test func `a client that has half-closed still gets its response`() async throws {
        try await ServerFixture.serving(
            handler: { request, _ in
                try? await Task.sleep(for: .milliseconds(20))
                return .text(200, body: request.path)
            },
            test: { fixture in
                #expect(await fixture.exchange(get("/a"), endSending: true)?.responses.map(\.body) == ["/a"])
            })
    }

    @available(macOS 15, *)
    @Test func `the server does not linger for a client that has half-closed`() async throws {
        let gate = AsyncGate()
        try await ServerFixture.serving(
            configure: {
                $0.loops = 1
                $0.deadlines.linger = .seconds(600)
            },
            handler: { _, _ in
                await gate.pass()
                return .text(200, body: "")
            },
            test: { fixture in
                let client = RawClient(port: fixture.port)
                client.send(get("/a", last: true))
                client.endSending()
                try await requireEventually { gate.arrivals > 0 }
                await fixture.catchUp()
                gate.open()
                #expect(await onThread { client.receiveToEnd() }?.responses.map(\.status) == [200])
                try await requireEventually { fixture.server.connectionCount == 0 }
                withExtendedLifetime(client) {}
            })
    }

    @available(macOS 15, *)
    @Test func `the handler gets a chunked body in one piece`() async throws {
        try await ServerFixture.serving { fixture in
            let request =
                "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                + "5\r\nhello\r\n7\r\n, world\r\n0\r\nX: y\r\n\r\n"
            #expect(await fixture.exchange(request)?.responses.map(\.body) == ["POST /a hello, world\n"])
        }
    }

    @available(macOS 15, *)
    @Test func `a slow client gets a large response completely`() async throws {
        try await ServerFixture.serving(
            handler: { _, _ in
                HTTPResponse(status: 200, body: [UInt8](repeating: 0x61, count: 8 << 20))
            },
            test: { fixture in
                let received = await onThread { [port = fixture.port] () -> String? in
                    let client = RawClient(port: port)
                    client.send(get("/", last: true))
                    usleep(50_000)
                    return client.receiveToEnd()
                }
                #expect(received?.responses.first?.body.utf8.count == 8 << 20)
            })
    }

    @available(macOS 15, *)
    @Test func `a connection is reused after a response that needed several writes`() async throws {
        try await ServerFixture.serving(
            handler: { request, _ in
                HTTPResponse(
                    status: 200, body: [UInt8](repeating: 0x61, count: request.path == "/large" ? 12 << 20 : 1))
            },
            test: { fixture in
                let received = await fixture.exchange(get("/large") + get("/a", last: true))
                #expect(received?.responses.map(\.body.utf8.count) == [12 << 20, 1])
            })
    }

    @available(macOS 15, *)
    @Test func `framing fields set by the handler are ignored`() async throws {
        try await ServerFixture.serving(
            handler: { _, _ in
                HTTPResponse(
                    status: 200,
                    headers: [
                        "content-length": "99", "Transfer-Encoding": "chunked", "Date": "then", "connection": "upgrade",
                        "Keep-Alive": "timeout=9", "X-A": "b", "Age8": "c", "X-Ten-Long": "d", "X-Fourteen-Lng": "e",
                        "X-Seventeen-Longs": "f",
                    ],
                    body: [0x61]
                )
            },
            test: { fixture in
                let received = try #require(await fixture.exchange(get("/", last: true)))
                for other in ["X-A: b", "Age8: c", "X-Ten-Long: d", "X-Fourteen-Lng: e", "X-Seventeen-Longs: f"] {
                    #expect(received.contains("\r\n\(other)\r\n"))
                }
                for value in ["99", "chunked", "then", "upgrade", "timeout"] { #expect(!received.contains(value)) }
            })
    }

    @available(macOS 15, *)
    @Test(arguments: ["a\r\nSet-Cookie: b=c", "a\nb", "a\0", "a\rb"])
    func `a response with an invalid field value is replaced with 500`(value: String) async throws {
        try await ServerFixture.serving(
            handler: { _, _ in
                HTTPResponse(status: 200, headers: ["Location": value])
            },
            test: { fixture in
                let received = await fixture.exchange(get("/"))
                #expect(received?.responses.map(\.status) == [500])
                #expect(received?.contains("Set-Cookie") == false)
            })
    }

    @available(macOS 15, *)
    @Test(arguments: ["", "a b", "a:b", "a\r\nb", "ä"])
    func `a response with an invalid field name is replaced with 500`(name: String) async throws {
        try await ServerFixture.serving(
            handler: { _, _ in
                var response = HTTPResponse.text(200, body: "")
                response.headers.append(name, value: "c")
                return response
            },
            test: { #expect(await $0.exchange(get("/"))?.responses.map(\.status) == [500]) })
    }

    @available(macOS 15, *)
    @Test(arguments: [0, 100, 199, 600])
    func `a response with an invalid status is replaced with 500`(code: Int) async throws {
        try await ServerFixture.serving(
            handler: { _, _ in HTTPResponse(status: HTTPStatus(code: code)) },
            test: { #expect(await $0.exchange(get("/"))?.responses.map(\.status) == [500]) })
    }

    @available(macOS 15, *)
    @Test func `only the last response has Connection close`() async throws {
        try await ServerFixture.serving { fixture in
            let received = try #require(await fixture.exchange(get("/a") + get("/b", last: true)))
            let parts = received.components(separatedBy: "GET /a \n")
            #expect(parts.map { $0.contains("\r\nConnection: close\r\n") } == [false, true])
        }
    }

    @available(macOS 15, *)
    @Test func `a handler can close the connection`() async throws {
        try await ServerFixture.serving(
            handler: { _, _ in
                HTTPResponse(status: 200, headers: ["connection": "close"])
            },
            test: { fixture in
                #expect(await fixture.exchange(get("/") + get("/"))?.responses.count == 1)
            })
    }

    @available(macOS 15, *)
    @Test func `an IPv4 client of a dual-stack address has an IPv4 peer address`() async throws {
        let fixture = try await ServerFixture(
            addresses: [.init(host: "::", port: 0)],
            handler: { _, details in .text(200, body: "\(details.peer) \(details.peer.isIPv4)") }
        )
        #expect(await fixture.exchange(get("/", last: true))?.responses.map(\.body) == ["127.0.0.1 true"])
        await fixture.server.shutdown(grace: .zero)
    }

    @available(macOS 15, *)
    @Test func `handlers run on their connection's event loop thread`() async throws {
        try await ServerFixture.serving(
            handler: { _, _ in
                let before = currentThread()
                await Task.yield()
                try? await Task.sleep(for: .milliseconds(1))
                return .text(200, body: "\(before == currentThread())")
            },
            test: { fixture in
                #expect(await fixture.exchange(get("/", last: true))?.responses.map(\.body) == ["true"])
            })
    }
}

private func currentThread() -> String { "\(pthread_self())" }
