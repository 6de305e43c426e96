// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import CryptoKit
import Foundation
import Security
import TestLimits
import Testing
import Thumbturn

/// The tests of an application's model with device keys, as its developer writes them. On Apple's systems they need no
/// curve to be set.
@MainActor @Suite(.turnLimit)
struct FakeDeviceKeysTests {
    let ada = User(id: "1", email: "ada@example.org", name: "Ada")

    private func withCurve(_ body: @MainActor () async throws -> Void) async rethrows {
        try await CryptoKitDouble.$curve.withValue(OpenSSLCurve()) { try await body() }
    }

    @Test func `a model registers a key, signs in with it, and removes it`() async throws {
        try await withCurve {
            let fake = FakePasskeys(user: ada, isSignedIn: true)
            let keys = fake.client.deviceKeys
            #expect(!keys.isRegistered)
            let key = try await keys.register(named: "Ada's iPhone", reason: "Use Face ID")
            #expect(fake.deviceKeys.map(\.id) == [key.id] && fake.deviceKeys.first?.name == "Ada's iPhone")
            await fake.client.signOut()
            #expect(try keys.registeredUser == "1")
            let result = try await keys.signIn(reason: "Sign in")
            #expect(result.user.id == "1" && !result.suggestsPasskey)
            #expect(fake.deviceKeys.first?.lastUsedAt != nil)
            #expect(try await keys.list().map(\.isOnThisDevice) == [true])
            try await keys.remove()
            #expect(fake.deviceKeys.isEmpty && !keys.isRegistered)
        }
    }

    @Test func `a passkey takes the place of the key that has added it after three days`() async throws {
        try await withCurve {
            let fake = FakePasskeys()
            let keys = fake.client.deviceKeys
            let result = try await keys.signUp(
                NewUser(email: "ada@example.org"), named: "Phone", reason: "Use Face ID")
            #expect(result.suggestsPasskey && fake.passkeys.isEmpty)
            let error = await #expect(throws: PasskeyError.self) { try await keys.remove() }
            #expect(error?.developerNote?.hasPrefix("sign-in.last-device-key") == true)
            let passkey = try await keys.upgrade(reason: "Replace Face ID")
            #expect(fake.passkeys.map(\.id) == [passkey.id])
            #expect(try await !keys.removeReplaced())
            fake.settlePasskeys()
            #expect(fake.deviceKeys.map(\.replacedBy) == [passkey.id])
            #expect(try await !keys.removeReplaced())
            _ = try await fake.client.signIn()
            #expect(try await keys.removeReplaced())
            #expect(fake.deviceKeys.isEmpty && !keys.isRegistered)
        }
    }

    @Test func `a passkey that was added otherwise replaces no key`() async throws {
        try await withCurve {
            let fake = FakePasskeys(user: ada, isSignedIn: true)
            try await fake.client.deviceKeys.register(named: "Phone", reason: "Use Face ID")
            _ = try await fake.client.signIn()
            try await fake.client.passkeys.add()
            fake.settlePasskeys()
            #expect(fake.deviceKeys.map(\.replacedBy) == [nil])
        }
    }

    @Test func `a sign-up with a key proves its address`() async throws {
        try await withCurve {
            let fake = FakePasskeys()
            fake.verifyNewUsers()
            var codes = ["000000", FakePasskeys.code]
            let result = try await fake.client.deviceKeys.signUp(
                NewUser(email: "ada@example.org"), named: "Phone", reason: "Use Face ID"
            ) { _ in codes.removeFirst() }
            #expect(result.user.isEmailVerified && fake.deviceKeys.count == 1)
            #expect(try fake.client.deviceKeys.registeredUser == result.user.id)
        }
    }

    @Test func `a key that is not the account's is wrong`() async throws {
        try await withCurve {
            let fake = FakePasskeys(user: ada, isSignedIn: true)
            try await fake.client.deviceKeys.register(named: "Phone", reason: "Use Face ID")
            let list = try await fake.client.deviceKeys.list()
            fake.fail(with: .wrongDeviceKey)
            await #expect(throws: PasskeyError.wrongDeviceKey) { try await fake.client.deviceKeys.signIn(reason: "In") }
            try await fake.client.deviceKeys.remove(try #require(list.first))
            await #expect(throws: PasskeyError.noDeviceKeyHere) {
                try await fake.client.deviceKeys.signIn(reason: "In")
            }
            let legacy = LegacyDeviceKey(user: "1", publicKey: try #require(LegacyKeyPair()).publicKey) { $0 }
            await #expect(throws: PasskeyError.wrongDeviceKey) {
                try await fake.client.deviceKeys.upgrade(legacy: legacy, reason: "Replace Touch ID")
            }
        }
    }
}

