// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

struct PasskeyManagementTests {
    @Test func `the list has the account and its passkeys, oldest first`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        enrolledUser.fixture.clock.advance(seconds: 10)
        let second = try await enrolledUser.enroll().passkey
        let list = try await enrolledUser.list()
        #expect(list.user.id == enrolledUser.user.id)
        #expect(list.passkeys.count == 2)
        #expect(list.passkeys.last == second)
    }

    @Test func `a host that is not served has no list`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture()).with {
            $0.host = "login.brand2.test"
        }
        #expect(await code { try await enrolledUser.list() } == "sign-in.ceremony.binding-mismatch")
    }

    @Test func `only the owner can find, rename or remove a passkey`() async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let neighbor = try await EnrolledUser.signedUp(at: fixture, address: "neighbor@example.org")
        let passkey = try #require(try await enrolledUser.passkeys().first)
        #expect(try await enrolledUser.management.find(passkey.id, of: enrolledUser.owner) == passkey)
        let find = { try await neighbor.management.find(passkey.id, of: neighbor.owner) }
        #expect(await code(find) == "sign-in.passkey-unknown")
        #expect(await code { try await neighbor.rename(passkey.id, to: "Mine") } == "sign-in.passkey-unknown")
        #expect(await code { try await neighbor.remove(passkey.id) } == "sign-in.passkey-unknown")
        #expect(try await enrolledUser.passkeys() == [passkey])
    }

    @Test(arguments: [true, false])
    func `a user who is blocked or removed can't manage passkeys`(_ isBlocked: Bool) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let passkey = try await enrolledUser.enroll().passkey
        if isBlocked { try await enrolledUser.change(.blocked(true)) } else { try await enrolledUser.removeAccount() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await enrolledUser.list() } == expected)
        #expect(await code { try await enrolledUser.management.find(passkey.id, of: enrolledUser.owner) } == expected)
        #expect(await code { try await enrolledUser.rename(passkey.id, to: "Mine") } == expected)
        #expect(await code { try await enrolledUser.remove(passkey.id) } == expected)
    }

    // MARK: Names

    @Test func `a name is stored without surrounding whitespace, and the change is recorded`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let id = try #require(try await enrolledUser.passkeys().first).id
        #expect(try await enrolledUser.rename(id, to: " \u{2003}Zoës  Schlüssel 🔑\n").name == "Zoës  Schlüssel 🔑")
        #expect(try await enrolledUser.passkeys().map(\.name) == ["Zoës  Schlüssel 🔑"])
        let event = try #require(try await enrolledUser.events(.passkeyRenamed).first)
        #expect(event.details == ["passkey": .string(id.rawValue)])
        #expect(event.address == "192.0.2.1")
    }

    @Test(arguments: [nil, "", " \t\u{A0}"])
    func `an empty name removes the name`(_ nothing: String?) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let id = try #require(try await enrolledUser.passkeys().first).id
        _ = try await enrolledUser.rename(id, to: "Mine")
        #expect(try await enrolledUser.rename(id, to: nothing).name == nil)
    }

    @Test func `a name has at most a hundred characters`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let id = try #require(try await enrolledUser.passkeys().first).id
        let longest = String(repeating: "ä", count: 100)
        #expect(try await enrolledUser.rename(id, to: longest).name == longest)
        #expect(await code { try await enrolledUser.rename(id, to: longest + "b") } == "sign-in.passkey-name.too-long")
        let heap = "a" + String(repeating: "\u{301}", count: 100)
        #expect(await code { try await enrolledUser.rename(id, to: heap) } == "sign-in.passkey-name.too-long")
    }

    @Test(arguments: ["\0", "\n", "\u{1B}", "\u{85}", "\u{2028}", "\u{2029}"])
    func `a name has one line and no control characters`(_ character: String) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let id = try #require(try await enrolledUser.passkeys().first).id
        let code = await code { try await enrolledUser.rename(id, to: "a\(character)b") }
        #expect(code == "sign-in.passkey-name.control-character")
    }

    @Test(arguments: ["\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}"])
    func `a name can't change the text direction`(_ character: String) async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let id = try #require(try await enrolledUser.passkeys().first).id
        let code = await code { try await enrolledUser.rename(id, to: "a\(character)b") }
        #expect(code == "sign-in.passkey-name.direction-override")
    }

    @Test func `a revoked token can't list, rename or remove passkeys`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        try await enrolledUser.enroll()
        let passkeys = try await enrolledUser.passkeys()
        try await enrolledUser.change(.newTokenGeneration)
        #expect(await code { try await enrolledUser.list() } == "sign-in.token-revoked")
        #expect(await code { try await enrolledUser.rename(passkeys[0].id, to: "Mine") } == "sign-in.token-revoked")
        #expect(await code { try await enrolledUser.remove(passkeys[0].id) } == "sign-in.token-revoked")
        #expect(try await enrolledUser.passkeys() == passkeys)
    }

    // MARK: Removal

    @Test func `a removed passkey can't sign in, and its removal is recorded`() async throws {
        let fixture = try SignInFixture()
        let enrolledUser = try await EnrolledUser.signedUp(at: fixture)
        let other = TestUser(at: fixture)
        let passkey = try await enrolledUser.enroll(with: other.device).passkey
        _ = try await enrolledUser.remove(passkey.id)
        #expect(try await enrolledUser.passkeys().count == 1)
        #expect(await code { try await other.signIn() } == "sign-in.credential-unknown")
        let event = try #require(try await enrolledUser.events(.passkeyRemoved).first)
        #expect(event.details == ["passkey": .string(passkey.id.rawValue), "families": 0])
    }

    @Test func `a known credential is never reported as unknown, however its use fails`() async throws {
        let fixture = try SignInFixture()
        let testUser = TestUser(at: fixture)
        let enrolledUser = EnrolledUser(
            fixture: fixture, user: try await testUser.signUp().user, client: try fixture.client())
        let tampered = testUser.with { $0.mutation = .flipSignatureBit }
        #expect(await code { try await tampered.signIn() } == "authentication.signature-invalid")
        try await enrolledUser.change(.blocked(true))
        #expect(await code { try await testUser.signIn() } == "sign-in.account-blocked")
    }

    @Test func `the last passkey can't be removed`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let id = try #require(try await enrolledUser.passkeys().first).id
        #expect(await code { try await enrolledUser.remove(id) } == "sign-in.last-credential")
        #expect(try await enrolledUser.passkeys().count == 1)
        #expect(try await enrolledUser.events(.passkeyRemoved).isEmpty)
    }

    @Test func `a superseded passkey counts as another passkey`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture(), profile: .legacyDeviceBound)
        let enrolled = try await enrolledUser.enroll(with: SoftwareAuthenticator(profile: .iCloudKeychainZeroAAGUID))
        #expect(enrolled.superseded.count == 1)
        #expect(await code { try await enrolledUser.remove(enrolled.passkey.id) } == "done")
    }

    @Test func `one of two concurrent removals of the last two passkeys is rejected`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        try await enrolledUser.enroll()
        let ids = try await enrolledUser.passkeys().map(\.id)
        let codes = await codes { try await enrolledUser.remove(ids[$0 % 2]) }
        #expect(codes.filter { $0 == "done" }.count == 1)
        // The removal revokes the tokens of the others.
        #expect(
            Set(codes).subtracting([
                "done", "sign-in.last-credential", "sign-in.last-settled-passkey", "sign-in.token-revoked",
            ]).isEmpty)
        #expect(try await enrolledUser.passkeys().count == 1)
    }
}

