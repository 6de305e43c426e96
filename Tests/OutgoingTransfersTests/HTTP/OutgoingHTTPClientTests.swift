// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPServer
import OutgoingTransfers
import ServerHarness
import TestSupport
import Testing

struct OutgoingHTTPClientTests {
    @available(macOS 15, *)
    private static func withClient<Result>(
        allowingPlainHTTP allowsPlainHTTP: Bool = true, trusting certificates: String? = nil,
        _ body: (OutgoingHTTPClient) async throws -> Result
    ) async throws -> Result {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/test")
        options.allowsPlainHTTP = allowsPlainHTTP
        options.trustedCertificates = certificates
        let client = OutgoingHTTPClient(options)
        defer { client.close() }
        return try await body(client)
    }

    @available(macOS 15, *)
    private static func form(_ url: String) -> OutgoingHTTPRequest {
        var request = OutgoingHTTPRequest(url)
        request.body = .init(Array("a=1&b=\u{E9}".utf8), contentType: "application/x-www-form-urlencoded")
        return request
    }

    /// A request that outlasts a test on a busy machine.
    @available(macOS 15, *)
    private static func patientForm(_ url: String) -> OutgoingHTTPRequest {
        var request = form(url)
        request.timeout = 120_000
        return request
    }

    @available(macOS 15, *)
    private static func error(of request: OutgoingHTTPRequest, with client: OutgoingHTTPClient) async -> TransferError?
    {
        do throws(TransferError) {
            let response = try await client.send(request)
            Issue.record("\(response)")
            return nil
        } catch {
            return error
        }
    }

    // MARK: Requests and responses

    @available(macOS 15, *)
    @Test func `a body is posted with its type and the program's name`() async throws {
        try await TestReceiver.running { receiver in
            let response = try await Self.withClient {
                try await $0.send(Self.form("http://127.0.0.1:\(receiver.port)/x?y=z"))
            }
            #expect(response.status == 200 && response.body.isEmpty)
            let request = try #require(receiver.requests.first)
            #expect(receiver.requests.count == 1)
            #expect(request.method.rawValue == "POST" && request.target == "/x?y=z")
            #expect(String(decoding: request.body, as: UTF8.self) == "a=1&b=\u{E9}")
            #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
            #expect(request.headers["User-Agent"] == "Thumbturn/test")
            #expect(request.headers["Expect"] == nil && request.headers["Accept-Encoding"] == nil)
        }
    }

