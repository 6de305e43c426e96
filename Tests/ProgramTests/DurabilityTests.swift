// SPDX-License-Identifier: Apache-2.0

import ClientContract
import IdentityModel
import ServerHarness
import Testing
import WireFormats

/// Counts commits in the database file, as SQLite would find them after a crash.
@Suite struct DurabilityTests {
    private let program: RunningProgram
    private let testClient: TestClient

    init() throws {
        program = try RunningProgram.settled(on: try ProgramFolder())
        testClient = TestClient(try program.connect())
    }

    private func commits(_ body: () throws -> Void) rethrows -> Int {
        let before = WriteAheadLog(of: program.folder.database).commits
        try body()
        return WriteAheadLog(of: program.folder.database).commits - before
    }

    @Test func `the time that the server records by itself does not count`() async throws {
        let before = WriteAheadLog(of: program.folder.database)
        let storage = try program.folder.openStorage()
        let soon = Timestamp(secondsSince1970: Timestamp.now().secondsSince1970 + 1)
        try await storage.withTransaction { try $0.clock.raise(to: soon) }
        await storage.close()
        let after = WriteAheadLog(of: program.folder.database)
        #expect(after.frames > before.frames)
        #expect(after.commits == before.commits)
    }

    @Test func `a challenge commits nothing`() throws {
        let made = try commits { for _ in 0..<20 { _ = try testClient.beginSignIn() } }
        #expect(made == 0)
    }

    @Test func `the start of a sign-up commits nothing`() throws {
        let made = try commits { for _ in 0..<20 { _ = try testClient.beginSignUp() } }
        #expect(made == 0)
    }

    @Test func `a sign-up commits one transaction`() throws {
        let made = try commits { try testClient.signUp() }
        #expect(made == 1)
    }

    @Test func `a sign-in commits one transaction with its refresh token`() throws {
        try testClient.signUp()
        #expect(try commits { for _ in 0..<10 { try testClient.signIn() } } == 10)
        #expect(testClient.tokens?.refreshToken != nil)
    }

    @Test func `a rejected response commits one transaction, and its repetition none`() throws {
        try testClient.signUp()
        let earlier = try testClient.get(try testClient.beginSignIn())
        let submission = TestClient.Submission(
            session: try testClient.beginSignIn().session, response: earlier.response)
        var statuses: [Int] = []
        let first = try commits { statuses.append(try testClient.finish(submission).status) }
        let second = try commits { statuses.append(try testClient.finish(submission).status) }
        #expect(statuses == [403, 403])
        #expect([first, second] == [1, 0])
    }

    @Test func `a refresh commits one transaction, and its repetition within the leeway none`() throws {
        let testClient = TestClient(testClient.wire, client: HarnessConfiguration.native)
        let token = try #require(try testClient.signUp().refreshToken)
        var statuses: [Int] = []
        let first = try commits { statuses.append(try testClient.refresh(token).status) }
        let second = try commits { statuses.append(try testClient.refresh(token).status) }
        #expect(statuses == [200, 200])
        #expect([first, second] == [1, 0])
    }
}