/// The code of the guide docs/guides/device-keys.md.
@MainActor
private final class DeviceKeyGuide {
    let client: PasskeyClient
    let bundleID = "org.example.notes"
    let userID = "1"
    var user: User?
    var (notice, offersOtherWays, offersPasskey) = ("", false, false)
    let deviceName = "Ada's iPhone"

    init(_ client: PasskeyClient) { self.client = client }

    func register() async throws {
        do {
            try await client.deviceKeys.register(named: deviceName, reason: "Sign in with Face ID from now on")
        } catch .deviceCannotHoldKey {
            notice = "Set a passcode first."
        }
    }

    func signIn() async throws {
        do {
            user = try await client.deviceKeys.signIn(reason: "Sign in to Notes").user
            offersPasskey = true
        } catch .noDeviceKeyHere, .deviceKeyInvalid, .wrongDeviceKey {
            offersOtherWays = true
        }
    }

    func signInWithPasskey() async throws {
        if let result = try await client.signInIfAvailable() {
            user = result.user
            try await client.deviceKeys.removeReplaced()
        } else {
            offersOtherWays = true
        }
    }

    func upgrade() async throws {
        do {
            try await client.deviceKeys.upgrade(reason: "Replace Face ID by a passkey")
            notice = "From now on, your passkey signs you in."
        } catch .canceled, .alreadyRegistered {
            notice = ""
        }
    }

    func remove() async throws {
        try await client.deviceKeys.remove()
    }

    func removeAllReplaced() async throws {
        for key in try await client.deviceKeys.list() where key.replacedBy != nil {
            try await client.deviceKeys.remove(key)
        }
    }

    // Types of Core Foundation know no other cast on Apple's systems.
    // swift-format-ignore: NeverForceUnwrap
    func findOldKey() -> SecKey? {
        var found: CFTypeRef?
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey, kSecReturnRef as String: true,
            kSecAttrApplicationTag as String: Data("\(bundleID).key".utf8),
        ]
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let found else { return nil }
        return (found as! SecKey)
    }

    func leadOut(_ oldKey: SecKey) async throws {
        nonisolated(unsafe) let key = oldKey
        guard let publicKey = SecKeyCopyPublicKey(key).flatMap({ SecKeyCopyExternalRepresentation($0, nil) })
        else { return }
        let legacy = LegacyDeviceKey(user: userID, publicKey: publicKey as Data) { message in
            let signature = SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, message as CFData, nil)
            guard let signature else { throw PasskeyError.deviceKeyInvalid }
            return signature as Data
        }
        try await client.deviceKeys.upgrade(legacy: legacy, reason: "Replace Touch ID by a passkey")
    }
}

extension FakeDeviceKeysTests {
    @Test func `the guide's code about device keys registers, signs in, upgrades and removes`() async throws {
        try await withCurve {
            let fake = FakePasskeys(user: ada, isSignedIn: true)
            let guide = DeviceKeyGuide(fake.client)
            try await guide.signIn()
            #expect(guide.offersOtherWays)
            fake.fail(with: .deviceCannotHoldKey(reason: nil))
            try await guide.register()
            #expect(guide.notice == "Set a passcode first.")
            try await guide.register()
            await fake.client.signOut()
            try await guide.signIn()
            #expect(guide.user?.id == "1" && guide.offersPasskey)
            try await guide.upgrade()
            #expect(guide.notice == "From now on, your passkey signs you in.")
            fake.settlePasskeys()
            try await guide.signInWithPasskey()
            #expect(fake.deviceKeys.isEmpty)
            try await guide.register()
            try await guide.removeAllReplaced()
            #expect(fake.deviceKeys.count == 1)
            try await guide.remove()
            #expect(fake.deviceKeys.isEmpty)
        }
    }

    @Test func `the guide's code about keys of earlier libraries leads to a passkey`() async throws {
        let (device, server, pair) = (AppleSimulator.withApp(), DeviceKeyServer(), try #require(LegacyKeyPair()))
        device.keychain.keep(pair, tagged: Data("org.example.notes.key".utf8))
        try await device.run {
            var options = PasskeyClient.Options()
            options.transport = server
            let guide = DeviceKeyGuide(PasskeyClient(domain: SDKServer.host, clientID: "ios", options: options))
            try await guide.leadOut(#require(guide.findOldKey()))
        }
        #expect(device.records.shownSheets == 1)
    }
}
