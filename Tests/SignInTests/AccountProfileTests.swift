// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import Testing

@Suite struct AccountProfileTests {
    private static func name(of user: EnrolledUser) async throws -> String? {
        try await user.fixture.storage.read { try $0.users.find(user.user.id) }?.profile.name
    }

    @Test(arguments: ["Ada Lovelace", nil, String(repeating: "ä", count: 300)])
    func `a name is replaced or removed`(name: String?) async throws {
        let user = try await EnrolledUser.signedUp(at: try SignInFixture())
        try await AccountProfile(accounts: user.fixture.accounts).setName(name, of: user.owner)
        #expect(try await Self.name(of: user) == name)
    }

    @Test(arguments: [String(repeating: "a", count: 301), "a\u{202E}b"])
    func `a name that a sign-up would not accept changes nothing`(name: String) async throws {
        let user = try await EnrolledUser.signedUp(at: try SignInFixture())
        let profile = AccountProfile(accounts: user.fixture.accounts)
        await #expect(throws: SignInFailure.self) { try await profile.setName(name, of: user.owner) }
        #expect(try await Self.name(of: user) == user.user.profile.name)
    }
}
