// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import Testing
import WireFormats

/// Counted in the file itself, from outside: a commit is what SQLite would find again after a crash.
@Suite("What is made durable")
struct DurabilityTests {
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

    @Test func `by a challenge is nothing`() throws {
        #expect(try commits { for _ in 0..<20 { _ = try testClient.beginSignIn() } } == 0)
    }

    @Test func `by the begin of a sign-up is nothing`() throws {
        #expect(try commits { for _ in 0..<20 { _ = try testClient.beginSignUp() } } == 0)
    }

    @Test func `by a sign-up is one unit`() throws {
        #expect(try commits { try testClient.signUp() } == 1)
    }

    @Test func `by a sign-in is one unit, its refresh token included`() throws {
        try testClient.signUp()
        #expect(try commits { for _ in 0..<10 { try testClient.signIn() } } == 10)
        #expect(testClient.tokens?.refresh != nil)
    }

    @Test func `by a refused answer is one unit, and by its repetition nothing`() throws {
        try testClient.signUp()
        let earlier = try testClient.get(try testClient.beginSignIn())
        let answer = TestClient.Answer(session: try testClient.beginSignIn().session, response: earlier.response)
        var statuses: [Int] = []
        let first = try commits { statuses.append(try testClient.finish(answer).status) }
        let second = try commits { statuses.append(try testClient.finish(answer).status) }
        #expect(statuses == [403, 403])
        #expect([first, second] == [1, 0])
    }

    @Test func `by a refresh is one unit, and by the same again within the leeway nothing`() throws {
        let testClient = TestClient(testClient.wire, client: HarnessConfiguration.native)
        let token = try #require(try testClient.signUp().refresh)
        var statuses: [Int] = []
        let first = try commits { statuses.append(try testClient.refresh(token).status) }
        let second = try commits { statuses.append(try testClient.refresh(token).status) }
        #expect(statuses == [200, 200])
        #expect([first, second] == [1, 0])
    }
}
