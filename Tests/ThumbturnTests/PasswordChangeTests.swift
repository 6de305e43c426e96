// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// Another password, and what confirms it.
    @MainActor @Suite struct PasswordChangeTests {
        private static let new = "quite another 1 of them"

        @Test func `the current password changes the password, and the session goes on`() async throws {
            let app = TestApp.withPasswords()
            let user = try await app.signUpWithPassword().user
            try await app.run { client async throws in
                try await client.changePassword(current: TestApp.password, new: Self.new)
                #expect(app.device.records.shownSheets == 0)
                #expect(try await client.user() == user)
                #expect(try await client.renew().methods == ["pwd"])
            }
            #expect(try await !app.signsIn(with: TestApp.password))
            #expect(try await app.signsIn(with: Self.new))
        }

        @Test func `a wrong current password changes nothing`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            await #expect(throws: PasskeyError.wrongPassword(username: nil)) {
                try await app.run { try await $0.changePassword(current: "not that one", new: Self.new) }
            }
            #expect(try await app.signsIn(with: TestApp.password))
        }

        @Test func `a passkey confirms another password`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            try await app.run { client async throws in
                _ = try await client.signIn()
                let sheets = app.device.records.shownSheets
                try await client.changePassword(new: Self.new)
                #expect(app.device.records.shownSheets == sheets + 1)
                #expect(app.device.records.requests.last?.allowedIDs.count == 1)
                // A passkey has opened this session, so it goes on as it is.
                #expect(try await client.renew().methods.contains("pop"))
                #expect(app.transport.count(containing: Self.new) == 1)
            }
            #expect(try await app.signsIn(with: Self.new))
        }

        @Test func `a passkey sets the first password of an account`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUp()
            try SDKServer.settlePasskeys()
            try await app.run { try await $0.changePassword(new: Self.new) }
            #expect(try await app.signsIn(with: Self.new))
        }

        @Test func `in an account with a passkey, the session of a password needs it for another password`()
            async throws
        {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            try await app.run { client async throws in
                _ = try await client.signIn(email: app.email, password: TestApp.password)
                let sheets = app.device.records.shownSheets
                await #expect(throws: PasskeyError.passkeyNeeded) {
                    try await client.changePassword(current: TestApp.password, new: Self.new)
                }
                #expect(app.device.records.shownSheets == sheets)
                try await client.changePassword(new: Self.new)
                // The old password has opened this session: the new one has begun another.
                #expect(try await client.renew().methods == ["pwd"])
            }
            #expect(try await app.signsIn(with: Self.new))
        }

        @Test func `without a passkey that could confirm it, no password changes without the current one`() async throws
        {
            let app = TestApp.withPasswords()
            try await app.signUpWithPassword()
            await #expect(throws: PasskeyError.passkeyNeeded) {
                try await app.run { try await $0.changePassword(new: Self.new) }
            }
            #expect(app.device.records.shownSheets == 0)
        }

        @Test func `a passkey that the user does not use changes no password`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            try await app.run { client async throws in
                _ = try await client.signIn()
                app.device.set { $0.person = .dismisses }
                await #expect(throws: PasskeyError.canceled) { try await client.changePassword(new: Self.new) }
            }
            #expect(app.transport.count(containing: Self.new) == 0)
        }

        @Test func `a later request takes the place of a change, and the password stays`() async throws {
            let app = TestApp.withPasswords()
            try await app.signUpWithBoth()
            try await app.run { client async throws in
                _ = try await client.signIn()
                app.device.set { $0.person = .neverAnswers }
                let sheets = app.device.records.shownSheets
                let change = Task { try await client.changePassword(new: Self.new) }
                try await app.device.wait { $0.records.shownSheets == sheets + 1 }
                let signIn = Task { try await client.signIn() }
                await #expect(throws: PasskeyError.canceled) { try await change.value }
                app.device.set { $0.person = .approves }
                _ = try await signIn.value
            }
            #expect(app.transport.count(containing: Self.new) == 0)
        }

        @Test func `a change to a weak password is rejected with the rules`() async throws {
            let app = TestApp.withPasswords { $0.connection = TestApp.connectionWithRules }
            try await app.signUpWithPassword()
            let error = await #expect(throws: PasskeyError.self) {
                try await app.run { try await $0.changePassword(current: TestApp.password, new: "no number") }
            }
            guard case .weakPassword(let weakness)? = error else {
                Issue.record("\(error as Any)")
                return
            }
            #expect(weakness.unmetRules.map(\.code) == ["lengthAtLeast", "shouldContain", "numbers"])
        }

        @Test func `a password that the user has had before is told as one`() async throws {
            let app = TestApp.withPasswords { $0.connection = TestApp.connectionWithRules }
            try await app.signUpWithPassword()
            await #expect(throws: PasskeyError.weakPassword(WeakPassword(reason: .reused))) {
                try await app.run { try await $0.changePassword(current: TestApp.password, new: TestApp.password) }
            }
        }

        @Test func `a sign-out during a change stays a sign-out`() async throws {
            let gate = AsyncGate()
            let app = TestApp.withPasswords(
                transport: SocketTransport { request in
                    request.json?["new_password"] != nil ? .responseHeld(gate) : .arrives
                })
            try await app.signUpWithPassword()
            try await app.run { client async throws in
                let change = Task { try await client.changePassword(current: TestApp.password, new: Self.new) }
                #expect(await eventually { gate.arrivals > 0 })
                await client.signOut()
                gate.open()
                try await change.value
                #expect(try await client.user() == nil)
            }
            #expect(try await app.signsIn(with: Self.new))
        }

        @Test func `a change needs a user who is signed in`() async throws {
            let app = TestApp.withPasswords()
            await #expect(throws: PasskeyError.notSignedIn) {
                try await app.run { try await $0.changePassword(current: TestApp.password, new: Self.new) }
            }
        }
    }
}
