// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import SQLiteStorage
import SoftwareAuthenticator
import TestStorage
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// While the storage can't write, clients are told to retry, and the server recovers by itself.
struct StorageFailureTests {
    private static let unavailable = "sign-in.storage-unavailable"
    private static let file = "small.sqlite"

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A server with a small disk and a short busy timeout.
    private func server() async throws -> TestServer {
        try await TestServer(storage: { _ in
            try TestStorage { [folder] in
                var settings = SQLiteSettings(path: folder.path(of: Self.file))
                settings.busyTimeout = 1000
                settings.testStatements = ["PRAGMA max_page_count = 120"]
                return try SQLiteStorage(settings)
            }
        })
    }

    private func expectUnavailable(_ response: TestResponse) {
        #expect(response.status == 503)
        #expect(response.code == Self.unavailable)
        #expect(response.value("error") == "temporarily_unavailable")
        #expect(response.headers["Retry-After"] == "5")
        #expect(!response.text.contains("SQL") && !response.text.contains("disk"))
    }

    /// Runs a body while another program holds the write lock of the database.
    private func whileLocked(_ body: () async throws -> Void) async throws {
        let other = try SQLiteStorage(SQLiteSettings(path: folder.path(of: Self.file)))
        let gate = Gate()
        defer { gate.open() }
        let holding = Task {
            try await other.withTransaction { transaction in
                try transaction.oneTime.consume([1], expiresAt: Timestamp(secondsSince1970: 2_000_000_000))
                gate.pass()
            }
        }
        try #require(await gate.isReached())
        try await body()
        gate.open()
        try await holding.value
        await other.close()
    }

    @Test func `while the disk is full sign-ups and sign-ins fail, and they succeed afterwards`() async throws {
        let server = try await server()
        let testClient = TestClient(at: server)
        let tokens = try await testClient.signUp().require(200)
        let token = try await testClient.accountToken()
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        let second = testClient.with { $0.device = SoftwareAuthenticator(profile: .securityKey) }
        let startedEnrollment = try await second.beginEnrollment(token)
        let enrollment = second.enrollment(startedEnrollment, response: try second.created(startedEnrollment))
        try await server.fillDisk()

        expectUnavailable(try await testClient.finish(started.session, response: response))
        let account = try await testClient.account(enrollment, token: token)
        expectUnavailable(account)
        #expect(account.value("type") == "https://auth0.com/api-errors/A0E-503-0001")
        #expect(account.value("detail") == account.value("error_description"))
        // Requests that only read still work.
        try await testClient.list(token).require(200)
        try await testClient.account(.get("/userinfo"), token: tokens.text("access_token")).require(200)
        try await server.send(.get("/health/live")).require(200)

        try await server.emptyDisk()
        try await testClient.finish(started.session, response: response).require(200)
        try await testClient.account(enrollment, token: token).require(201)
        try await testClient.signIn().require(200)
    }

    @Test func `while another program holds the database token requests fail, and no use is lost`() async throws {
        let server = try await server()
        let testClient = TestClient(at: server)
        let token = try await testClient.signUp().require(200).text("refresh_token")
        try await whileLocked {
            expectUnavailable(try await testClient.refresh(token))
            let ready = try await server.send(.get("/health/ready")).require(503)
            #expect(ready.code == Self.unavailable)
        }
        try await server.send(.get("/health/ready")).require(503)
        try await testClient.refresh(token).require(200)
        try await server.send(.get("/health/ready")).require(200)
    }

    @Test
    func `readiness says for how long what is to be sent has been due, and a relay that is down changes no status`()
        async throws
    {
        let server = try await server()
        let mail = OutboxItem(.mail, to: "relay", content: [1], at: server.clock.now)
        try await server.storage.withTransaction { try $0.outbox.insert(mail) }
        server.clock.advance(seconds: 599)
        #expect(try await server.send(.get("/health/ready")).require(200).value("outbox_due_seconds.mail") == 0)
        server.clock.advance(seconds: 90_000)
        let ready = try await server.send(.get("/health/ready")).require(200)
        #expect(ready.value("status") == "ok")
        #expect(ready.value("outbox_due_seconds") == ["logout": 0, "mail": 90_000, "message": 0])
        try await server.storage.withTransaction {
            _ = try $0.outbox.postpone(mail, until: server.clock.now.advanced(by: 60), because: "It is down.")
        }
        #expect(try await server.send(.get("/health/ready")).require(200).value("outbox_due_seconds.mail") == 0)
    }