struct PasskeySignalTests {
    @Test func `a list's signal has the account's names and every credential of the relying party`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let second = try await enrolledUser.enroll().passkey
        try await enrolledUser.insertPasskey(1, relyingPartyID: "login.brand2.test")
        let handle = try #require(UserHandle([1, 2, 3]))
        let imported = try await enrolledUser.insertPasskey(2) { $0.handle = handle }
        let first = try #require(try await enrolledUser.passkeys().first)
        let signal = try await enrolledUser.list().signal
        #expect(
            signal.credentialIDs
                == [first.origin.credentialID, second.origin.credentialID, imported.origin.credentialID])
        #expect(signal.relyingPartyID == "login.example.org")
        #expect(signal.userHandle == enrolledUser.user.handle)
        #expect(signal.name == "somebody@example.org")
        #expect(signal.displayName == "Somebody")
        #expect(signal.unknownCredential == nil)
    }

    @Test func `a removal's signal names the unknown credential and keeps the others`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let first = try #require(try await enrolledUser.passkeys().first)
        let second = try await enrolledUser.enroll().passkey
        enrolledUser.fixture.clock.advance(seconds: 72 * 3600)
        let signal = try await enrolledUser.remove(first.id)
        #expect(signal.credentialIDs == [second.origin.credentialID])
        #expect(
            signal.unknownCredential
                == PasskeySignal.UnknownCredential(
                    relyingPartyID: "login.example.org", credentialID: first.origin.credentialID))
    }

    @Test func `a signal about an imported passkey has its own user handle and relying party`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let handle = try #require(UserHandle([1, 2, 3]))
        let imported = try await enrolledUser.insertPasskey(2, relyingPartyID: "login.brand2.test") {
            $0.handle = handle
        }
        let signal = try await enrolledUser.renameForSignal(imported.id, to: "Old")
        #expect(signal.userHandle == handle)
        #expect(signal.relyingPartyID == "login.brand2.test")
        #expect(signal.credentialIDs == [imported.origin.credentialID])
        #expect(signal.unknownCredential == nil)
    }

    @Test func `an enrollment's signal has the new credential and the names in its options`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let started = try await enrolledUser.begin()
        let enrolled = try await enrolledUser.finish(
            try enrolledUser.submission(for: started, with: SoftwareAuthenticator()))
        #expect(enrolled.signal.credentialIDs.last == enrolled.passkey.origin.credentialID)
        #expect(enrolled.signal.credentialIDs.count == 2)
        #expect(enrolled.signal.name == started.options.user.name)
        #expect(enrolled.signal.displayName == started.options.user.displayName)
        #expect(enrolled.signal.userHandle == started.options.user.id)
    }

    @Test func `a device that gets the signal forgets the removed passkey and keeps the others`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        let device = SoftwareAuthenticator(profile: .iCloudKeychain.with { $0.oneCredentialPerUser = false })
        let kept = try await enrolledUser.enroll(with: device).passkey
        let removed = try await enrolledUser.enroll(with: device).passkey
        let signal = try await enrolledUser.remove(removed.id)
        device.keepOnly(
            signal.credentialIDs.map(\.bytes), relyingPartyID: signal.relyingPartyID,
            userHandle: signal.userHandle.bytes)
        #expect(device.credentials.map(\.id) == [kept.origin.credentialID.bytes])
    }
}

extension EnrolledUser {
    fileprivate func list() async throws -> PasskeyList {
        try await management.list(of: owner, in: fixture.configuration)
    }

    fileprivate func rename(_ id: PasskeyID, to name: String?) async throws -> Passkey {
        try await management.rename(id, to: name, of: owner, in: fixture.configuration).passkey
    }

    fileprivate func renameForSignal(_ id: PasskeyID, to name: String?) async throws -> PasskeySignal {
        try await management.rename(id, to: name, of: owner, in: fixture.configuration).signal
    }

    fileprivate func remove(_ id: PasskeyID) async throws -> PasskeySignal {
        try await management.remove(id, of: owner, in: fixture.configuration)
    }
}
