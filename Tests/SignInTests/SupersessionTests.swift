// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

struct SupersessionTests {
    private static let deviceBound = AuthenticatorProfile.googlePasswordManager.with {
        $0.backupEligible = false
        $0.backedUp = false
    }

    @Test func `a synced passkey supersedes a device-bound one of the same provider`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: Self.deviceBound)
        let old = try #require(try await enrolledUser.passkeys().first)
        let enrolled = try await enrolledUser.enroll(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        #expect(enrolled.superseded == [old.id])
        #expect(try await enrolledUser.passkeys().map(\.supersededBy) == [enrolled.passkey.id, nil])
        let event = try #require(try await enrolledUser.events(.passkeySuperseded).first)
        #expect(event.details["passkey"]?.stringValue == old.id.rawValue)
        #expect(event.details["superseded_by"]?.stringValue == enrolled.passkey.id.rawValue)
    }

    @Test func `a superseded passkey still signs in and stays in the signal`() async throws {
        let fixture = try SignInFixture()
        let testUser = TestUser(at: fixture, profile: Self.deviceBound)
        let user = try await testUser.signUp().user
        let enrolledUser = EnrolledUser(fixture: fixture, user: user, client: try fixture.client())
        let enrolled = try await enrolledUser.enroll(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        #expect(enrolled.signal.credentialIDs.count == 2)
        #expect(try await testUser.signIn().user.id == user.id)
    }

    @Test func `platform authenticators with an all-zero AAGUID count as one provider`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: .legacyDeviceBound)
        let device = SoftwareAuthenticator(profile: .iCloudKeychainZeroAAGUID)
        #expect(try await enrolledUser.enroll(with: device).superseded.count == 1)
    }

    @Test func `a superseded passkey is not superseded again`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: Self.deviceBound)
        try await enrolledUser.enroll(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        let again = try await enrolledUser.enroll(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        #expect(again.superseded.isEmpty)
    }

    @Test(arguments: Pair.unrelated)
    func `an unrelated passkey is not superseded`(_ pair: Pair) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: pair.old)
        #expect(try await enrolledUser.enroll(with: SoftwareAuthenticator(profile: pair.other)).superseded.isEmpty)
    }

    @Test func `a passkey of another relying party is not superseded`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: .iCloudKeychain)
        try await enrolledUser.insertDeviceBoundPasskey(1, relyingPartyID: "login.brand2.test")
        #expect(try await enrolledUser.enrollGoogle().superseded.isEmpty)
    }

    @Test func `a passkey of another user handle is not superseded`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: .iCloudKeychain)
        try await enrolledUser.insertDeviceBoundPasskey(1, isImported: true)
        #expect(try await enrolledUser.enrollGoogle().superseded.isEmpty)
        try await enrolledUser.insertDeviceBoundPasskey(2)
        #expect(try await enrolledUser.enrollGoogle().superseded.count == 1)
    }

    /// A first passkey and another.
    struct Pair: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: AuthenticatorProfile
        let other: AuthenticatorProfile

        static let unrelated = [
            Pair(
                testDescription: "another provider", old: deviceBound, other: .iCloudKeychain),
            Pair(
                testDescription: "the old one can be backed up", old: .googlePasswordManager,
                other: .googlePasswordManager),
            Pair(
                testDescription: "the other one is bound to its device too", old: deviceBound, other: deviceBound),
            Pair(
                testDescription: "a security key that names no provider",
                old: .legacyDeviceBound.with { $0.attachment = .crossPlatform }, other: .iCloudKeychainZeroAAGUID),
            Pair(
                testDescription: "a roaming authenticator that names no provider", old: .legacyDeviceBound,
                other: .iCloudKeychainZeroAAGUID.with { $0.attachment = .crossPlatform }),
        ]
    }
}

extension EnrolledUser {
    fileprivate func insertDeviceBoundPasskey(
        _ number: UInt8, relyingPartyID: String = SignInFixture.host, isImported: Bool = false
    ) async throws {
        let aaguid = try #require(AAGUID("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"))
        let handle = try #require(UserHandle([1, 2, 3]))
        try await insertPasskey(number, relyingPartyID: relyingPartyID) {
            $0.isBackupEligible = false
            $0.aaguid = aaguid
            if isImported { $0.handle = handle }
        }
    }

    fileprivate func enrollGoogle() async throws -> EnrolledPasskey {
        try await enroll(with: SoftwareAuthenticator(profile: .googlePasswordManager))
    }
}
