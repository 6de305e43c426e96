// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import FoundationNetworking
import SoftwareAuthenticator
import TestSupport
import Testing

@testable import Thumbturn

extension SDKTests {
    /// Passkeys and saved passwords in one sheet, and the passkey that follows a password.
    @MainActor @Suite struct PasswordSheetTests {
        @Test func `one sheet offers passkeys and passwords, and a saved password signs in`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            app.save()
            app.device.set { $0.means = .savedPassword }
            let result = try await app.run { try await $0.signIn(offering: .passkeysAndPasswords) }
            #expect(result.user.email == app.email && result.credentialID == nil)
            #expect(app.device.records.requests.suffix(2).map(\.kind) == [.assertion, .password])
        }

        @Test func `one sheet offers passkeys and passwords, and a passkey signs in`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            app.save()
            let result = try await app.run { try await $0.signIn(offering: .passkeysAndPasswords) }
            #expect(result.user.email == app.email && result.credentialID != nil)
            #expect(app.transport.count(containing: TestApp.password) == 2)
        }

        @Test func `a sheet offers no passwords unless the application asks for them`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            app.device.set { $0.noPasskeyReport = .canceledWithReason }
            await #expect(throws: PasskeyError.noPasskeyHere) { try await app.run { try await $0.signIn() } }
            #expect(app.device.records.requests.last?.kind == .assertion)
        }

        @Test func `a saved password that is wrong names the user it was for`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save("an older one")
            await #expect(throws: PasskeyError.wrongPassword(username: app.email)) {
                try await app.run { try await $0.signIn(offering: .passkeysAndPasswords) }
            }
        }

        @Test func `a sheet with passwords that the user closes is canceled`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            app.device.set { $0.person = .dismisses }
            await #expect(throws: PasskeyError.canceled) {
                try await app.run { try await $0.signIn(offering: .passkeysAndPasswords) }
            }
        }

        @Test func `a canceled task closes the sheet with passwords`() async throws {
            let app = TestApp.withPasswords()
            app.save()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let task = Task { try await client.signIn(offering: .passkeysAndPasswords) }
                try await app.device.wait { $0.records.shownSheets == 1 }
                task.cancel()
                await #expect(throws: PasskeyError.canceled) { try await task.value }
            }
            #expect(app.device.state.runningRequest == nil)
        }

        @Test func `the silent sign-in shows a sheet for a saved password only where passwords are offered`()
            async throws
        {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            try await app.run { client async throws in
                #expect(try await client.signInIfAvailable(offering: .passkeysAndPasswords) == nil)
                app.save()
                #expect(try await client.signInIfAvailable() == nil)
                #expect(app.device.records.shownSheets == 0)
                let result = try await client.signInIfAvailable(offering: .passkeysAndPasswords)
                #expect(result?.user.email == app.email)
                #expect(app.device.records.shownSheets == 1)
            }
        }

        @Test func `a later sign-in with a password closes the sheet of an earlier one`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let sheet = Task { try await client.signIn(offering: .passkeysAndPasswords) }
                try await app.device.wait { $0.records.shownSheets == 1 }
                let result = try await client.signIn(email: app.email, password: TestApp.password)
                await #expect(throws: PasskeyError.canceled) { try await sheet.value }
                #expect(try await client.user() == result.user)
            }
        }

        @Test func `a second sheet takes the place of one with passwords`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let first = Task { try await client.signIn(offering: .passkeysAndPasswords) }
                try await app.device.wait { $0.runningRequest == .modal }
                let second = Task { try await client.signIn(offering: .passkeysAndPasswords) }
                await #expect(throws: PasskeyError.canceled) { try await first.value }
                app.device.set { $0.person = .approves }
                #expect(try await second.value.user.email == app.email)
            }
        }

        // MARK: The passkey that follows

        @Test func `after a saved password from the sheet, the account gets a passkey without asking`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            try await app.run { client async throws in
                let result = try await client.signIn(offering: .passkeysAndPasswords)
                #expect(result.newPasskey != nil && !result.suggestsPasskey)
                #expect(app.device.records.shownSheets == 1)
                #expect(try await client.passkeys.list().count == 1)
                #expect(try await client.signIn().credentialID == result.newPasskey?.credentialID)
            }
        }

        @Test func `after a password that the system filled in, the account gets a passkey without a sheet`()
            async throws
        {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            let result = try await app.signInWithFilledFields()
            #expect(result?.newPasskey?.isSynced == true)
            #expect(app.device.records.requests.last?.isConditional == true)
            #expect(app.device.records.shownSheets == 0)
        }

        @Test func `after a password that the user typed, the application may offer a passkey`() async throws {
            let app = TestApp.withPasswords()
            #expect(try await app.signUpWithPassword().suggestsPasskey)
            let result = try await app.run { try await $0.signIn(email: app.email, password: TestApp.password) }
            #expect(result.newPasskey == nil && result.suggestsPasskey)
            _ = try await app.run { try await $0.passkeys.add() }
            #expect(app.device.authenticator.credentials.count == 1)
        }

        @Test func `a system without conditional creation leaves the offer to the application`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            app.save()
            try await DeviceAbility.$missing.withValue([.conditionalRegistration]) {
                let result = try await app.signInWithFilledFields()
                #expect(result?.newPasskey == nil && result?.suggestsPasskey == true)
            }
            #expect(app.device.authenticator.credentials.isEmpty)
        }

        @Test func `nothing is made or offered in an account that has a passkey`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            app.save()
            let requests = app.device.records.requests.count
            let result = try #require(try await app.signInWithFilledFields())
            #expect(result.newPasskey == nil && !result.suggestsPasskey)
            #expect(app.device.records.requests.count == requests)
        }

        @Test func `a password signs in also where the passkeys can't be listed`() async throws {
            let device = AppleSimulator.withApp()
            let app = TestApp.withPasswords(on: device)
            try await app.signUpWithPassword()
            let offline = TestApp.withPasswords(
                on: device,
                transport: SocketTransport { $0.url?.path.hasPrefix("/me/") == true ? .lost : .arrives })
            let result = try await offline.run { try await $0.signIn(email: app.email, password: TestApp.password) }
            #expect(result.user.email == app.email)
            #expect(result.newPasskey == nil && !result.suggestsPasskey)
        }
    }
}
