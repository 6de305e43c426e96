// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import SoftwareAuthenticator
import TestLimits
import Testing
import WireFormats

@testable import Thumbturn

/// How a device key comes into an account and out of it: sign-ups, passkeys in its place, and removals.
extension DeviceKeyTests {
    @Suite(.turnLimit) @MainActor
    struct AccountTests {
        private let tests = DeviceKeyTests()
        private var device: AppleSimulator { tests.device }

        // MARK: Signing up

        @Test func `a sign-up asks the owner after the code, and once also if it was wrong`() async throws {
            let server = DeviceKeyServer(
                requiring: ["email"], ["POST /oauth/token": [.wrongCode(next: "another session")]])
            var questions: [CodeRequest] = []
            try await device.run {
                let client = tests.client(of: server) { $0.connection = "People" }
                var user = NewUser(email: "ada@example.org", name: "Ada")
                user.metadata = ["plan": "free"]
                let result = try await client.deviceKeys.signUp(user, named: "Phone", reason: "Use Face ID") {
                    request in
                    #expect(device.records.evaluations.count == questions.count)
                    questions.append(request)
                    return "123456"
                }
                #expect(result.user.id == DeviceKeyServer.user && result.suggestsPasskey)
                #expect(try client.deviceKeys.registeredUser == DeviceKeyServer.user)
                #expect(questions.map(\.isRepeated) == [false, true])
                #expect(device.records.evaluations.count == 1)
                let body = try #require(server.bodies(to: "POST /device-keys/register").first)
                #expect(body["realm"] == "People" && body["device_name"] == "Phone")
                #expect(body["user_profile"] == ["email": "ada@example.org", "name": "Ada"])
                #expect(body["user_metadata"] == ["plan": "free"])
                let publicKey = try #require(body["public_key"]?.objectValue)
                let sent = server.bodies(to: "POST /oauth/token").filter { $0["assertion"] != nil }
                #expect(sent.map { $0["auth_session"] } == ["session 1", "another session"])
                #expect(sent.allSatisfy { $0["verification"] == ["email": "123456"] })
                for assertion in sent.compactMap({ $0["assertion"]?.stringValue }) {
                    let (header, claims) = try tests.parts(of: assertion, signedBy: publicKey)
                    #expect(header["kid"] == nil && claims["sub"] == nil && claims["challenge"] == "challenge 1")
                }
                _ = try await client.deviceKeys.signIn(reason: "Sign in")
                let assertion =
                    server.bodies(to: "POST /oauth/token").compactMap { $0["assertion"]?.stringValue }.last ?? ""
                let (header, _) = try tests.parts(of: assertion, signedBy: publicKey)
                let id = DeviceKeyID.text(for: DeviceKeyServer.user, publicKey: publicKey)
                #expect(header["kid"] == .string(id))
            }
        }

        @Test(arguments: [
            (DeviceKeyServer.Response.problem(status: 403, code: "sign-in.code-mismatch"), PasskeyError.codeExpired),
            (.problem(status: 403, code: "sign-in.device-key-mismatch"), .wrongDeviceKey),
        ])
        func `a sign-up that has ended leaves no key`(
            _ response: DeviceKeyServer.Response, _ expected: PasskeyError
        ) async {
            let server = DeviceKeyServer(requiring: ["email"], ["POST /oauth/token": [response]])
            await device.run {
                let keys = tests.client(of: server).deviceKeys
                await #expect(throws: expected) {
                    try await keys.signUp(NewUser(email: "ada@example.org"), named: "Phone", reason: "Use Face ID") {
                        _ in "123456"
                    }
                }
                #expect(!keys.isRegistered)
            }
        }