    @available(macOS 15, *)
    @Test func `a request without a body is a GET request`() async throws {
        let respond: TestReceiver.Responder = { _, _ in .text(404, body: "no such page") }
        try await TestReceiver.running(responding: respond) { receiver in
            let response = try await Self.withClient {
                try await $0.send(OutgoingHTTPRequest("http://localhost:\(receiver.port)/"))
            }
            #expect(response == OutgoingHTTPResponse(status: 404, body: Array("no such page".utf8)))
            #expect(receiver.requests.first?.method.rawValue == "GET")
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is a response and is not followed`(status: Int) async throws {
        let respond: TestReceiver.Responder = { _, number in
            let location = number == 1 ? "/elsewhere" : ""
            return HTTPResponse(status: HTTPStatus(code: number == 1 ? status : 200), headers: ["Location": location])
        }
        try await TestReceiver.running(responding: respond) { receiver in
            let response = try await Self.withClient {
                try await $0.send(Self.form("http://127.0.0.1:\(receiver.port)/"))
            }
            #expect(response.status == status)
            #expect(receiver.requests.count == 1)
        }
    }

    @available(macOS 15, *)
    @Test func `many requests run at once and share the thread`() async throws {
        let gate = AsyncGate()
        let respond: TestReceiver.Responder = { request, number in
            if number == 6 { gate.open() }
            await gate.pass()
            return .text(200, body: request.target)
        }
        try await TestReceiver.running(responding: respond) { receiver in
            try await Self.withClient { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<6 {
                        group.addTask {
                            let url = "http://127.0.0.1:\(receiver.port)/\(number)"
                            let response = try await client.send(OutgoingHTTPRequest(url))
                            #expect(String(decoding: response.body, as: UTF8.self) == "/\(number)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    // MARK: Inspections

    @available(macOS 15, *)
    @Test func `an inspection has the fields of the response, and what was sent`() async throws {
        let respond: TestReceiver.Responder = { request, _ in
            HTTPResponse(status: 200, headers: ["X-Seen": request.headers["X-Sent"] ?? "nothing", "X-Seen": "more"])
        }
        try await TestReceiver.running(responding: respond) { receiver in
            var request = OutgoingHTTPRequest("http://127.0.0.1:\(receiver.port)/")
            request.fields = ["X-Sent: this"]
            request.inspection = .response
            let inspected = request
            let response = try await Self.withClient { try await $0.send(inspected) }
            #expect(response.value(of: "x-seen") == "this")
            #expect(response.certificates == [])
        }
    }

    @available(macOS 15, *)
    @Test func `a rejected certificate can be looked at, and nothing is sent`() async throws {
        let certificates = try CertificatePair()
        try certificates.renew(hosts: ["elsewhere.test"])
        try await TestReceiver.running(with: certificates) { receiver in
            var request = OutgoingHTTPRequest("https://localhost:\(receiver.port)/")
            request.inspection = .certificates
            let inspected = request
            let response = try await Self.withClient { try await $0.send(inspected) }
            let written = try String(contentsOfFile: certificates.certificate, encoding: .utf8)
            #expect(
                response.certificates.map { $0.filter { !$0.isWhitespace } } == [written.filter { !$0.isWhitespace }])
            #expect(receiver.requests.isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `hosts have the addresses that are given, and no others`() async throws {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/test")
        options.allowsPlainHTTP = true
        options.addresses = ["login.example.com": "127.0.0.1"]
        let client = OutgoingHTTPClient(options)
        defer { client.close() }
        try await TestReceiver.running { receiver in
            let known = OutgoingHTTPRequest("http://login.example.com:\(receiver.port)/")
            let response = try await client.send(known)
            #expect(response.status == 200)
            let unknown = OutgoingHTTPRequest("http://localhost:\(receiver.port)/")
            #expect(await Self.error(of: unknown, with: client) == .hostNotFound)
        }
    }

    // MARK: Trust

    @available(macOS 15, *)
    @Test func `a certificate is verified against the trusted ones`() async throws {
        let certificates = try CertificatePair()
        try certificates.renew(hosts: ["localhost"], addresses: [[127, 0, 0, 1]])
        try await TestReceiver.running(with: certificates) { receiver in
            for host in ["127.0.0.1", "localhost"] {
                let request = Self.form("https://\(host):\(receiver.port)/")
                let response = try await Self.withClient(trusting: certificates.certificate) {
                    try await $0.send(request)
                }
                #expect(response.status == 200)
            }
            #expect(receiver.requests.count == 2)
        }
    }

    @available(macOS 15, *)
    @Test func `a certificate that is not trusted, or of another host, is rejected`() async throws {
        let (certificates, others) = (try CertificatePair(), try CertificatePair())
        try certificates.renew(hosts: ["elsewhere.test"])
        try others.renew(hosts: ["localhost"])
        try await TestReceiver.running(with: certificates) { receiver in
            let request = Self.form("https://localhost:\(receiver.port)/")
            for trusted in [nil, certificates.certificate, others.certificate] {
                let error = try await Self.withClient(trusting: trusted) {
                    await Self.error(of: request, with: $0)
                }
                guard case .handshakeFailed = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
            #expect(receiver.requests.isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test func `plain HTTP is rejected unless it is allowed`() async throws {
        try await TestReceiver.running { receiver in
            let error = try await Self.withClient(allowingPlainHTTP: false) {
                await Self.error(of: Self.form("http://127.0.0.1:\(receiver.port)/"), with: $0)
            }
            #expect(error == .urlRejected)
            #expect(receiver.requests.isEmpty)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/", "smtp://127.0.0.1/", "",
        "127.0.0.1", "http://", "http://user:password@127.0.0.1/", "https://user@localhost/", "http://a@b@c/",
    ])
    func `other schemes, URLs without a host and credentials are rejected`(url: String) async throws {
        let error = try await Self.withClient { await Self.error(of: Self.form(url), with: $0) }
        #expect(error == .urlRejected)
    }

    // MARK: Hostile servers

    @available(macOS 15, *)
    @Test func `a response over the limit ends the transfer`() async throws {
        let body = String(repeating: "x", count: 1001)
        let respond: TestReceiver.Responder = { _, _ in .text(200, body: body) }
        try await TestReceiver.running(responding: respond) { receiver in
            try await Self.withClient { client in
                var request = Self.form("http://127.0.0.1:\(receiver.port)/")
                request.responseLimit = 1001
                let response = try await client.send(request)
                #expect(response.body.count == 1001)
                request.responseLimit = 1000
                let error = await Self.error(of: request, with: client)
                #expect(error == .responseTooLong)
            }
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\n", "x"),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        ("HTTP/1.1 200 OK\r\n", "A: b\r\n"),
        ("", "HTTP/1.1 100 Continue\r\n\r\n"),
    ])
    func `an endless response ends the transfer`(beginning: String, endless: String) async throws {
        let receiver = try #require(RawReceiver(sending: beginning, then: endless))
        let error = try await Self.withClient {
            await Self.error(of: Self.form("http://127.0.0.1:\(receiver.port)/"), with: $0)
        }
        #expect(error == .responseTooLong)
    }

    @available(macOS 15, *)
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "not HTTP at all\r\n\r\n", "\r\n"])
    func `a response that is cut off or not HTTP is an error`(bytes: String) async throws {
        let receiver = try #require(RawReceiver(sending: bytes))
        let error = try await Self.withClient {
            await Self.error(of: Self.form("http://127.0.0.1:\(receiver.port)/"), with: $0)
        }
        guard case .failed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @available(macOS 15, *)
    @Test func `a server that never responds runs into the time limit`() async throws {
        let silent = try #require(LoopbackSocket())
        var request = Self.form("http://127.0.0.1:\(silent.port)/")
        request.timeout = 200
        let sent = request
        #expect(try await Self.withClient { await Self.error(of: sent, with: $0) } == .timedOut)
    }

    @available(macOS 15, *)
    @Test func `a refused connection is an error`() async throws {
        let port = try #require(LoopbackSocket()).port
        let error = try await Self.withClient {
            await Self.error(of: Self.form("http://127.0.0.1:\(port)/"), with: $0)
        }
        guard case .connectionFailed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    // MARK: Ends

    @available(macOS 15, *)
    @Test func `canceling the task ends the transfer`() async throws {
        let silent = try #require(LoopbackSocket())
        try await Self.withClient { client in
            let task = Task { await Self.error(of: Self.patientForm("http://127.0.0.1:\(silent.port)/"), with: client) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            #expect(await task.value == .canceled)
            let canceled = Task {
                await Self.error(of: Self.patientForm("http://127.0.0.1:\(silent.port)/"), with: client)
            }
            canceled.cancel()
            #expect(await canceled.value == .canceled)
        }
    }

    @available(macOS 15, *)
    @Test func `closing ends all transfers, and later ones at once`() async throws {
        let silent = try #require(LoopbackSocket())
        let request = Self.patientForm("http://127.0.0.1:\(silent.port)/")
        try await Self.withClient { client in
            let task = Task { await Self.error(of: request, with: client) }
            try await Task.sleep(for: .milliseconds(20))
            client.close()
            #expect(await task.value == .closed)
            #expect(await Self.error(of: request, with: client) == .closed)
            client.close()
        }
    }

    @available(macOS 15, *)
    @Test func `a client that was never used has nothing to close`() async throws {
        let error = try await Self.withClient { client in
            client.close()
            return await Self.error(of: Self.form("https://localhost:9/"), with: client)
        }
        #expect(error == .closed)
    }

    /// In a process of its own, because other tests may read the environment.
    @available(macOS 15, *)
    @Test func `proxies of the environment are ignored`() async {
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:1", 1) }
            try await TestReceiver.running { receiver in
                let request = Self.form("http://127.0.0.1:\(receiver.port)/")
                let response = try await Self.withClient { try await $0.send(request) }
                try #require(response.status == 200)
            }
        }
    }
}
