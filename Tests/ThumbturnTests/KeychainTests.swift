// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import CryptoKit
import Foundation
import POSIX
import Security
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// The items that the keychain has, or can't have.
    @MainActor @Suite struct KeychainTests {
        @Test func `a sign-in that can't be stored says so, and the log says why`() async throws {
            let app = TestApp()
            let lines = Locked<[String]>([])
            let write: @Sendable (String) -> Void = { line in lines.withLock { $0.append(line) } }
            try await SessionLog.$write.withValue(write) {
                try await app.run { client async throws in
                    app.device.keychain.failure = errSecMissingEntitlement
                    let failure = PasskeyError.keychain(status: errSecMissingEntitlement)
                    await #expect(throws: failure) { try await client.signUp(email: app.email) }
                    app.device.keychain.failure = nil
                    #expect(try await client.user() == nil)
                }
            }
            #expect(lines.withLock { $0 }.contains { $0.contains("-34018") && $0.contains("access group") })
        }

        @Test func `a session that is lost for want of a place is ended on the server`() async throws {
            let app = TestApp()
            try await app.run { client async throws in
                app.device.keychain.failure = errSecMissingEntitlement
                _ = try? await client.signUp(email: app.email)
                #expect(await eventually { app.transport.sent(to: "/oauth/revoke").count == 1 })
            }
        }

        @Test func `a sign-out of one process reaches the other at its next call, and its observers`() async throws {
            let app = TestApp()
            let user = try await app.signUp().user
            try await app.waitForSynchronization()
            let other = TestApp(on: app.device)
            try await app.run { client async throws in
                var states = other.client.sessionStates.makeAsyncIterator()
                #expect(await states.next() == .signedIn(user))
                #expect(try await !other.client.accessToken().isEmpty)
                await client.signOut()
                // The other process has a token that is still valid.
                await #expect(throws: PasskeyError.notSignedIn) { try await other.client.accessToken() }
                #expect(try await other.client.user() == nil)
                #expect(await states.next() == .signedOut(.signedOut))
            }
        }

        @Test func `another user's sign-in in one process reaches the other`() async throws {
            let app = TestApp()
            try await app.signUp()
            let other = TestApp(on: app.device)
            try await app.run { client async throws in
                #expect(try await other.client.user()?.email == app.email)
                let user = try await client.signUp(email: other.email).user
                #expect(try await other.client.user() == user)
            }
        }

        @Test func `the states begin with the unlock of the device, although nobody calls`() async throws {
            let app = TestApp()
            let user = try await app.signUp().user
            let next = TestApp(on: app.device)
            try await next.run { client async throws in
                app.device.keychain.lockState = .beforeFirstUnlock
                let states = client.sessionStates
                await #expect(throws: PasskeyError.self) { try await client.user() }
                app.device.keychain.lockState = .unlocked
                var iterator = states.makeAsyncIterator()
                #expect(await iterator.next() == .signedIn(user))
            }
        }

        @Test func `the key of bound tokens is made in the Secure Enclave, and never stored`() async throws {
            let app = TestApp("ios-bound") { $0.usesDPoP = true }
            try await app.signUp()
            let stored = app.device.storedSession(of: "ios-bound")
            #expect(stored?["enclave_key"] != nil && stored?["key"] == nil)
            // On another device, what was stored is worth nothing.
            let copied = TestApp("ios-bound", on: .withApp(keychain: app.device.keychain)) { $0.usesDPoP = true }
            await #expect(throws: PasskeyError.self) { try await copied.run { try await $0.renew() } }
        }

        @Test func `where there is no Secure Enclave the key is in the keychain, and stays valid when there is one`()
            async throws
        {
            let old = TestApp("ios-bound", on: .withApp(enclave: nil)) { $0.usesDPoP = true }
            try await old.signUp()
            #expect(old.device.storedSession(of: "ios-bound")?["key"] != nil)
            let new = TestApp("ios-bound", on: .withApp(keychain: old.device.keychain)) { $0.usesDPoP = true }
            try await new.run { client async throws in
                _ = try await client.renew()
                #expect(try await client.passkeys.list().count == 1)
            }
            #expect(new.device.storedSession(of: "ios-bound")?["key"] != nil)
        }

        @Test func `the gate closes when the application goes to the background`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let center = NotificationCenter()
            let app = BackgroundNotice.$center.withValue(center) {
                TestApp(on: device) { $0.gate = BiometricGate(reason: "Open your notes") }
            }
            try await app.run { client async throws in
                _ = try await client.accessToken()
                _ = try await client.accessToken()
                #expect(device.records.evaluations.count == 1)
                center.post(name: BackgroundNotice.simulated, object: nil)
                #expect(
                    try await eventually {
                        _ = try await client.accessToken()
                        return device.records.evaluations.count == 2
                    })
            }
        }
    }
}
