// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import ClientContract
import Foundation
import FoundationNetworking
import LocalAuthentication
import Security
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    @MainActor @Suite struct SessionTests {
        @Test func `a hundred tasks that ask for a token cause one refresh`() async throws {
            let app = TestApp()
            try await app.signUp()
            let tokens = try await app.run { client async throws in
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<100 { group.addTask { try await client.accessToken(audience: "urn:photos") } }
                    var tokens: Set<String> = []
                    for try await token in group { tokens.insert(token) }
                    return tokens
                }
            }
            #expect(tokens.count == 1)
            #expect(app.transport.refreshes(for: "urn:photos").count == 1)
        }

        @Test func `tokens for different APIs are refreshed one after the other`() async throws {
            let app = TestApp()
            try await app.signUp()
            let (photos, account) = try await app.run { client async throws in
                async let photos = client.accessToken(audience: "urn:photos")
                async let account = client.passkeys.list()
                return try await (photos, account)
            }
            #expect(!photos.isEmpty)
            #expect(account.count == 1)
            // Each refresh used the token that the one before it returned.
            let used = app.transport.sent(to: "/oauth/token").compactMap { $0.json?["refresh_token"]?.stringValue }
            #expect(used.count >= 2)
            #expect(Set(used).count == used.count)
        }

        @Test func `two processes of a device refresh once`() async throws {
            let app = TestApp()
            try await app.signUp()
            let other = TestApp(on: app.device, transport: app.transport)
            let tokens = try await app.run { client async throws in
                async let first = client.accessToken(audience: "urn:photos")
                async let second = other.client.accessToken(audience: "urn:photos")
                return try await [first, second]
            }
            #expect(tokens[0] == tokens[1])
            #expect(app.transport.refreshes(for: "urn:photos").count == 1)
        }

        @Test func `a process that is killed between refreshing and saving signs nobody out`() async throws {
            let device = AppleSimulator.withApp()
            let app = TestApp(on: device)
            try await app.signUp()
            // The server has replaced the refresh token, and no process has stored the new one.
            let killed = TestApp(
                on: device,
                transport: SocketTransport { request in
                    request.url?.path == "/oauth/token" ? .responseLost : .arrives
                })
            await #expect(throws: PasskeyError.network) {
                try await killed.run { try await $0.accessToken(audience: "urn:photos") }
            }
            let next = TestApp(on: device)
            let token = try await next.run { try await $0.accessToken(audience: "urn:photos") }
            #expect(!token.isEmpty)
        }

        @Test func `a lock that a killed process has left behind is taken over`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.waitForSynchronization()
            let token = try await app.run { client async throws in
                let items = KeychainItems(place: KeychainPlace(), account: "\(SDKServer.host)/ios")
                let long = Date(timeIntervalSinceNow: -60).timeIntervalSince1970 * 1000
                let holder = #"{"label":"1","renewed_at":\#(Int64(long))}"#
                #expect(try items.add(Array(holder.utf8), as: "refresh", label: "1"))
                return try await client.accessToken(audience: "urn:photos")
            }
            #expect(!token.isEmpty)
        }

        @Test func `a locked device does not sign the user out`() async throws {
            let app = TestApp()
            try await app.signUp()
            let next = TestApp(on: app.device)
            try await next.run { client async throws in
                app.device.keychain.lockState = .beforeFirstUnlock
                let locked = PasskeyError.keychain(status: errSecInteractionNotAllowed)
                await #expect(throws: locked) { try await client.user() }
                await #expect(throws: locked) { try await client.accessToken() }
                app.device.keychain.lockState = .unlocked
                #expect(try await client.user()?.email == app.email)
                #expect(try await !client.accessToken().isEmpty)
            }
        }

        @Test func `a user who signs in on a locked device is signed in, and is so after a restart`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                await client.signOut()
                app.device.keychain.lockState = .beforeFirstUnlock
                _ = try await client.signIn()
                #expect(try await !client.accessToken().isEmpty)
                app.device.keychain.lockState = .unlocked
                #expect(try await !client.accessToken().isEmpty)
            }
            let restarted = TestApp(on: app.device)
            #expect(try await restarted.run { try await $0.user()?.email } == app.email)
        }

        @Test func `what is stored stays on the device`() async throws {
            let app = TestApp()
            try await app.signUp()
            let accessible = app.device.keychain.attribute(
                kSecAttrAccessible, account: "\(SDKServer.host)/ios/session")
            #expect(accessible == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly)
        }

        @Test func `the states tell of sign-in and sign-out`() async throws {
            let app = TestApp()
            try await app.run { client async throws in
                var states = client.sessionStates.makeAsyncIterator()
                #expect(await states.next() == .signedOut(.notSignedIn))
                let user = try await client.signUp(email: app.email).user
                #expect(await states.next() == .signedIn(user))
                await client.signOut()
                #expect(await states.next() == .signedOut(.signedOut))
            }
        }

        @Test(arguments: [false, true])
        func `the states begin with the current one, once, whatever was asked before`(isSignedIn: Bool) async throws {
            let device = AppleSimulator.withApp()
            let signedUp = isSignedIn ? try await TestApp(on: device).signUp().user : nil
            let app = TestApp(on: device)
            try await app.run { client async throws in
                _ = try await client.user()
                var states = client.sessionStates.makeAsyncIterator()
                #expect(await states.next() == signedUp.map { .signedIn($0) } ?? .signedOut(.notSignedIn))
                let user = try await client.signUp(email: app.email).user
                #expect(await states.next() == .signedIn(user))
            }
        }

        @Test func `a locked device has no state until it is unlocked`() async throws {
            let app = TestApp()
            let user = try await app.signUp().user
            let next = TestApp(on: app.device)
            try await next.run { client async throws in
                app.device.keychain.lockState = .beforeFirstUnlock
                var states = client.sessionStates.makeAsyncIterator()
                await #expect(throws: PasskeyError.self) { try await client.user() }
                app.device.keychain.lockState = .unlocked
                _ = try await client.user()
                #expect(await states.next() == .signedIn(user))
            }
        }

        @Test func `a sign-out ends the session on the server, too`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let token = try await client.keeper.current()?.refreshToken
                await client.signOut()
                #expect(try await client.user() == nil)
                await #expect(throws: PasskeyError.notSignedIn) { try await client.accessToken() }
                let body = TokenBody(
                    client: client.context.client, grantType: "refresh_token", refreshToken: token)
                await #expect(throws: PasskeyError.self) { try await client.send(.tokens(body)) }
            }
        }

        @Test func `without a network the user is signed out on the device`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let app = TestApp(on: device, transport: SocketTransport { _ in .lost })
            try await app.run { client async throws in
                #expect(try await client.user() != nil)
                await client.signOut()
                #expect(try await client.user() == nil)
            }
        }

        @Test func `a session that the server has ended is over`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                var states = client.sessionStates.makeAsyncIterator()
                _ = await states.next()
                let token = try #require(try await client.keeper.current()?.refreshToken)
                try await client.send(.revocation(RevocationBody(client: client.context.client, token: token)))
                await #expect(throws: PasskeyError.self) { try await client.accessToken(audience: "urn:photos") }
                #expect(await states.next() == .signedOut(.expired))
            }
        }

        @Test func `a sign-out of one process reaches the other`() async throws {
            let app = TestApp()
            try await app.signUp()
            let other = TestApp(on: app.device)
            try await app.run { client async throws in
                #expect(try await other.client.user() != nil)
                await client.signOut()
                await #expect(throws: PasskeyError.notSignedIn) {
                    try await other.client.accessToken(audience: "urn:photos")
                }
                #expect(try await other.client.user() == nil)
            }
        }

        @Test func `a refresh that ends after the sign-out brings nobody back`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let gate = AsyncGate()
            let app = TestApp(
                on: device,
                transport: SocketTransport { request in
                    guard request.json?["grant_type"] == "refresh_token" else { return .arrives }
                    await gate.pass()
                    return .arrives
                })
            try await app.run { client async throws in
                let refresh = Task { try await client.accessToken(audience: "urn:photos") }
                #expect(await eventually { gate.arrivals > 0 })
                let signOut = Task { await client.signOut() }
                await signOut.value
                gate.open()
                await #expect(throws: PasskeyError.self) { try await refresh.value }
                #expect(try await client.user() == nil)
            }
        }

        @Test func `a sign-out on a locked device is not undone by its unlock`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let app = TestApp(on: device, transport: SocketTransport { _ in .lost })
            try await app.run { client async throws in
                #expect(try await client.user() != nil)
                device.keychain.lockState = .beforeFirstUnlock
                await client.signOut()
                device.keychain.lockState = .unlocked
                #expect(try await client.user() == nil)
            }
            #expect(try await TestApp(on: device).run { try await $0.user() } == nil)
        }

        @Test func `a new session does not wait for the refresh of the one before`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let gate = AsyncGate()
            let app = TestApp(
                on: device,
                transport: SocketTransport { request in
                    guard request.json?["audience"] == "urn:photos", gate.arrivals == 0 else { return .arrives }
                    return .responseHeld(gate)
                })
            try await app.run { client async throws in
                let old = Task { try await client.accessToken(audience: "urn:photos") }
                #expect(await eventually { gate.arrivals > 0 })
                _ = try await client.signIn()
                async let new = client.accessToken(audience: "urn:photos")
                gate.open()
                await #expect(throws: PasskeyError.notSignedIn) { try await old.value }
                #expect(try await !new.isEmpty)
            }
        }

        @Test func `a network that fails signs nobody out`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let app = TestApp(on: device, transport: SocketTransport { _ in .lost })
            try await app.run { client async throws in
                await #expect(throws: PasskeyError.network) {
                    try await client.accessToken(audience: "urn:photos")
                }
                #expect(try await client.user() != nil)
            }
        }

        @Test func `tokens that are bound to a key work with proofs, before and after a refresh`() async throws {
            let app = TestApp("ios-bound") { $0.usesDPoP = true }
            try await app.signUp()
            try await app.run { client async throws in
                #expect(try await client.passkeys.list().count == 1)
                var request = URLRequest(url: try #require(URL(string: "https://api.example.test/photos?page=2")))
                try await client.authorize(&request, audience: "urn:photos")
                #expect(request.value(forHTTPHeaderField: "Authorization")?.hasPrefix("DPoP ") == true)
                #expect(request.value(forHTTPHeaderField: "DPoP") != nil)
            }
            // The key is stored with the session.
            let restarted = TestApp("ios-bound", on: app.device) { $0.usesDPoP = true }
            #expect(try await restarted.run { try await $0.passkeys.list().count } == 1)
        }

        @Test func `requests that learn the server's nonces at once all succeed`() async throws {
            let app = TestApp("ios-bound") { $0.usesDPoP = true }
            try await app.signUp()
            // A restarted application has the key, and no nonce.
            let restarted = TestApp("ios-bound", on: app.device) { $0.usesDPoP = true }
            try await restarted.run { client async throws in
                async let first = client.passkeys.list()
                async let second = client.passkeys.list()
                async let token = client.accessToken(audience: "urn:photos")
                let counts = try await [first.count, second.count]
                #expect(counts == [1, 1])
                #expect(try await !token.isEmpty)
            }
        }

        @Test func `the gate asks before a stored session is used, and once for many tasks`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let app = TestApp(on: device) { $0.gate = BiometricGate(reason: "Open your notes") }
            try await app.run { client async throws in
                device.set { $0.biometrics = .canceled }
                await #expect(throws: PasskeyError.canceled) { try await client.accessToken() }
                device.set { $0.biometrics = .matches }
                let asked = device.records.evaluations.count
                async let first = client.accessToken()
                async let second = client.accessToken()
                _ = try await (first, second)
                #expect(device.records.evaluations.count == asked + 1)
                #expect(device.records.evaluations.last?.reason == "Open your notes")
            }
        }

        @Test func `a device without a passcode can't open the gate`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            device.set { $0.hasPasscode = false }
            let app = TestApp(on: device) { $0.gate = BiometricGate(reason: "Open your notes") }
            await #expect(throws: PasskeyError.notSupported) { try await app.run { try await $0.unlock() } }
        }
    }
}
