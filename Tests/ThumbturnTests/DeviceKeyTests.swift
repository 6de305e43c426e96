// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import ClientContract
import CryptoKit
import Foundation
import LocalAuthentication
import Security
import TestLimits
import Testing
import WireFormats

@testable import Thumbturn

/// What the SDK sends about the key of a device, and when the device asks its owner.
@MainActor @Suite(.turnLimit)
struct DeviceKeyTests {
    let device = AppleSimulator.withApp()

    // MARK: Registering

    @Test func `a key is registered with a statement that it has signed`() async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server)
            try await client.signInForTest()
            let key = try await client.deviceKeys.register(named: "Ada's phone", reason: "Use Face ID")
            #expect(key.id == "device-key|1" && key.name == "Ada's phone" && key.isOnThisDevice)
            #expect(device.records.evaluations.map(\.reason) == ["Use Face ID"])
            #expect(client.deviceKeys.isRegistered)
            #expect(try client.deviceKeys.registeredUser == DeviceKeyServer.user)
            let body = try #require(server.bodies(to: "POST /device-keys").first)
            #expect(body["auth_session"] == "session 1" && body["device_name"] == "Ada's phone")
            let publicKey = try #require(body["public_key"]?.objectValue)
            let assertion = try #require(body["assertion"]?.stringValue)
            let (header, claims) = try parts(of: assertion, signedBy: publicKey)
            #expect(header == ["alg": "ES256", "typ": "device-key+jwt"])
            #expect(claims["sub"] == .string(DeviceKeyServer.user) && claims["challenge"] == "challenge 1")
        }
        let account = "\(SDKServer.host)/ios/device-key"
        #expect(
            device.keychain.attribute(kSecAttrAccessible, account: account)
                == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
    }

    @Test(arguments: ["insufficient_user_authentication", "sign-in.confirmation-required"])
    func `a server that wants a newer sign-in gets another statement after it, and the owner is asked once`(
        _ code: String
    ) async throws {
        let server = DeviceKeyServer(["POST /device-keys": [.problem(status: 401, code: code)]])
        try await device.run {
            let client = client(of: server)
            // A passkey for the newer sign-in.
            _ = try await client.signUp(email: "ada@example.org")
            try await client.deviceKeys.register(named: "Phone", reason: "Use Face ID")
        }
        let sent = server.bodies(to: "POST /device-keys")
        #expect(sent.map { $0["auth_session"] } == ["session 1", "session 2"])
        #expect(sent.first?["public_key"] == sent.last?["public_key"])
        #expect(device.records.evaluations.count == 1 && device.records.shownSheets == 2)
    }

    @Test func `without an enclave, a passcode or biometrics there is no key, and nothing is sent`() async throws {
        let server = DeviceKeyServer()
        let bare = AppleSimulator.withApp(enclave: nil)
        let open = AppleSimulator.withApp()
        let faceless = AppleSimulator.withApp()
        faceless.set { $0.biometrics = .notEnrolled }
        for (device, protection) in [
            (bare, DeviceKeys.Protection.userPresence), (open, .userPresence), (faceless, .currentBiometrics),
        ] {
            let error = await #expect(throws: PasskeyError.self) {
                try await device.run {
                    let client = client(of: server)
                    try await client.signInForTest()
                    device.set { if device === open { $0.hasPasscode = false } }
                    try await client.deviceKeys.register(named: "Phone", protection: protection, reason: "Use Face ID")
                }
            }
            #expect(error?.name == "deviceCannotHoldKey" && error?.developerNote != nil)
            #expect(device.records.evaluations.isEmpty)
        }
        #expect(!server.routes.contains { $0.contains("/device-keys") })
    }

    @Test func `a key takes the place of the one before, which the account loses`() async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server)
            try await client.signInForTest()
            await #expect(throws: PasskeyError.noDeviceKeyHere) { try await client.deviceKeys.remove() }
            for _ in 0..<2 { try await client.deviceKeys.register(named: "Phone", reason: "Use Face ID") }
            server.setKeys([DeviceKeyServer.key("device-key|2"), DeviceKeyServer.key("device-key|9")])
            #expect(try await client.deviceKeys.list().map(\.isOnThisDevice) == [true, false])
        }
        #expect(server.routes.filter { $0.hasPrefix("DELETE") } == ["DELETE /device-keys/device-key|1"])
    }

    @Test func `nobody who is signed out registers a key`() async throws {
        let client = client(of: DeviceKeyServer())
        await #expect(throws: PasskeyError.notSignedIn) {
            try await device.run { try await client.deviceKeys.register(named: "Phone", reason: "Use Face ID") }
        }
    }

    // MARK: Signing in

    @Test func `a sign-in asks the owner once, and is valid for a minute of the server's time`() async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server) { $0.connection = "People" }
            try await client.registerKeyForTest()
            let result = try await client.deviceKeys.signIn(reason: "Sign in to Notes")
            #expect(result.user.id == DeviceKeyServer.user && result.credentialID == nil && result.suggestsPasskey)
            #expect(device.records.evaluations.map(\.reason) == ["Register", "Sign in to Notes"])
            #expect(server.bodies(to: "POST /device-keys/challenge").last == ["client_id": "ios", "realm": "People"])
            let body = try #require(server.bodies(to: "POST /oauth/token").last { $0["assertion"] != nil })
            #expect(body["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
            #expect(body["auth_session"] == "session 2" && body["realm"] == nil)
            let registered = try #require(server.bodies(to: "POST /device-keys").first)
            let publicKey = try #require(registered["public_key"]?.objectValue)
            let assertion = try #require(body["assertion"]?.stringValue)
            let (header, claims) = try parts(of: assertion, signedBy: publicKey)
            #expect(header == ["alg": "ES256", "typ": "device-key+jwt", "kid": "device-key|1"])
            #expect(claims["iss"] == "ios" && claims["sub"] == .string(DeviceKeyServer.user))
            #expect(claims["aud"] == .string("https://\(SDKServer.host)/") && claims["challenge"] == "challenge 2")
            let issuedAt = try #require(claims["iat"]?.intValue)
            #expect((0..<60).contains(issuedAt - DeviceKeyServer.time))
            #expect(claims["exp"]?.intValue == issuedAt + 60)
            #expect(claims["jti"]?.stringValue?.count == 22)
        }
    }

    @Test(arguments: [
        (SimulatorState.Biometrics.fails, PasskeyError.biometricsFailed), (.canceled, .canceled),
        (.lockedOut, .biometricsLocked), (.cannotBeAsked, .notInteractive),
    ])
    func `without its owner, a key signs nothing and stays`(
        _ biometrics: SimulatorState.Biometrics, _ expected: PasskeyError
    ) async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server)
            try await client.registerKeyForTest()
            let count = server.bodies(to: "POST /oauth/token").count
            device.set { $0.biometrics = biometrics }
            await #expect(throws: expected) { try await client.deviceKeys.signIn(reason: "Sign in") }
            #expect(server.bodies(to: "POST /oauth/token").count == count)
            #expect(client.deviceKeys.isRegistered)
        }
    }

    @Test func `a key of the enrolled biometrics is removed when they have changed`() async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server)
            try await client.registerKeyForTest(protection: .currentBiometrics)
            _ = try await client.deviceKeys.signIn(reason: "Sign in")
            #expect(
                device.records.evaluations.map(\.policy)
                    == Array(repeating: .deviceOwnerAuthenticationWithBiometrics, count: 2))
            #expect(device.records.evaluations.last?.fallbackTitle == "")
            device.set { $0.enrolledBiometrics += 1 }
            await #expect(throws: PasskeyError.deviceKeyInvalid) {
                try await client.deviceKeys.signIn(reason: "Sign in")
            }
            #expect(!client.deviceKeys.isRegistered)
            let count = server.routes.count
            await #expect(throws: PasskeyError.noDeviceKeyHere) {
                try await client.deviceKeys.signIn(reason: "Sign in")
            }
            #expect(server.routes.count == count && device.records.evaluations.count == 3)
        }
    }

    @Test func `a key that the passcode opens survives other biometrics, and not the end of the passcode`()
        async throws
    {
        try await device.run {
            let client = client(of: DeviceKeyServer())
            try await client.registerKeyForTest()
            device.set { $0.enrolledBiometrics += 1 }
            _ = try await client.deviceKeys.signIn(reason: "Sign in")
            device.set { $0.hasPasscode = false }
            await #expect(throws: PasskeyError.deviceKeyInvalid) {
                try await client.deviceKeys.signIn(reason: "Sign in")
            }
            #expect(!client.deviceKeys.isRegistered)
        }
    }

    @Test func `what the keychain has is worth nothing on another device`() async throws {
        let server = DeviceKeyServer()
        try await device.run { try await client(of: server).registerKeyForTest() }
        let other = AppleSimulator.withApp(keychain: device.keychain)
        await #expect(throws: PasskeyError.deviceKeyInvalid) {
            try await other.run { try await client(of: server).deviceKeys.signIn(reason: "Sign in") }
        }
    }

    @Test func `a device that was erased has no key`() async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server)
            try await client.registerKeyForTest()
            device.keychain.erase()
            await #expect(throws: PasskeyError.noDeviceKeyHere) {
                try await client.deviceKeys.signIn(reason: "Sign in")
            }
        }
    }

    @Test func `while the device is locked, nobody knows whether there is a key`() async throws {
        try await device.run {
            let client = client(of: DeviceKeyServer())
            try await client.registerKeyForTest()
            device.keychain.lockState = .beforeFirstUnlock
            #expect(throws: PasskeyError.keychain(status: -25308)) { try client.deviceKeys.registeredUser }
            #expect(!client.deviceKeys.isRegistered)
        }
    }

    @Test(arguments: [
        (
            DeviceKeyServer.Response.problem(status: 403, code: "sign-in.device-key-mismatch"),
            PasskeyError.wrongDeviceKey
        ),
        (.problem(status: 403, code: "sign-in.device-keys-ended"), .wrongDeviceKey), (.lost, .network),
    ])
    func `a key that the server doesn't accept is tried once, and stays`(
        _ response: DeviceKeyServer.Response, _ expected: PasskeyError
    ) async throws {
        let server = DeviceKeyServer()
        try await device.run {
            let client = client(of: server)
            try await client.registerKeyForTest()
            let count = server.bodies(to: "POST /oauth/token").count
            server.prepare(response, to: "POST /oauth/token")
            await #expect(throws: expected) { try await client.deviceKeys.signIn(reason: "Sign in") }
            #expect(server.bodies(to: "POST /oauth/token").count == count + 1)
            #expect(client.deviceKeys.isRegistered)
        }
    }

    // MARK: Helpers

    func client(
        of server: DeviceKeyServer, _ configure: (inout PasskeyClient.Options) -> Void = { _ in }
    ) -> PasskeyClient {
        var options = PasskeyClient.Options()
        options.transport = server
        configure(&options)
        return PasskeyClient(domain: SDKServer.host, clientID: "ios", options: options)
    }

    /// Returns the header and the claims of an assertion, if a key has signed it.
    func parts(of assertion: String, signedBy key: JSONObject) throws -> (JSONObject, JSONObject) {
        let parts = assertion.split(separator: ".").map(String.init)
        try #require(parts.count == 3 && key["kty"] == "EC" && key["crv"] == "P-256")
        let bytes = try parts.map { try #require(Base64URL.decode($0)) }
        let point = try ["x", "y"].flatMap { try #require(key.text($0).flatMap { Base64URL.decode($0) }) }
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Data(bytes[2]))
        let publicKey = try P256.Signing.PublicKey(rawRepresentation: Data(point))
        #expect(publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        return (
            try #require(JSONReader.read(bytes[0]).objectValue), try #require(JSONReader.read(bytes[1]).objectValue)
        )
    }
}

extension PasskeyClient {
    /// Signs the user of the server in memory in, as with a code.
    @MainActor
    func signInForTest() async throws {
        _ = try await signIn(with: SentCode(to: .email("ada@example.org")), code: "123456")
    }

    @MainActor
    func registerKeyForTest(protection: DeviceKeys.Protection = .userPresence) async throws {
        try await signInForTest()
        try await deviceKeys.register(named: "Phone", protection: protection, reason: "Register")
    }
}