        @Test func `a sign-up without a question for the code, or without its owner, makes no account`() async {
            let server = DeviceKeyServer(requiring: ["email"])
            device.set { $0.biometrics = .canceled }
            await device.run {
                let keys = tests.client(of: server).deviceKeys
                let user = NewUser(email: "ada@example.org")
                let error = await #expect(throws: PasskeyError.self) {
                    try await keys.signUp(user, named: "Phone", reason: "Use Face ID")
                }
                #expect(error?.name == "misconfigured")
                await #expect(throws: PasskeyError.canceled) {
                    try await keys.signUp(user, named: "Phone", reason: "Use Face ID") { _ in "123456" }
                }
                #expect(!server.routes.contains("POST /oauth/token"))
            }
        }

        // MARK: Passkeys

        @Test func `an upgrade signs in with the key, creates a passkey and keeps the key`() async throws {
            let server = DeviceKeyServer()
            try await device.run {
                let client = tests.client(of: server)
                try await client.registerKeyForTest()
                await client.signOut()
                let passkey = try await client.deviceKeys.upgrade(reason: "Replace Face ID")
                #expect(passkey.id == "passkey|1" && device.authenticator.credentials.count == 1)
                #expect(client.deviceKeys.isRegistered && device.records.shownSheets == 1)
                #expect(try await client.user()?.id == DeviceKeyServer.user)
            }
        }

        @Test func `a user who closes the sheet of an upgrade is signed in`() async throws {
            try await device.run {
                let client = tests.client(of: DeviceKeyServer())
                try await client.registerKeyForTest()
                await client.signOut()
                device.set { $0.person = .dismisses }
                await #expect(throws: PasskeyError.canceled) {
                    try await client.deviceKeys.upgrade(reason: "Replace Face ID")
                }
                #expect(try await client.user() != nil)
            }
        }

        @Test func `a key is removed once the server says that a passkey has taken its place`() async throws {
            let server = DeviceKeyServer()
            try await device.run {
                let client = tests.client(of: server)
                try await client.registerKeyForTest()
                server.setKeys([DeviceKeyServer.key("device-key|1")])
                #expect(try await !client.deviceKeys.removeReplaced())
                server.setKeys([DeviceKeyServer.key("device-key|1", replacedBy: "passkey|1")])
                let route = "DELETE /device-keys/device-key|1"
                server.prepare(.problem(status: 401, code: "insufficient_user_authentication"), to: route)
                #expect(try await !client.deviceKeys.removeReplaced())
                #expect(client.deviceKeys.isRegistered && device.records.shownSheets == 0)
                #expect(try await client.deviceKeys.removeReplaced())
                #expect(!client.deviceKeys.isRegistered && server.bodies(to: route).count == 2)
                #expect(try await !client.deviceKeys.removeReplaced())
            }
        }

        @Test func `a session that began with the key stays, and so does the key`() async throws {
            let server = DeviceKeyServer()
            try await device.run {
                let client = tests.client(of: server)
                try await client.registerKeyForTest()
                server.setKeys([DeviceKeyServer.key("device-key|1", replacedBy: "passkey|1")])
                _ = try await client.deviceKeys.signIn(reason: "Sign in")
                #expect(try await !client.deviceKeys.removeReplaced())
                try await client.deviceKeys.register(named: "Phone", reason: "Another one")
                #expect(!server.routes.contains { $0.hasPrefix("DELETE") })
                try await client.signInForTest()
                #expect(try client.deviceKeys.registeredUser == DeviceKeyServer.user)
                server.setKeys([DeviceKeyServer.key("device-key|2", replacedBy: "passkey|1")])
                #expect(try await client.deviceKeys.removeReplaced())
            }
        }

        // MARK: Removing

        @Test func `a key that the account no longer has is removed from the device`() async throws {
            let server = DeviceKeyServer()
            try await device.run {
                let client = tests.client(of: server)
                try await client.registerKeyForTest()
                server.prepare(
                    .problem(status: 404, code: "sign-in.device-key-unknown"), to: "DELETE /device-keys/device-key|1")
                try await client.deviceKeys.remove()
                #expect(!client.deviceKeys.isRegistered)
                try await client.registerKeyForTest()
                #expect(try await client.deviceKeys.removeReplaced())
                #expect(!client.deviceKeys.isRegistered)
            }
        }

        @Test func `the last way into an account stays, and so does the key of somebody else`() async throws {
            let server = DeviceKeyServer()
            try await device.run {
                let client = tests.client(of: server)
                try await client.registerKeyForTest()
                server.prepare(
                    .problem(status: 409, code: "sign-in.last-device-key"), to: "DELETE /device-keys/device-key|1")
                let error = await #expect(throws: PasskeyError.self) { try await client.deviceKeys.remove() }
                #expect(error?.message == "This key is your only way to sign in.")
                await client.signOut()
                await #expect(throws: PasskeyError.notSignedIn) { try await client.deviceKeys.remove() }
                await #expect(throws: PasskeyError.notSignedIn) { try await client.deviceKeys.removeReplaced() }
                #expect(client.deviceKeys.isRegistered)
            }
        }

        @Test func `the key of another device is removed from the account only`() async throws {
            let server = DeviceKeyServer()
            try await device.run {
                let client = tests.client(of: server)
                try await client.registerKeyForTest()
                try await client.deviceKeys.remove(DeviceKey(id: "device-key|9", name: "Old phone", createdAt: Date()))
                #expect(client.deviceKeys.isRegistered)
                try await client.deviceKeys.remove(DeviceKey(id: "device-key|1", name: "Phone", createdAt: Date()))
                #expect(!client.deviceKeys.isRegistered)
            }
        }
    }
}
