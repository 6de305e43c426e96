// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Passkeys that are superseded")
struct SupersessionTests {
    private static let deviceBound = AuthenticatorProfile.googlePasswordManager.with {
        $0.backupEligible = false
        $0.backedUp = false
    }

    @Test("one that can be backed up supersedes one of the same provider that is bound to its device")
    func upgrade() async throws {
        let resident = try await Resident.movedIn(at: try House(), profile: Self.deviceBound)
        let old = try #require(try await resident.passkeys().first)
        let enrolled = try await resident.enrol(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        #expect(enrolled.superseded == [old.id])
        #expect(try await resident.passkeys().map(\.supersededBy) == [enrolled.passkey.id, nil])
        let event = try #require(try await resident.events(.passkeySuperseded).first)
        #expect(event.details["passkey"]?.stringValue == old.id.rawValue)
        #expect(event.details["superseded_by"]?.stringValue == enrolled.passkey.id.rawValue)
    }

    @Test("what was superseded still opens the account, and is accepted by the signal")
    func staysUsable() async throws {
        let house = try House()
        let person = Person(at: house, profile: Self.deviceBound)
        let user = try await person.signUp().user
        let resident = Resident(house: house, user: user, client: try house.client())
        let enrolled = try await resident.enrol(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        #expect(enrolled.signal.credentialIDs.count == 2)
        #expect(try await person.signIn().user.id == user.id)
    }

    @Test("zeros for a provider are the platform's own between platform authenticators")
    func platformWithoutName() async throws {
        let resident = try await Resident.movedIn(at: try House(), profile: .legacyDeviceBound)
        let device = SoftwareAuthenticator(profile: .iCloudKeychainZeroAAGUID)
        #expect(try await resident.enrol(with: device).superseded.count == 1)
    }

    @Test("what was superseded once is not superseded again")
    func onlyOnce() async throws {
        let resident = try await Resident.movedIn(at: try House(), profile: Self.deviceBound)
        try await resident.enrol(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        let again = try await resident.enrol(with: SoftwareAuthenticator(profile: .googlePasswordManager))
        #expect(again.superseded.isEmpty)
    }

    @Test("nothing else is superseded", arguments: Pair.unrelated)
    func unrelated(_ pair: Pair) async throws {
        let resident = try await Resident.movedIn(at: try House(), profile: pair.old)
        #expect(try await resident.enrol(with: SoftwareAuthenticator(profile: pair.other)).superseded.isEmpty)
    }

    @Test("a passkey of another relying party is not superseded")
    func otherRelyingParty() async throws {
        let resident = try await Resident.movedIn(at: try House(), profile: .iCloudKeychain)
        try await resident.keepDeviceBound(1, relyingPartyID: "login.brand2.test")
        #expect(try await resident.enrolGoogle().superseded.isEmpty)
    }

    @Test("a passkey of another user handle is not superseded")
    func otherHandle() async throws {
        let resident = try await Resident.movedIn(at: try House(), profile: .iCloudKeychain)
        try await resident.keepDeviceBound(1, isImported: true)
        #expect(try await resident.enrolGoogle().superseded.isEmpty)
        try await resident.keepDeviceBound(2)
        #expect(try await resident.enrolGoogle().superseded.count == 1)
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

extension Resident {
    fileprivate func keepDeviceBound(
        _ number: UInt8, relyingPartyID: String = House.host, isImported: Bool = false
    ) async throws {
        let aaguid = try #require(AAGUID("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"))
        let handle = try #require(UserHandle([1, 2, 3]))
        try await keep(number, relyingPartyID: relyingPartyID) {
            $0.isBackupEligible = false
            $0.aaguid = aaguid
            if isImported { $0.handle = handle }
        }
    }

    fileprivate func enrolGoogle() async throws -> Enrolled {
        try await enrol(with: SoftwareAuthenticator(profile: .googlePasswordManager))
    }
}
