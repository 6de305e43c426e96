// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct ProfileTests {
    @Test(arguments: [
        ("icloud-keychain", "FBFC3007-154E-4ECC-8C0B-6E020557D7BD"),
        ("icloud-keychain-zero-aaguid", "00000000-0000-0000-0000-000000000000"),
        ("legacy-device-bound", "00000000-0000-0000-0000-000000000000"),
        ("google-password-manager", "EA9B8D66-4D01-1D21-3CE4-B6B48CB575D4"),
        ("windows-hello", "08987058-CADC-4B81-B6E1-30DE50DCBE96"),
        ("security-key", "7B1D0C52-9E64-4F0A-A358-2F96D140E83B"),
        ("enterprise-packed", "DD4EC289-E01D-41C9-BB89-70FA845D4BF2"),
    ])
    func `a named profile has its vendor's AAGUID`(name: String, aaguid: String) throws {
        #expect(try #require(AuthenticatorProfile.named(name)).aaguid.uuidString == aaguid)
    }

    @Test func `names are unique, and an unknown name has no profile`() {
        #expect(Set(AuthenticatorProfile.all.map(\.name)).count == AuthenticatorProfile.all.count)
        #expect(AuthenticatorProfile.named("example") == nil)
    }

    @Test(arguments: AuthenticatorProfile.all)
    func `a profile is encoded and decoded`(profile: AuthenticatorProfile) throws {
        let written = try JSONEncoder().encode(profile)
        #expect(try JSONDecoder().decode(AuthenticatorProfile.self, from: written) == profile)
    }

    @Test(arguments: AuthenticatorProfile.all)
    func `a response has its profile's flags, counter, transports and id length`(profile: AuthenticatorProfile) throws {
        let response = try SoftwareAuthenticator(profile: profile).register(Options.creation(algorithms: [-7, -257]))
        #expect((response.flags & 0x08 != 0) == profile.backupEligible)
        #expect((response.flags & 0x10 != 0) == profile.backedUp)
        #expect(response.signCount == (profile.counter == .incrementing ? 1 : 0))
        #expect(response.attestedID.count == profile.credentialIDLength)
        #expect(response.json["authenticatorAttachment"]?.stringValue == profile.attachment.rawValue)
        let transports = response.json["response"]?["transports"]?.arrayValue?.compactMap(\.stringValue)
        #expect(transports == profile.transports)
    }
}
