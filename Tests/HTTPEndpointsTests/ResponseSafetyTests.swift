// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import HTTPServer
import Testing
import WireFormats

/// Headers that every response needs, and secrets that neither responses nor the log may contain.
struct ResponseSafetyTests {
    @Test func `no response may be sniffed as another type`() async throws {
        let server = try await TestServer()
        for path in Set(Endpoints.operations.map(\.path)) {
            for method in [HTTPMethod.get, .post] {
                let response = try await server.send(Message(method, path: path.naming("passkey|x")))
                #expect(response.headers["X-Content-Type-Options"] == "nosniff", "\(method.rawValue) \(path.text)")
            }
        }
        #expect(try await server.send(.get("/nothing")).headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test func `browsers keep to TLS, except on a developer's machine`() async throws {
        let server = try await TestServer()
        for path in ["/login", "/userinfo", "/nothing"] {
            let response = try await server.send(.get(path))
            #expect(response.headers["Strict-Transport-Security"] == "max-age=31536000", "\(path)")
        }
        for host in ["localhost", "auth.localhost"] {
            #expect(try await server.send(.get("/login").at(host)).headers["Strict-Transport-Security"] == nil)
        }
    }

    @Test func `a page is cut off from the window that opened it, unless it sends a message there`() async throws {
        let server = try await TestServer()
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        let field = "Cross-Origin-Opener-Policy"
        for page in [try await browser.visit("/account"), try await browser.authorize(party.attempt())] {
            #expect(page.path == "/login" && page.response.headers[field] == "same-origin")
        }
        let attempt = party.attempt(["response_mode": "web_message"])
        let signIn = try await browser.authorize(attempt)
        let signUp = try await browser.visit(signIn.page.link(to: "/signup"))
        let message = try await browser.visit(party.attempt(["response_mode": "web_message", "prompt": "none"]).path)
        for page in [signIn, signUp, message] { #expect(page.response.headers[field] == nil, "\(page.path)") }
    }

    @Test func `the invitation page can't be framed`() async throws {
        let response = try await TestServer().send(.get("/invitation")).require(200)
        let policy = try #require(response.headers["Content-Security-Policy"])
        let directives = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        #expect(directives.contains("frame-ancestors 'none'"))
        #expect(directives.contains("default-src 'none'"))
        #expect(response.headers["X-Frame-Options"] == "DENY")
    }

    @Test func `the log leaves out the query, which may hold a secret`() async throws {
        let server = try await TestServer()
        for path in ["/nothing", "/invitation", "/userinfo", "/.well-known/openid-configuration", "/health/live"] {
            _ = try await server.send(.get(path + "?access_token=sesame"))
        }
        let message = Message(.get, path: "/oauth/token?client_secret=sesame")
        _ = server.endpoints.respond(
            to: ServerErrorContext(status: 413, code: "body_too_large", head: try message.request.head),
            over: try message.connection)
        #expect(server.log.count == 6)
        #expect(!server.log.contains { "\($0)".contains("sesame") })
    }

    @Test func `an unreadable request is logged with the reference of its response`() async throws {
        let server = try await TestServer()
        let message = Message.get("/oauth/token")
        let known = TestResponse(
            server.endpoints.respond(
                to: ServerErrorContext(status: 408, code: "body_deadline_passed", head: try message.request.head),
                over: try message.connection))
        let unknown = TestResponse(
            server.endpoints.respond(
                to: ServerErrorContext(status: 400, code: "host_missing"), over: try message.connection))
        #expect(server.log.map(\.reference) == [try known.text("reference"), try unknown.text("reference")])
        #expect(server.log.map(\.status) == [408, 400])
        #expect(server.log.map(\.code) == ["http.body-deadline-passed", "http.host-missing"])
        #expect(server.log.map(\.path) == ["/oauth/token", "-"])
        #expect(server.log.map(\.host) == [TestServer.host, ""])
        #expect(server.log.map(\.address) == ["192.0.2.1", "192.0.2.1"])
    }

    @Test func `a 503 without capacity has Retry-After`() async throws {
        let server = try await TestServer()
        let response = TestResponse(
            server.endpoints.respond(
                to: ServerErrorContext(status: 503, code: "buffers_full"), over: try Message.get("/").connection))
        #expect(response.headers["Retry-After"] == "1")
        #expect(response.code == "http.buffers-full")
        let other = server.endpoints.respond(
            to: ServerErrorContext(status: 408, code: "head_deadline_passed"), over: try Message.get("/").connection)
        #expect(other.headers["Retry-After"] == nil)
    }

    @Test func `a body is received only where an operation takes one`() async throws {
        let endpoints = try await TestServer().endpoints
        func limit(_ method: String, path: String) -> Int {
            endpoints.bodyLimit(of: RequestHead(method: HTTPMethod(rawValue: method), target: path))
        }
        for operation in Endpoints.operations {
            let limit = limit(operation.method.rawValue, path: operation.path.naming("x") + "?a=b")
            #expect((limit > 0) == (operation.body != nil), "\(operation.id)")
            #expect(limit <= 262_144)
        }
        for (method, path) in [
            ("POST", "/nothing"), ("PUT", "/oauth/token"), ("OPTIONS", "/oauth/token"), ("post", "/oauth/token"),
        ] {
            #expect(limit(method, path: path) == 0, "\(method) \(path)")
        }
    }

    @Test func `20,000 nested arrays are distinguished from an empty one`() async throws {
        let server = try await TestServer()
        func description(_ body: String) async throws -> String {
            try await server.send(.raw(.post, path: "/oauth/token", body: Array(body.utf8), type: "application/json"))
                .require(400).text("error_description")
        }
        let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
        #expect(try await description("[]") == "The body must be a JSON object.")
        #expect(
            try await description(String(repeating: "[", count: 32) + String(repeating: "]", count: 32))
                == "The body must be a JSON object.")
        #expect(try await description(deep).hasPrefix("The body is not strict JSON:"))
        #expect(try await description(deep) == description(String(repeating: "[", count: 33)))
    }
}
