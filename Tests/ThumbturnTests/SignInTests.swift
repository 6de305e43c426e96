// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import SoftwareAuthenticator
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    @MainActor @Suite struct SignInTests {
        @Test func `a user signs up, and later signs in`() async throws {
            let app = TestApp()
            let signedUp = try await app.signUp()
            #expect(signedUp.user.email == app.email)
            #expect(signedUp.user.name == "Ada")
            #expect(!signedUp.usedAnotherDevice)
            try await app.run { await $0.signOut() }
            let signedIn = try await app.run { try await $0.signIn() }
            #expect(signedIn.user.id == signedUp.user.id)
            #expect(signedIn.credentialID == signedUp.credentialID)
        }

        @Test func `the device gets challenge, handle and relying party as bytes of the server's options`() async throws
        {
            let app = TestApp()
            try await app.signUp()
            let request = try #require(app.device.records.requests.first)
            #expect(request.challenge.count == 32)
            #expect(request.userID?.count == 32)
            #expect(request.relyingPartyID == SDKServer.relyingPartyID)
            #expect(request.name == app.email)
        }

        @Test func `a known identifier leads to a sign-in`() async throws {
            let app = TestApp()
            try await app.signUp()
            await #expect(throws: PasskeyError.accountExists) { try await app.signUp() }
            #expect(app.device.records.shownSheets == 1)
        }

        @Test func `without a passkey the silent sign-in shows nothing and returns nothing`() async throws {
            for report in [
                SimulatorState.NoPasskeyReport.canceled, .canceledWithReason, .notInteractive,
            ] {
                let app = TestApp()
                app.device.set { $0.noPasskeyReport = report }
                #expect(try await app.run { try await $0.signInIfAvailable() } == nil)
                #expect(app.device.records.shownSheets == 0)
            }
        }

        @Test func `with a passkey the silent sign-in signs in`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { await $0.signOut() }
            let result = try await app.run { try await $0.signInIfAvailable() }
            #expect(result?.user.email == app.email)
        }

        @Test func `a passkey from the suggestions of a field signs in`() async throws {
            let app = TestApp()
            try await app.signUp()
            app.device.set { $0.suggestion = .picks }
            var isPicked = false
            let result = try await app.run { try await $0.signInWithAutoFill { isPicked = true } }
            #expect(isPicked && result.user.email == app.email)
            #expect(app.device.records.shownSheets == 1)
        }

        @Test func `a sheet takes the place of a request for AutoFill, which is armed again`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let waiting = Task { try await client.signInWithAutoFill() }
                try await app.device.wait { $0.runningRequest == .autoFill }
                app.device.set { $0.person = .dismisses }
                await #expect(throws: PasskeyError.canceled) { try await client.signIn() }
                try await app.device.wait { $0.runningRequest == .autoFill }
                app.device.set { $0.suggestion = .picks }
                #expect(try await waiting.value.user.email == app.email)
            }
        }

        @Test func `AutoFill ends when the user signs in by the button`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let waiting = Task { try await client.signInWithAutoFill() }
                try await app.device.wait { $0.runningRequest == .autoFill }
                _ = try await client.signIn()
                await #expect(throws: PasskeyError.canceled) { try await waiting.value }
            }
        }

        @Test func `a canceled task closes the sheet`() async throws {
            let app = TestApp()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let task = Task { try await client.signUp(email: app.email) }
                try await app.device.wait { $0.records.shownSheets == 1 }
                task.cancel()
                await #expect(throws: PasskeyError.canceled) { try await task.value }
            }
            #expect(app.device.state.runningRequest == nil)
        }

        @Test func `a second sheet takes the place of the first`() async throws {
            let app = TestApp()
            try await app.signUp()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let first = Task { try await client.signIn() }
                try await app.device.wait { $0.runningRequest == .modal }
                let second = Task { try await client.signIn() }
                await #expect(throws: PasskeyError.canceled) { try await first.value }
                app.device.set { $0.person = .approves }
                #expect(try await second.value.user.email == app.email)
            }
        }

        @Test func `a security key signs up and in where the application allows it`() async throws {
            let app = TestApp()
            app.device.set { $0.means = .securityKey }
            try await app.run { client async throws in
                let user = NewUser(email: app.email)
                let result = try await client.signUp(user, allowsSecurityKeys: true)
                #expect(result.credentialID.map { [UInt8]($0).count } == 48)
                await client.signOut()
                _ = try await client.signIn(allowsSecurityKeys: true)
                let passkey = try #require(try await client.passkeys.list().first)
                #expect(passkey.transports == ["usb", "nfc"])
                #expect(!passkey.isSynced)
            }
        }

        @Test func `secrets of a passkey are the same at every sign-in, and stay on the device`() async throws {
            let app = TestApp()
            let salts = PasskeyExtensions.PRF(
                first: Data(repeating: 1, count: 32), second: Data(repeating: 2, count: 32))
            try await app.run { client async throws in
                let user = NewUser(email: app.email)
                let created = try await client.signUp(user, extensions: PasskeyExtensions(prf: salts))
                #expect(created.extensions.isPRFSupported == true)
                let first = try await client.signIn(extensions: PasskeyExtensions(prf: salts)).extensions.prf
                let second = try await client.signIn(extensions: PasskeyExtensions(prf: salts)).extensions.prf
                #expect(first != nil && first == second)
                #expect(first?.second != nil && first?.first != first?.second)
                let responses = app.transport.sent(to: "/oauth/token").compactMap { $0.json?["authn_response"] }
                #expect(responses.count == 3)
                for response in responses { #expect(response["clientExtensionResults"] == [:]) }
            }
        }

        @Test func `data is stored with a passkey, and read again`() async throws {
            let app = TestApp()
            let data = Data("a small secret".utf8)
            try await app.run { client async throws in
                let user = NewUser(email: app.email)
                let created = try await client.signUp(user, extensions: PasskeyExtensions(largeBlob: .supported))
                #expect(created.extensions.isLargeBlobSupported == true)
                let written = try await client.signIn(extensions: PasskeyExtensions(largeBlob: .write(data)))
                #expect(written.extensions.isLargeBlobWritten == true)
                let read = try await client.signIn(extensions: PasskeyExtensions(largeBlob: .read))
                #expect(read.extensions.largeBlob == data)
            }
        }
    }
}
