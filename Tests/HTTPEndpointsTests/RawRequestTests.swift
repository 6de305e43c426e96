// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPEndpoints
import HTTPServer
import Testing
import WireFormats

/// Requests that no SDK sends.
struct RawRequestTests {
    private static let json = "application/json"
    private static let form = "application/x-www-form-urlencoded"
    private static let bodyPaths = Endpoints.operations.filter {
        // Pages respond to browsers, and the body of userinfo is optional.
        $0.method == .post && $0.body != nil && !$0.path.text.hasPrefix("/me/") && !isPage($0.path)
            && !["/authorize", "/userinfo", "/device-keys"].contains($0.path.text) && !$0.path.hasName
    }.map(\.path.text)

    private static func isPage(_ path: Path) -> Bool { Endpoints.operations.contains { $0.path == path && $0.isPage } }

    /// A body and the code of its rejection.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: [UInt8]
        let type: String?
        let code: String

        init(_ name: String, body: [UInt8], type: String? = RawRequestTests.json, code: String) {
            testDescription = name
            self.body = body
            self.type = type
            self.code = code
        }

        init(_ name: String, body: String, type: String? = RawRequestTests.json, code: String) {
            self.init(name, body: Array(body.utf8), type: type, code: code)
        }
    }

    private static let rows = [
        Row("nothing", body: "", code: "request.json-malformed"),
        Row("a list", body: "[]", code: "request.json-malformed"),
        Row("a text", body: "\"x\"", code: "request.json-malformed"),
        Row("null", body: "null", code: "request.json-malformed"),
        Row("cut short", body: "{\"client_id\":", code: "request.json-malformed"),
        Row("something behind", body: "{} {}", code: "request.json-malformed"),
        Row(
            "invalid UTF-8", body: Array("{\"client_id\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
            code: "request.json-malformed"),
        Row("half a surrogate", body: #"{"client_id":"\ud800"}"#, code: "request.json-malformed"),
        Row("NUL", body: Array("{\"client_id\":\"a".utf8) + [0] + Array("\"}".utf8), code: "request.json-malformed"),
        Row("escaped NUL", body: #"{"client_id":"spa\u0000"}"#, code: "request.body-invalid"),
        Row("duplicate members", body: #"{"client_id":"spa","client_id":"other"}"#, code: "request.json-malformed"),
        Row(
            "20,000 lists in each other",
            body: String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000),
            code: "request.json-malformed"),
        Row(
            "a long text", body: "{\"client_id\":\"\(String(repeating: "a", count: 100_000))\"}",
            code: "request.body-invalid"),
        Row("a number for a text", body: #"{"client_id":1}"#, code: "request.body-invalid"),
        Row("no type", body: "{}", type: nil, code: "request.content-type-unsupported"),
        Row("another type", body: "{}", type: "text/plain", code: "request.content-type-unsupported"),
        Row(
            "a type that begins alike", body: "{}", type: "application/jsonx", code: "request.content-type-unsupported"),
        Row("XML", body: "<x/>", type: "application/xml", code: "request.content-type-unsupported"),
        Row(
            "several parts", body: "--x", type: "multipart/form-data; boundary=x",
            code: "request.content-type-unsupported"),
    ]
    private static let forms = [
        Row("a parameter twice", body: "client_id=spa&client_id=other", type: form, code: "request.form-malformed"),
        Row("a broken escape", body: "client_id=%zz", type: form, code: "request.form-malformed"),
        Row("invalid UTF-8 in a form", body: "client_id=%ff", type: form, code: "request.form-malformed"),
        Row("NUL in a form", body: "client_id=spa%00", type: form, code: "request.body-invalid"),
        Row(
            "a thousand parameters", body: (0..<1000).map { "p\($0)=1" }.joined(separator: "&"), type: form,
            code: "request.form-malformed"),
    ]

    @Test(arguments: rows)
    func `an invalid JSON body is rejected with its reason`(row: Row) async throws {
        let server = try await TestServer {
            $0.append(
                TestServerConfiguration.client(
                    "old", members: ["app_type": "native", "thumbturn": ["legacy_touch_id": true]]))
        }
        for path in Self.bodyPaths {
            let response = try await server.send(.raw(.post, path: path, body: row.body, type: row.type))
            // Unknown members are not inspected.
            guard row.code == "request.body-invalid", response.code != row.code else {
                #expect(response.code == row.code, "\(path)")
                #expect(response.status == (row.code == "request.content-type-unsupported" ? 415 : 400))
                continue
            }
            let own = [
                "/invitation/contents", "/invitation/challenge", "/invitation/verify", "/api/auth/register/options",
            ]
            #expect(own.contains(path), "\(response.text)")
        }
    }

    @Test(arguments: forms, ["/passkey/register", "/passkey/challenge", "/oauth/token", "/oauth/revoke"])
    func `an invalid form is rejected with its reason`(row: Row, path: String) async throws {
        let response = try await TestServer().send(.raw(.post, path: path, body: row.body, type: row.type)).require(400)
        #expect(response.code == row.code)
    }

    @Test(arguments: rows)
    func `an invalid account body is rejected in both formats`(row: Row) async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let response = try await testClient.account(
            .raw(.post, path: "/me/v1/authentication-methods", body: row.body, type: row.type), token: token)
        let isKnown = row.code != "request.body-invalid"
        #expect(response.code == (isKnown ? row.code : "request.body-invalid"))
        #expect(response.value("title") != nil)
    }

    @Test func `forms are rejected where only JSON is accepted`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let message = Message.form("/me/v1/authentication-methods", parameters: ["type": "passkey"])
        #expect(
            try await testClient.account(message, token: token).require(415).code == "request.content-type-unsupported")
    }

    @Test func `an empty parameter counts as absent`() async throws {
        let message = Message.form(
            "/passkey/challenge", parameters: ["client_id": "spa", "realm": "", "organization": ""])
        try await TestServer().send(message).require(200)
    }

    @Test(arguments: Set(Endpoints.operations.map(\.path.text)).sorted())
    func `other methods get 405 with the allowed ones`(text: String) async throws {
        let server = try await TestServer()
        let route = Path(stringLiteral: text)
        let path = route.naming("passkey|x")
        let methods = Set(Endpoints.operations.filter { $0.path == route }.map(\.method.rawValue))
        for name in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get"] {
            guard !methods.contains(name), !(name == "HEAD" && methods.contains("GET")) else { continue }
            let response = try await server.send(Message(HTTPMethod(rawValue: name), path: path)).require(405)
            #expect(response.code == "request.method-not-allowed")
            let allowed = Set(
                try #require(response.headers["Allow"]).split(separator: ",").map { $0.filter { $0 != " " } })
            #expect(allowed.isSuperset(of: methods))
            #expect(!allowed.contains(name) || name == "OPTIONS")
        }
    }

    @Test(
        arguments: Endpoints.operations.filter { $0.method == .get && !$0.path.text.hasPrefix("/me/") }.map(\.path.text)
    )
    func `HEAD is answered like GET`(path: String) async throws {
        let server = try await TestServer()
        let (get, head) = (
            try await server.send(.get(path)), try await server.send(Message(.head, path: path))
        )
        #expect(get.status == head.status)
        #expect(get.headers["Content-Type"] == head.headers["Content-Type"])
    }

    @Test(arguments: [
        "//", "/dbconnections/nothing", "/passkey", "/api/v2/clients", "/me/v1/factors/x", "/oauth/token/", "/../x",
    ])
    func `unknown paths get 404 as JSON`(path: String) async throws {
        let response = try await TestServer().send(.get(path)).require(404)
        #expect(response.code == "request.path-unknown")
        #expect(response.value("error") == "not_found")
    }

    @Test(arguments: [
        "evil.test", "login.brand1.test.evil.test", "brand1.test", "app.brand1.test", "127.0.0.1", "localhost",
    ])
    func `a host that is not served gets 421`(host: String) async throws {
        let server = try await TestServer()
        for path in ["/passkey/challenge", "/.well-known/openid-configuration", "/me/v1/factors", "/nothing"] {
            let response = try await server.send(.get(path).at(host)).require(421)
            #expect(response.code == "request.host-unknown")
        }
    }

    @Test(arguments: ["LOGIN.brand1.TEST", "login.brand1.test:443", "login.brand1.test:8443"])
    func `case and port of the host do not matter`(host: String) async throws {
        let response = try await TestServer().send(.get("/.well-known/openid-configuration").at(host)).require(200)
        #expect(response.value("issuer") == "https://login.brand1.test/")
    }

    @Test func `an unencrypted request gets 421`() async throws {
        let server = try await TestServer()
        var request = try Message.get("/.well-known/jwks.json").request
        request.isSecure = false
        var connection = try Message.get("/").connection
        connection.isSecure = false
        let response = TestResponse(await server.endpoints.respond(to: request, over: connection))
        #expect(response.status == 421)
        #expect(response.code == "request.insecure")
    }

    @Test func `every error has a reference that is in the log`() async throws {
        let server = try await TestServer()
        let response = try await server.send(.post("/oauth/token", json: ["grant_type": "x"])).require(400)
        let record = try #require(server.log.last)
        #expect(try response.text("reference") == record.reference)
        #expect(record.code == "oauth.grant-type-unknown")
        #expect(record.path == "/oauth/token")
    }

    @Test func `the log has no secrets`() async throws {
        let server = try await TestServer()
        let testClient = TestClient(at: server)
        let tokens = try await testClient.signUp().require(200)
        _ = try await testClient.refresh("v1.\(try tokens.text("refresh_token"))")
        let text = "\(server.log)"
        for secret in ["refresh_token", "access_token", "id_token"] {
            #expect(!text.contains(try tokens.text(secret)))
        }
        #expect(!text.contains("ada@example.org"))
    }
}
