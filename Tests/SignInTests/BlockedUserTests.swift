// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import TestSupport
import Testing

struct BlockedUserTests {
    private let testUser: TestUser

    init() throws {
        testUser = TestUser(at: try SignInFixture())
    }

    private func setBlocked(_ isBlocked: Bool, _ id: UserID) async throws {
        let time = testUser.fixture.clock.now
        try await testUser.fixture.storage.withTransaction {
            try $0.users.apply(.blocked(isBlocked), to: id, at: time)
        }
    }

    @Test func `a blocked user can't sign in until unblocked`() async throws {
        let id = try await testUser.signUp().user.id
        try await setBlocked(true, id)
        #expect(await code { try await testUser.signIn() } == "sign-in.account-blocked")
        try await setBlocked(false, id)
        #expect(await code { try await testUser.signIn() } == "done")
    }

    @Test func `a user blocked during a sign-in is not signed in`() async throws {
        let id = try await testUser.signUp().user.id
        let attempt = try testUser.beginSignIn()
        try await setBlocked(true, id)
        #expect(await code { try await testUser.finish(attempt) } == "sign-in.account-blocked")
    }
}
