// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing

/// Rejections over a socket.
@Suite struct RejectionTests {
    @available(macOS 15, *)
    @Test func `a malformed request gets its status, and requests behind it are not served`() async throws {
        try await ServerFixture.serving { fixture in
            for probe in Probe.all {
                let exchange = await fixture.exchange(probe.bytes + Probe.hidden)
                let received = try #require(exchange, "\(probe.name): was reset")
                #expect(received.hasPrefix("HTTP/1.1 \(probe.rejection.status.code) "), "\(probe.name): \(received)")
                #expect(received.contains("\r\nConnection: close\r\n"), "\(probe.name)")
                #expect(received.hasSuffix("\r\n\r\n\(probe.rejection.code)\n"), "\(probe.name)")
                #expect(received.responses.count == 1, "\(probe.name)")
            }
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `the error responder builds the response and sees the request head`() async throws {
        try await ServerFixture.serving(
            configure: { configuration in
                configuration.errorResponder = { context, _ in
                    HTTPResponse(
                        status: context.status, body: Array("{\(context.code) \(context.head?.path ?? "-")}".utf8))
                }
            },
            test: { fixture in
                let tooLarge = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\n"
                #expect(await fixture.exchange(tooLarge)?.responses.first?.body == "{body_too_large /a}")
                #expect(await fixture.exchange("GET\r\n")?.responses.first?.body == "{request_line_malformed -}")
            })
    }

    @available(macOS 15, *)
    @Test func `unknown hosts get 421, and allowed hosts match regardless of port and case`() async throws {
        try await ServerFixture.serving(
            configure: { $0.allowedHosts = .only(["Login.A.test", "[::1]"]) },
            test: { fixture in
                for host in ["login.a.test", "LOGIN.a.TEST:8443", "[::1]:80"] {
                    let received = await fixture.exchange(
                        "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                    #expect(received?.responses.map(\.status) == [200], "\(host)")
                }
                for host in ["a.test", "login.a.test.b.test", "xlogin.a.test", "login.a.test."] {
                    let received = await fixture.exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n" + get("/hidden"))
                    #expect(received?.responses.map(\.status) == [421], "\(host)")
                }
                #expect(await fixture.exchange("GET / HTTP/1.0\r\n\r\n")?.responses.map(\.status) == [421])
            })
    }

    @available(macOS 15, *)
    @Test func `a body beyond its limit is rejected early, and the client can read the response`() async throws {
        try await ServerFixture.serving { fixture in
            let megabytes = 3 << 20
            let body = [UInt8](repeating: 0x61, count: megabytes)
            let declared = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(megabytes)\r\n\r\n"
            #expect(await fixture.exchange(Array(declared.utf8) + body)?.responses.map(\.status) == [413])
            let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n300000\r\n"
            #expect(await fixture.exchange(Array(chunked.utf8) + body)?.responses.map(\.status) == [413])
            #expect(await fixture.served.paths == [])
        }
    }

    @available(macOS 15, *)
    @Test func `the body limit can depend on the request`() async throws {
        try await ServerFixture.serving(
            configure: { configuration in
                configuration.limits.body = 10
                configuration.bodyLimit = { $0.path == "/large" ? 100_000 : nil }
            },
            test: { fixture in
                func post(_ path: String, count: Int) async -> [Int]? {
                    let body = String(repeating: "a", count: count)
                    let head =
                        "POST \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
                    return await fixture.exchange(head + body)?.responses.map(\.status)
                }
                #expect(await post("/large", count: 100_000) == [200])
                #expect(await post("/large", count: 100_001) == [413])
                #expect(await post("/small", count: 10) == [200])
                #expect(await post("/small", count: 11) == [413])
            })
    }

    @available(macOS 15, *)
    @Test func `input after a rejection is discarded, up to a limit`() async throws {
        try await ServerFixture.serving { fixture in
            for (megabytes, isTaken) in [(12, true), (96, false)] {
                let (received, sent) = await onThread { [port = fixture.port] in
                    let client = RawClient(port: port)
                    client.send("GET / HTTP/1.1\r\n\r\n")
                    return (client.receiveToEnd(), client.send([UInt8](repeating: 0x61, count: megabytes << 20)))
                }
                #expect(received?.responses.map(\.body) == ["host_missing\n"])
                #expect((sent == megabytes << 20) == isTaken)
            }
        }
    }
}
