// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import ServerHarness
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// The behavior of Apple's systems, and what the SDK and the server make of it. docs/guides/ios.md has it as a
    /// table.
    @MainActor @Suite struct AppleFactsTests {
        // 1
        @Test func `a server that requires user verification asks for it, and accepts nothing less`() async throws {
            let app = TestApp("ios-verified")
            try await app.signUp()
            #expect(app.device.records.requests.first?.userVerification == "required")
            // A system that does not verify the user, although it was asked to: the server has to notice.
            app.device.set { $0.verifiesOwner = false }
            let signIn = await #expect(throws: PasskeyError.self) { try await app.run { try await $0.signIn() } }
            #expect(signIn?.serverCode == "authentication.user-verification-missing")
            let other = TestApp("ios-verified")
            other.device.set { $0.verifiesOwner = false }
            let signUp = await #expect(throws: PasskeyError.self) { try await other.signUp() }
            #expect(signUp?.serverCode == "registration.user-verification-missing")
        }

        @Test func `a server that prefers user verification accepts a user who is only present`() async throws {
            let weak = AppleSimulator.withApp(profile: .iCloudKeychain.with { $0.canVerifyUser = false })
            let app = TestApp(on: weak)
            try await app.signUp()
            #expect(weak.records.requests.first?.userVerification == "preferred")
        }

        // 2
        @Test func `a conditional registration has neither presence nor verification, and is accepted`() async throws {
            let app = TestApp()
            app.device.set { $0.means = .securityKey }
            try await app.run { client async throws in
                _ = try await client.signUp(NewUser(email: app.email), allowsSecurityKeys: true)
                let sheets = app.device.records.shownSheets
                app.device.set { $0.passwordWasJustFilled = true }
                #expect(await client.upgradeToPasskey())
                #expect(app.device.records.shownSheets == sheets)
                #expect(app.device.records.requests.last?.isConditional == true)
                #expect(try await client.passkeys.list().count == 2)
                // The first sign-in with it needs a present user, as any other.
                app.device.set { $0.means = .thisDevice }
                #expect(try await client.signIn().user.email == app.email)
            }
        }

        // 3
        @Test func `an upgrade that the system does not make is no error`() async throws {
            let app = TestApp()
            #expect(try await app.run { await $0.upgradeToPasskey() } == false)
            try await app.signUp()
            #expect(try await app.run { await $0.upgradeToPasskey() } == false)
            let old = TestApp()
            try await old.signUp()
            old.device.set { $0.passwordWasJustFilled = true }
            let isUpgraded = try await DeviceAbility.$missing.withValue([.conditionalRegistration]) {
                try await old.run { await $0.upgradeToPasskey() }
            }
            #expect(!isUpgraded)
        }

        // 4
        @Test func `a device without a passcode can't create a passkey`() async throws {
            let app = TestApp()
            app.device.set { $0.hasPasscode = false }
            await #expect(throws: PasskeyError.deviceCannotCreate(reason: nil)) { try await app.signUp() }
        }

        // 5
        @Test func `a device that has a passkey of the account does not replace it`() async throws {
            for report in [SimulatorState.ExclusionReport.matchedExcludedCredential, .webKit] {
                let app = TestApp()
                app.device.set { $0.exclusionReport = report }
                try await app.signUp()
                await #expect(throws: PasskeyError.alreadyRegistered) {
                    try await app.run { try await $0.passkeys.add() }
                }
                #expect(app.device.authenticator.credentials.count == 1)
                #expect(try await app.run { try await $0.passkeys.list().count } == 1)
            }
        }

        // 6
        @Test func `a credential from before passkeys is replaced by one with the same handle`() async throws {
            let app = TestApp(on: .withApp(profile: .legacyDeviceBound))
            try await app.signUp()
            let old = try #require(app.device.authenticator.credentials.first)
            let updated = try AppleSimulator(updating: app.device, to: .iCloudKeychain)
            let next = TestApp(on: updated)
            try await next.run { client async throws in
                #expect(updated.authenticator.credentials.map(\.id) == [old.id])
                // Were it excluded, the system would turn the registration down.
                #expect(try await client.passkeys.add().isSynced)
                // The system has replaced it, because the handle is the same.
                let new = try #require(updated.authenticator.credentials.first)
                #expect(updated.authenticator.credentials.count == 1 && new.id != old.id)
                #expect(updated.records.requests.last?.userID == app.device.records.requests.first?.userID)
                await client.signOut()
                #expect(try await client.signIn().credentialID == Data(new.id))
            }
        }

        // 7
        @Test func `after a sign-in the device learns which passkeys the account has`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.addSecurityKey()
            let passkey = try await app.ownPasskey()
            try await app.run { client async throws in
                // The passkey was removed elsewhere, and the device has not heard of it.
                app.device.set { $0.acceptsSignals = false }
                try await client.passkeys.remove(passkey)
                app.device.set { $0.acceptsSignals = true }
                #expect(app.device.authenticator.credentials.count == 1)
                app.device.set { $0.means = .securityKey }
                _ = try await client.signIn(allowsSecurityKeys: true)
                try await app.device.wait { _ in app.device.authenticator.credentials.isEmpty }
            }
        }

        @Test func `a passkey that the server has removed disappears from the device when it is used`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.addSecurityKey()
            let passkey = try await app.ownPasskey()
            try await app.run { client async throws in
                app.device.set { $0.acceptsSignals = false }
                try await client.passkeys.remove(passkey)
                app.device.set { $0.acceptsSignals = true }
                #expect(app.device.authenticator.credentials.count == 1)
                await #expect(throws: PasskeyError.noPasskeyHere) { try await client.signIn() }
            }
            #expect(app.device.authenticator.credentials.isEmpty)
        }

        // 8
        @Test func `after a sign-in with another device a passkey can be added here`() async throws {
            let app = TestApp()
            app.device.set { $0.means = .anotherDevice }
            try await app.run { client async throws in
                #expect(try await client.signUp(email: app.email).usedAnotherDevice)
                #expect(try await client.signIn().usedAnotherDevice)
                app.device.set { $0.means = .thisDevice }
                try await client.passkeys.add()
                #expect(try await !client.signIn().usedAnotherDevice)
                let (_, options) = try await client.beginSignIn()
                #expect((options.timeout ?? 0) >= 300_000)
            }
        }

        // 10
        @Test func `a synchronized passkey is listed as one, and one of a device is not`() async throws {
            for (profile, isSynced) in [(AuthenticatorProfile.iCloudKeychain, true), (.legacyDeviceBound, false)] {
                let app = TestApp(on: .withApp(profile: profile))
                try await app.signUp()
                let passkey = try #require(try await app.run { try await $0.passkeys.list().first })
                #expect(passkey.isSynced == isSynced && passkey.isBackedUp == isSynced)
            }
        }

        // 11, 12
        @Test(arguments: [
            AuthenticatorProfile.iCloudKeychain, .iCloudKeychainZeroAAGUID, .legacyDeviceBound, .googlePasswordManager,
        ])
        func `a passkey signs in again and again, with a counter or without, with a model or without`(
            of profile: AuthenticatorProfile
        ) async throws {
            let app = TestApp(on: .withApp(profile: profile))
            try await app.signUp()
            for _ in 1...3 { _ = try await app.run { try await $0.signIn() } }
        }

        // 13, 14
        @Test(arguments: [AuthenticatorProfile.iCloudKeychain, .enterprisePacked])
        func `attestation that was asked for and is not given does not keep a user out`(
            by profile: AuthenticatorProfile
        ) async throws {
            let app = TestApp("ios-attested", on: .withApp(profile: profile))
            try await app.signUp()
            #expect(app.device.records.requests.first?.attestation == "direct")
        }

        // 14
        @Test func `a managed device attests where the client asks for its organization's attestation`() async throws {
            let app = TestApp("ios-managed", on: .withApp(profile: .enterprisePacked))
            try await app.signUp()
            #expect(app.device.records.requests.first?.attestation == "enterprise")
            let response = app.transport.sent(to: "/oauth/token").first?.json?["authn_response"]?["response"]
            let text = try #require(response?["attestationObject"]?.stringValue)
            let object = try #require(Base64URL.decode(text))
            #expect(String(decoding: object, as: UTF8.self).contains("packed"))
            _ = try await app.run { try await $0.signIn() }
        }

        // 15
        @Test func `the origin of an application is that of the relying party`() async throws {
            let app = TestApp()
            try await app.signUp()
            let response = app.transport.sent(to: "/oauth/token").first?.json?["authn_response"]?["response"]
            let bytes = try #require(response?["clientDataJSON"]?.stringValue.flatMap { Base64URL.decode($0) })
            #expect(try JSONReader.read(bytes)["origin"] == "https://example.test")
        }

        // 16
        @Test func `options without the platform's algorithm are turned down before a passkey is made`() {
            var options = CreationOptions(
                relyingPartyID: "example.test", relyingPartyName: "Example",
                user: .init(id: UserHandle(uncheckedBytes: [1]), name: "ada", displayName: "Ada"),
                challenge: Challenge(uncheckedBytes: [1]))
            options.algorithms = [.rs256]
            #expect(CeremonyRequests.registration(options, of: "example.test", in: .device) == nil)
            options.algorithms = [.rs256, .es256]
            #expect(CeremonyRequests.registration(options, of: "example.test", in: .device) != nil)
        }

        // 17
        @Test func `the server has the association file, without a redirect`() throws {
            let path = "/.well-known/apple-app-site-association"
            let response = try SDKServer.send(WireRequest("GET", path: path))
            #expect(response.status == 200)
            #expect(response.header("Content-Type") == "application/json")
            let apps = response.json?["webcredentials"]?["apps"]?.arrayValue
            #expect(apps?.contains(.string("\(SDKServer.team).\(SDKServer.bundle)")) == true)
        }

        // 18
        @Test func `an account is created with what the system's form returns`() async throws {
            let app = TestApp()
            app.device.set { $0.contact.email = app.email }
            try await app.run { client async throws in
                let result = try await client.createAccount(asking: [.email])
                #expect(result.user.email == app.email)
                #expect(!result.user.isEmailVerified)
                #expect(result.user.givenName == "Anne")
                #expect(try await client.signIn().user.id == result.user.id)
            }
        }

        @Test func `an account that exists is not created again, and the passkey of the attempt disappears`()
            async throws
        {
            let first = TestApp()
            try await first.signUp()
            let app = TestApp()
            app.device.set { $0.contact.email = first.email }
            await #expect(throws: PasskeyError.accountExists) {
                try await app.run { try await $0.createAccount() }
            }
            #expect(app.device.authenticator.credentials.isEmpty)
        }

        // 19
        @Test func `without a password manager the device can't create a passkey, and says why`() async throws {
            let app = TestApp()
            app.device.set { $0.isKeychainOn = false }
            let error = await #expect(throws: PasskeyError.self) { try await app.signUp() }
            guard case .deviceCannotCreate(let reason?)? = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(reason.contains("iCloud Keychain"))
        }

        // 20
        @Test func `two accounts of one person on a device are two`() async throws {
            let device = AppleSimulator.withApp()
            let (first, second) = (TestApp(on: device), TestApp(on: device))
            let users = [try await first.signUp().user.id, try await second.signUp().user.id]
            #expect(Set(users).count == 2)
            #expect(device.authenticator.credentials.count == 2)
        }

        @Test func `a security key without a PIN is told from other failures`() async throws {
            let app = TestApp()
            try await app.signUp()
            app.device.set {
                $0.means = .securityKey
                $0.securityKeyHasPIN = false
            }
            await #expect(throws: PasskeyError.securityKeyNeedsPIN) {
                try await app.run { try await $0.passkeys.add(to: .securityKey) }
            }
        }
    }
}

extension PasskeyError {
    fileprivate var serverCode: String? {
        if case .server(let code, _, _) = self { code } else { nil }
    }
}
