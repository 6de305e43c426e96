// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import ClientContract
import Foundation
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// The keys of devices at a real server.
    @MainActor @Suite struct DeviceKeyJourneyTests {
        @Test func `a key that was registered after a password leads to a passkey, which takes its place`() async throws
        {
            let app = TestApp("ios-device-keys")
            let email = app.email
            try await app.run { client async throws in
                let user = try await client.signUp(email: email, password: TestApp.password).user
                let key = try await client.deviceKeys.register(named: "Ada's phone", reason: "Use Face ID")
                #expect(try await client.deviceKeys.list().map(\.id) == [key.id])
                await client.signOut()
                #expect(try client.deviceKeys.registeredUser == user.id)
                #expect(try await client.deviceKeys.signIn(reason: "Sign in").user.id == user.id)
                #expect(try await client.renew().methods == ["pop"])
                await client.signOut()
                // A new key adds nothing to an account that has something older.
                await #expect(throws: PasskeyError.passkeyNeeded) {
                    try await client.deviceKeys.upgrade(reason: "Too early")
                }
                #expect(app.device.records.shownSheets == 0)
                await client.signOut()
                try SDKServer.settleDeviceKeys(of: user.id)
                let passkey = try await client.deviceKeys.upgrade(reason: "Replace Face ID")
                #expect(try await client.passkeys.list().map(\.id) == [passkey.id])
                await client.signOut()
                _ = try await client.signIn()
                try SDKServer.settlePasskeys()
                #expect(try await client.deviceKeys.list().map(\.replacedBy) == [passkey.id])
                #expect(try await client.deviceKeys.removeReplaced())
                #expect(try await client.deviceKeys.list().isEmpty && !client.deviceKeys.isRegistered)
                _ = try await client.renew()
            }
            #expect(app.device.records.evaluations.count == 4)
        }

        @Test func `a sign-up with a key proves its address, and the key signs in`() async throws {
            let app = TestApp("ios-device-keys") { $0.connection = "Proven" }
            let email = app.email
            try await app.run { client async throws in
                let new = NewUser(email: email, name: "Ada")
                let user = try await client.deviceKeys.signUp(new, named: "Phone", reason: "Use Face ID") { request in
                    let code = try await SDKServer.code(to: email)
                    return request.isRepeated ? code : SDKServer.other(than: code)
                }.user
                #expect(user.email == email && user.isEmailVerified)
                await client.signOut()
                #expect(try await client.deviceKeys.signIn(reason: "Sign in").user.id == user.id)
                let error = await #expect(throws: PasskeyError.self) { try await client.deviceKeys.remove() }
                #expect(error?.developerNote?.hasPrefix("sign-in.last-device-key") == true)
            }
            #expect(app.device.records.evaluations.count == 2)
        }

        @Test func `a key of RSA leads its user to a passkey`() async throws {
            let (app, pair) = (TestApp("ios-device-keys"), try #require(LegacyKeyPair()))
            let email = app.email
            try await app.run { client async throws in
                let user = try await client.signUp(email: email, password: TestApp.password).user
                let legacy = LegacyDeviceKey(user: user.id, publicKey: pair.publicKey) { pair.signature(for: $0) }
                // As an earlier version of the application has registered it.
                let signer = try LegacySigner(legacy)
                let body = DeviceKeyChallengeBody(client: client.context.client)
                let challenge = DeviceKeyChallenge(try await client.send(.deviceKeyChallenge(body)))
                let assertion = try await challenge.assertion(
                    of: user.id, signedBy: signer, withID: nil, in: client.context)
                let key = try await client.account(
                    .deviceKeyRegistration(
                        DeviceKeyCreateBody(
                            session: challenge.session, deviceName: "Old phone", publicKey: signer.publicKey,
                            assertion: assertion)))
                #expect(key.id == DeviceKeyID.text(for: user.id, publicKey: signer.publicKey))
                try SDKServer.settleDeviceKeys(of: user.id)
                await client.signOut()
                let passkey = try await client.deviceKeys.upgrade(legacy: legacy, reason: "Replace Touch ID")
                #expect(try await client.passkeys.list().map(\.id) == [passkey.id])
            }
        }

        @Test func `a key that was removed elsewhere signs nobody in`() async throws {
            let app = TestApp("ios-device-keys")
            let email = app.email
            try await app.run { client async throws in
                _ = try await client.signUp(email: email, password: TestApp.password)
                let key = try await client.deviceKeys.register(named: "Phone", reason: "Use Face ID")
                // From another device of the user, which has no key.
                let other = TestApp("ios-device-keys")
                try await other.run { other async throws in
                    _ = try await other.signIn(email: email, password: TestApp.password)
                    try await other.deviceKeys.remove(key)
                }
                await #expect(throws: PasskeyError.wrongDeviceKey) {
                    try await client.deviceKeys.signIn(reason: "Sign in")
                }
                #expect(client.deviceKeys.isRegistered)
                _ = try await client.signIn(email: email, password: TestApp.password)
                #expect(try await client.deviceKeys.removeReplaced())
                #expect(!client.deviceKeys.isRegistered)
            }
        }
    }
}
