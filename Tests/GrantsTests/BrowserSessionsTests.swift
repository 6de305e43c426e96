// SPDX-License-Identifier: Apache-2.0

import Grants
import IdentityModel
import Testing

@Suite struct BrowserSessionsTests {
    private func find(
        _ secret: String?, in fixture: GrantsFixture, host: String = GrantsFixture.host, after seconds: Int64 = 0
    ) async throws -> ActiveSession? {
        try await BrowserSessions(storage: fixture.storage, host: host).find(
            secret: secret, at: GrantsFixture.later(seconds))
    }

    @Test func `a session is found by the secret of its cookie, with its account`() async throws {
        let fixture = try await GrantsFixture()
        let (record, secret) = try await fixture.insertSession()
        let found = try #require(try await find(secret, in: fixture))
        #expect(found.record == record)
        #expect(found.user == fixture.user)
    }

    @Test(arguments: [nil, "", "abc"])
    func `what is no secret belongs to no session`(secret: String?) async throws {
        let fixture = try await GrantsFixture()
        try await fixture.insertSession()
        #expect(try await find(secret, in: fixture) == nil)
        #expect(try await find(TimeOrderedSecret(at: GrantsFixture.now).text, in: fixture) == nil)
    }

    @Test func `a session belongs to one host`() async throws {
        let fixture = try await GrantsFixture()
        let secret = try await fixture.insertSession().secret
        #expect(try await find(secret, in: fixture, host: GrantsFixture.otherHost) == nil)
    }

    @Test(arguments: [(1000 as Int64, 500 as Int64), (500, 1000)])
    func `a session ends by its idle and by its absolute lifetime`(lifetime: Int64, idleLifetime: Int64) async throws {
        let fixture = try await GrantsFixture()
        let secret = try await fixture.insertSession(lifetime: lifetime, idleLifetime: idleLifetime).secret
        #expect(try await find(secret, in: fixture, after: 499) != nil)
        #expect(try await find(secret, in: fixture, after: 500) == nil)
    }

    @Test func `a blocked user has no session`() async throws {
        let fixture = try await GrantsFixture()
        let secret = try await fixture.insertSession().secret
        try await fixture.change(.blocked(true))
        #expect(try await find(secret, in: fixture) == nil)
    }
}
