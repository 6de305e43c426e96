// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages

/// The changes of a sign-in to its passkey's record (§7.2, step 24).
struct PasskeyRecordTests {
    @Test func `the stored backup state is that of the last sign-in`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let signedUp = try await testUser.signUp()
        #expect(try await testUser.record(of: signedUp).isBackedUp)
        _ = try await testUser.with { $0.mutation = .bsFlipped }.signIn()
        #expect(try await !testUser.record(of: signedUp).isBackedUp)
        _ = try await testUser.signIn()
        #expect(try await testUser.record(of: signedUp).isBackedUp)
    }

    @Test func `a user verified once stays recorded as verified`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        let unverified = testUser.with { $0.settings.userVerified = false }
        let signedUp = try await unverified.signUp()
        #expect(try await !testUser.record(of: signedUp).isUserVerified)
        _ = try await unverified.signIn()
        #expect(try await !testUser.record(of: signedUp).isUserVerified)
        _ = try await testUser.signIn()
        #expect(try await testUser.record(of: signedUp).isUserVerified)
        _ = try await unverified.signIn()
        #expect(try await testUser.record(of: signedUp).isUserVerified)
    }

    @Test(arguments: [true, false])
    func `a sign-up records user verification and backup state`(_ isVerified: Bool) async throws {
        let profile = isVerified ? AuthenticatorProfile.iCloudKeychain : .securityKey
        let testUser = TestUser(at: try SignInFixture(), profile: profile).with {
            $0.settings.userVerified = isVerified
        }
        let record = try await testUser.record(of: try await testUser.signUp())
        #expect(record.isUserVerified == isVerified)
        #expect(record.isBackedUp == profile.backedUp)
    }
}

extension TestUser {
    func record(of signedIn: SignInReceipt) async throws -> Passkey {
        let id = try #require(signedIn.signIn.ways.first.flatMap(PasskeyID.init))
        return try #require(try await fixture.storage.read { try $0.passkeys.find(id) })
    }
}
