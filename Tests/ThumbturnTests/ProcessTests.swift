// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import FoundationNetworking
import POSIX
import Security
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// An application and its extension: processes of their own, with one keychain.
    @MainActor @Suite struct ProcessTests {
        @Test func `two processes that need a token at once refresh once`() async throws {
            let temporary = try TemporaryFolder()
            defer { withExtendedLifetime(temporary) {} }
            let folder = temporary.path
            let app = try await Self.signedUp(in: folder)
            let port = try #require(SDKServer.current).port
            async let first: Void = Self.askInProcess(for: "first", in: folder, port: port)
            async let second: Void = Self.askInProcess(for: "second", in: folder, port: port)
            _ = await (first, second)
            let outcomes = try ["first", "second"].map { try Outcome(at: "\(folder)/\($0)") }
            #expect(outcomes[0].token == outcomes[1].token)
            #expect(outcomes[0].refreshes + outcomes[1].refreshes == 1)
            // This process uses what they have stored.
            #expect(try await app.run { try await $0.accessToken(audience: "urn:photos") } == outcomes[0].token)
        }

        @Test func `a process that is killed after it sent its refresh signs nobody out`() async throws {
            let temporary = try TemporaryFolder()
            defer { withExtendedLifetime(temporary) {} }
            let folder = temporary.path
            let app = try await Self.signedUp(in: folder)
            let port = try #require(SDKServer.current).port
            let before = app.device.storedSession()?["refresh_token"]
            await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String, port = port as UInt16] in
                let app = await ProcessApp(in: folder, port: port) { _ in kill(getpid(), SIGKILL) }
                _ = try await app.token()
            }
            // The server has replaced the token, and the lock of the dead is still there.
            let left = app.device.storedSession()
            #expect(left?["refresh_begun"] == true && left?["refresh_token"] == before)
            #expect(app.device.keychain.data(account: "\(SDKServer.host)/ios/refresh") != nil)
            let token = try await RefreshLock.$pace.withValue(ProcessApp.pace) {
                try await app.run { try await $0.accessToken(audience: "urn:photos") }
            }
            #expect(!token.isEmpty)
            #expect(app.transport.refreshes(for: "urn:photos").first?.json?["refresh_token"] == before)
            #expect(app.device.storedSession()?["refresh_begun"] == nil)
        }

        @Test func `while the refresh of one process is on a slow network, another one waits for it`() async throws {
            let temporary = try TemporaryFolder()
            defer { withExtendedLifetime(temporary) {} }
            let folder = temporary.path
            let app = try await Self.signedUp(in: folder)
            let port = try #require(SDKServer.current).port
            async let slow: Void = Self.askSlowly(in: folder, port: port)
            #expect(await eventually { FileManager.default.fileExists(atPath: "\(folder)/answered") })
            let token = Task {
                try await RefreshLock.$pace.withValue(ProcessApp.pace) {
                    try await app.run { try await $0.accessToken(audience: "urn:photos") }
                }
            }
            // Longer than this process has patience.
            try await Task.sleep(for: .seconds(4))
            #expect(app.transport.refreshes(for: "urn:photos").isEmpty)
            _ = FileManager.default.createFile(atPath: "\(folder)/go-on", contents: nil)
            _ = await slow
            #expect(try await token.value == Outcome(at: "\(folder)/slow").token)
            #expect(app.transport.refreshes(for: "urn:photos").isEmpty)
        }

        @Test func `a sign-out in another process is seen at the next call`() async throws {
            let temporary = try TemporaryFolder()
            defer { withExtendedLifetime(temporary) {} }
            let folder = temporary.path
            let app = try await Self.signedUp(in: folder)
            let port = try #require(SDKServer.current).port
            await #expect(processExitsWith: .success) { [folder = folder as String, port = port as UInt16] in
                await ProcessApp(in: folder, port: port).signOut()
            }
            await #expect(throws: PasskeyError.notSignedIn) { try await app.run { try await $0.accessToken() } }
        }

        /// Signs a user up, and returns the application when it has nothing more to do.
        private static func signedUp(in folder: String) async throws -> TestApp {
            let app = TestApp(on: .withApp(keychain: SimulatedKeychain(sharedAt: ProcessApp.keychain(in: folder))))
            try await app.signUp()
            try await app.waitForSynchronization()
            return app
        }

        /// The answer waits until there is a file `go-on`.
        private static func askSlowly(in folder: String, port: UInt16) async {
            await #expect(processExitsWith: .success) { [folder = folder as String, port = port as UInt16] in
                let app = await ProcessApp(in: folder, port: port) { folder in
                    _ = FileManager.default.createFile(atPath: "\(folder)/answered", contents: nil)
                    _ = await eventually { FileManager.default.fileExists(atPath: "\(folder)/go-on") }
                }
                try await app.ask(for: "slow")
            }
        }

        private static func askInProcess(for name: String, in folder: String, port: UInt16) async {
            await #expect(processExitsWith: .success) {
                [name = name as String, folder = folder as String, port = port as UInt16] in
                try await ProcessApp(in: folder, port: port).ask(for: name)
            }
        }
    }
}

/// The findings of a process.
private struct Outcome {
    let token: String
    let refreshes: Int

    init(token: String, refreshes: Int) {
        (self.token, self.refreshes) = (token, refreshes)
    }

    init(at path: String) throws {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        self.init(token: String(try #require(lines.first)), refreshes: try #require(lines.last.flatMap { Int($0) }))
    }

    func write(to path: String) throws {
        try "\(token)\n\(refreshes)".write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// The application in a process of its own, with the keychain and the server of the one that started it.
@MainActor
private struct ProcessApp {
    /// Others notice within a moment that a process is gone.
    static let pace = RefreshLock.Pace(renewal: .milliseconds(20), patience: 2, look: .milliseconds(5))

    static func keychain(in folder: String) -> String { "\(folder)/keychain" }

    private let folder: String
    private let app: TestApp
    private let server: SDKServer

    /// - Parameter answered: What happens when the server has answered a refresh, before the application knows.
    init(in folder: String, port: UInt16, answered: @escaping @Sendable (String) async -> Void = { _ in }) {
        self.folder = folder
        server = SDKServer(host: SDKServer.host, port: port, log: nil, database: nil)
        let transport = SocketTransport { request in
            let isRefresh = request.json?["grant_type"] == "refresh_token"
            return isRefresh ? .responseAfter { await answered(folder) } : .arrives
        }
        let keychain = SimulatedKeychain(sharedAt: Self.keychain(in: folder))
        app = TestApp(on: .withApp(keychain: keychain), transport: transport)
    }

    func token() async throws -> String {
        try await run { try await $0.accessToken(audience: "urn:photos") }
    }

    func ask(for name: String) async throws {
        let token = try await token()
        let outcome = Outcome(token: token, refreshes: app.transport.refreshes(for: "urn:photos").count)
        try outcome.write(to: "\(folder)/\(name)")
    }

    func signOut() async {
        _ = try? await run { await $0.signOut() }
    }

    private func run<Result: Sendable>(
        _ body: @escaping @MainActor (PasskeyClient) async throws -> Result
    ) async throws -> Result {
        try await SDKServer.$current.withValue(server) {
            try await RefreshLock.$pace.withValue(Self.pace) { try await app.run(body) }
        }
    }
}
