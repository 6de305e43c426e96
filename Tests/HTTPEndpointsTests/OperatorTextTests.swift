// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The explanations in the log for operators.
struct OperatorTextTests {
    private static let otherOrigin = "https://unlisted.brand1.test"

    @Test func `a response from another origin is logged with the allowed origins`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let response = try await testClient.with { $0.origin = Self.otherOrigin }.signIn().require(403)
        let record = try #require(testClient.server.log.last)
        #expect(record.code == "authentication.origin-not-allowed")
        let report = try #require(record.report)
        #expect(report.step == "7.2.12")
        #expect(report.receivedOrigin == Self.otherOrigin)
        #expect(report.allowedOrigins == [TestServer.page, "https://\(TestServer.host)"].sorted())
        let explanation = AuthenticationRejection.originNotAllowed(
            received: Origin(rawValue: Self.otherOrigin),
            allowed: [Origin(rawValue: TestServer.page), Origin(rawValue: "https://\(TestServer.host)")]
        ).explanation
        #expect(record.explanation == explanation)
        // The response to another origin must not reveal the allowed ones.
        #expect(!response.text.contains(TestServer.page))
    }

    @Test func `a sign-up from another origin is logged in the same way`() async throws {
        let testClient = TestClient(at: try await TestServer()).with { $0.origin = Self.otherOrigin }
        try await testClient.signUp().require(403)
        let report = try #require(testClient.server.log.last?.report)
        #expect(report.code == "registration.origin-not-allowed")
        #expect(report.step == "7.1.9")
        #expect(report.receivedOrigin == Self.otherOrigin)
        #expect(report.allowedOrigins?.contains(TestServer.page) == true)
    }

    @Test func `other rejections are logged with the client's error description`() async throws {
        let server = try await TestServer()
        let response = try await server.send(.post("/oauth/token", json: ["grant_type": "x"])).require(400)
        #expect(server.log.last?.explanation == (try response.text("error_description")))
        #expect(server.log.last?.report == nil)
    }

    @Test func `successful requests have no explanation`() async throws {
        let server = try await TestServer()
        try await server.send(.get("/.well-known/jwks.json")).require(200)
        #expect(server.log.last?.explanation == nil)
    }

    // MARK: Pages of other origins

    private func challenge(_ origin: String, client: String = "spa") -> Message {
        .post("/passkey/challenge", json: ["client_id": .string(client)]).on(origin)
    }

    @Test func `an origin that is not allowed to read responses is reported once, with the setting`() async throws {
        let server = try await TestServer()
        for _ in 0..<3 { _ = try await server.send(challenge(Self.otherOrigin)) }
        #expect(server.notices.map(\.event) == ["cors.origin-not-allowed"])
        let fields = try #require(server.notices.first?.fields)
        #expect(fields["received"] == .string(Self.otherOrigin))
        #expect(fields["client"] == "spa")
        #expect(fields["host"] == .string(TestServer.host))
        #expect(
            fields["remedy"]?.stringValue?.contains("add \(Self.otherOrigin) to web_origins of the client spa") == true)
        #expect(fields["reference"] == server.log.first.map { .string($0.reference) })
    }

    @Test func `each origin is reported for each client`() async throws {
        let server = try await TestServer()
        for client in ["spa", "allowed-origins", "spa"] {
            _ = try await server.send(challenge(Self.otherOrigin, client: client))
        }
        _ = try await server.send(challenge("https://more.brand1.test"))
        #expect(server.notices.count == 3)
    }

    @Test func `a preflight alone is reported`() async throws {
        let server = try await TestServer()
        let preflight = Message(.options, path: "/oauth/token").on(Self.otherOrigin).setting(
            "Access-Control-Request-Method", to: "POST")
        _ = try await server.send(preflight)
        #expect(server.notices.count == 1)
    }

    @Test(arguments: [TestServer.page, "https://\(TestServer.host)"])
    func `allowed origins and the server's own are not reported`(origin: String) async throws {
        let server = try await TestServer()
        _ = try await server.send(challenge(origin))
        #expect(server.notices.isEmpty)
    }

    @Test func `requests for public documents are not reported`() async throws {
        let server = try await TestServer()
        _ = try await server.send(.get("/.well-known/jwks.json").on(Self.otherOrigin))
        #expect(server.notices.isEmpty)
    }

    @Test func `a new configuration reports origins again`() async throws {
        let server = try await TestServer()
        for _ in 0..<2 {
            _ = try await server.send(challenge(Self.otherOrigin))
            server.serve(try TestServerConfiguration.configuration())
        }
        #expect(server.notices.count == 2)
    }

    @Test func `the number of reported origins is limited`() async throws {
        let server = try await TestServer()
        for number in 0..<300 { _ = try await server.send(challenge("https://o\(number).test")) }
        _ = try await server.send(challenge("https://" + String(repeating: "a", count: 400)))
        #expect(server.notices.count == 100)
    }
}