    @Test func `a storage that can't write is not ready, even before any request`() async throws {
        let server = try await server()
        try await whileLocked {
            try await server.send(.get("/health/ready")).require(503)
        }
    }

    @Test func `after a failed write the server is not ready for ten seconds`() async throws {
        let server = try await server()
        let testClient = TestClient(at: server)
        let token = try await testClient.signUp().require(200).text("refresh_token")
        try await server.fillDisk()
        expectUnavailable(try await testClient.refresh(token))
        expectUnavailable(try await server.send(.get("/health/ready")))
        try await server.emptyDisk()
        server.clock.advance(seconds: 9)
        try await server.send(.get("/health/ready")).require(503)
        server.clock.advance(seconds: 1)
        try await server.send(.get("/health/ready")).require(200)
        try await testClient.refresh(token).require(200)
    }

    @Test func `a request that stores nothing does not change readiness`() async throws {
        let server = try await server()
        let testClient = TestClient(at: server)
        let token = try await testClient.signUp().require(200).text("refresh_token")
        try await server.fillDisk()
        expectUnavailable(try await testClient.refresh(token))
        try await server.emptyDisk()
        for method in [HTTPMethod.options, .get, .post] {
            let preflight = Message(method, path: "/oauth/token").on(TestServer.page).setting(
                "Access-Control-Request-Method", to: "POST")
            #expect(try await server.send(preflight).status < 500)
            try await server.send(.get("/health/ready")).require(503)
        }
        try await testClient.refresh(token).require(200)
        try await server.send(.get("/health/ready")).require(200)
    }

    @Test func `the log has the cause`() async throws {
        let server = try await server()
        let testClient = TestClient(at: server)
        try await testClient.signUp().require(200)
        let started = try await testClient.beginSignIn()
        let response = try testClient.signed(started)
        try await server.fillDisk()
        expectUnavailable(try await testClient.finish(started.session, response: response))
        #expect(server.log.last?.cause?.contains("full") == true, "\(String(describing: server.log.last?.cause))")
    }
}

extension TestServer {
    fileprivate static let filler = UserID(rawValue: "auth0|ffffffffffffffffffffffff")

    /// Writes until the disk is full.
    fileprivate func fillDisk() async throws {
        let filler = try user(Self.filler)
        try await storage.withTransaction { try $0.users.insert(filler) }
        for size in [40_000, 4000, 400, 40] {
            while await fits({ try grow(in: $0, by: size) }) {}
        }
        // Audit events have their own pages, with space left in the last one.
        let event = AuditEvent(.userCreated, at: clock.now)
        while await fits({ try $0.events.insert(event) }) {}
    }

    fileprivate func emptyDisk() async throws {
        try await storage.withTransaction { try $0.users.remove(Self.filler) }
    }

    private func fits(_ body: @escaping @Sendable (any StorageTransaction) throws -> Void) async -> Bool {
        do {
            try await storage.withTransaction(body)
            return true
        } catch {
            return false
        }
    }

    private func user(_ id: UserID) throws -> User {
        var user = User(
            id: id, connection: "people", handle: try #require(UserHandle(Array("filler".utf8))), createdAt: clock.now)
        user.identifiers = [
            Identifier(kind: .email, value: "filler@example.org", normalized: "filler@example.org")
        ]
        return user
    }
}

@Sendable private func grow(in transaction: any StorageTransaction, by size: Int) throws {
    guard let user = try transaction.users.find(TestServer.filler) else { return }
    let text = user.metadata["x"]?.stringValue ?? ""
    let metadata: JSONObject = ["x": .string(text + String(repeating: "x", count: size))]
    try transaction.users.apply(.metadata(metadata), to: user.id, at: user.updatedAt)
}
