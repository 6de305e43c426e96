// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages

/// What a sign-in changes in the record of its passkey (§7.2, step 24).
@Suite("Records of passkeys")
struct PasskeyRecordTests {
    @Test("the backup state on record follows that of the last sign-in")
    func backupState() async throws {
        let person = Person(at: try SignInFixture())
        let signedUp = try await person.signUp()
        #expect(try await person.record(of: signedUp).isBackedUp)
        _ = try await person.with { $0.mutation = .bsFlipped }.signIn()
        #expect(try await !person.record(of: signedUp).isBackedUp)
        _ = try await person.signIn()
        #expect(try await person.record(of: signedUp).isBackedUp)
    }

    @Test("a user who was verified once stays on record as one who was")
    func userVerification() async throws {
        let person = Person(at: try SignInFixture())
        let unverified = person.with { $0.settings.userVerified = false }
        let signedUp = try await unverified.signUp()
        #expect(try await !person.record(of: signedUp).isUserVerified)
        _ = try await unverified.signIn()
        #expect(try await !person.record(of: signedUp).isUserVerified)
        _ = try await person.signIn()
        #expect(try await person.record(of: signedUp).isUserVerified)
        _ = try await unverified.signIn()
        #expect(try await person.record(of: signedUp).isUserVerified)
    }

    @Test("a sign-up puts on record whether the user was verified and the passkey backed up", arguments: [true, false])
    func registration(_ isVerified: Bool) async throws {
        let profile = isVerified ? AuthenticatorProfile.iCloudKeychain : .securityKey
        let person = Person(at: try SignInFixture(), profile: profile).with { $0.settings.userVerified = isVerified }
        let record = try await person.record(of: try await person.signUp())
        #expect(record.isUserVerified == isVerified)
        #expect(record.isBackedUp == profile.backedUp)
    }
}

extension Person {
    fileprivate func record(of signedIn: SignedIn) async throws -> Passkey {
        try #require(try await fixture.storage.read { try $0.passkeys.find(signedIn.passkey.id) })
    }
}
