// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// The user confirms an important step.
    @MainActor @Suite struct ConfirmationTests {
        @Test func `a user confirms with a passkey, and the session stays as it is`() async throws {
            let app = TestApp()
            let user = try await app.signUp().user
            try await app.waitForSynchronization()
            try await app.run { client async throws in
                let before = app.device.storedSession()
                let sheets = app.device.records.shownSheets
                let tokens = try await client.confirm()
                #expect(app.device.records.shownSheets == sheets + 1)
                let idToken = try #require(tokens.idToken)
                #expect(IDToken.claims(of: idToken, for: client.context)?["sub"] == .string(user.id))
                #expect(tokens.authenticatedAt != nil)
                #expect(tokens.methods.contains("user"))
                #expect(app.device.storedSession() == before)
                // No session of its own, which no client would end.
                let sent = app.transport.sent(to: "/oauth/token").last?.json?["scope"]?.stringValue
                #expect(sent?.contains("offline_access") == false)
                #expect(app.transport.sent(to: "/oauth/revoke").isEmpty)
                #expect(tokens.accessToken != (try await client.accessToken()))
            }
        }

        @Test func `somebody else's passkey confirms nothing, and changes nothing`() async throws {
            let device = AppleSimulator.withApp()
            let app = TestApp(on: device)
            let user = try await app.signUp().user
            try await app.waitForSynchronization()
            // The same keychain, but the passkey of another user.
            let others = AppleSimulator.withApp(keychain: device.keychain)
            try await TestApp("ios-verified", on: others).signUp()
            let next = TestApp(on: others)
            try await next.run { client async throws in
                let before = device.storedSession()
                #expect(before != nil)
                await #expect(throws: PasskeyError.wrongAccount) { try await client.confirm() }
                #expect(device.storedSession() == before)
                #expect(try await client.user() == user)
                #expect(try await !client.accessToken().isEmpty)
            }
        }

        @Test func `a sign-in that is recent enough is not asked for again`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let sheets = app.device.records.shownSheets
                let tokens = try await client.confirm(maxAge: 300)
                #expect(app.device.records.shownSheets == sheets)
                #expect(tokens.idToken != nil && tokens.authenticatedAt != nil)
                #expect(tokens.accessToken == (try await client.accessToken()))
            }
        }

        @Test func `a confirmation needs a user who is signed in`() async throws {
            let app = TestApp()
            await #expect(throws: PasskeyError.notSignedIn) { try await app.run { try await $0.confirm() } }
            #expect(app.device.records.shownSheets == 0)
        }

        @Test func `the tokens of a confirmation are bound to the session's key`() async throws {
            let app = TestApp("ios-bound") { $0.usesDPoP = true }
            try await app.signUp()
            let tokens = try await app.run { try await $0.confirm() }
            #expect(tokens.tokenType == "DPoP")
        }
    }
}
