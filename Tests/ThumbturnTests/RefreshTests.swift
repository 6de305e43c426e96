// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import FoundationNetworking
import POSIX
import Security
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

extension SDKTests {
    /// Refreshes that something comes in between of: the system, the network, or another process.
    @MainActor @Suite struct RefreshTests {
        /// Processes that notice within a moment that another one is gone.
        private static let quick = RefreshLock.Pace(
            renewal: .milliseconds(20), patience: 2, look: .milliseconds(5))
        /// A process that the system has suspended renews nothing.
        private static let suspended = RefreshLock.Pace(
            renewal: .seconds(600), patience: 2, look: .milliseconds(5))

        /// Sends everything, but holds the answers to refreshes.
        private static func holding(_ gate: AsyncGate) -> SocketTransport {
            SocketTransport { request in
                request.json?["grant_type"] == "refresh_token" ? .responseHeld(gate) : .arrives
            }
        }

        @Test func `before a refresh token is sent, the session says so`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let stored = Locked<[JSONObject?]>([])
            let app = TestApp(
                on: device,
                transport: SocketTransport { request in
                    if request.json?["grant_type"] == "refresh_token" {
                        stored.withLock { $0.append(device.storedSession()) }
                    }
                    return .arrives
                })
            _ = try await app.run { try await $0.accessToken(audience: "urn:photos") }
            let sent = try #require(app.transport.refreshes(for: "urn:photos").first?.json?["refresh_token"])
            #expect(stored.withLock { $0 }.first??["refresh_begun"] == true)
            #expect(stored.withLock { $0 }.first??["refresh_token"] == sent)
            #expect(device.storedSession()?["refresh_begun"] == nil)
            #expect(device.storedSession()?["refresh_token"] != sent)
        }

        @Test func `a refresh that a killed process has begun is finished at the next launch`() async throws {
            let device = AppleSimulator.withApp()
            let first = TestApp(on: device)
            try await first.signUp()
            try await first.waitForSynchronization()
            let killed = TestApp(
                on: device,
                transport: SocketTransport { request in
                    request.url?.path == "/oauth/token" ? .responseLost : .arrives
                })
            await #expect(throws: PasskeyError.network) {
                try await killed.run { try await $0.accessToken(audience: "urn:photos") }
            }
            let sent = device.storedSession()?["refresh_token"]
            let next = TestApp(on: device)
            try await next.run { client async throws in
                // This token is still valid, so the caller does not have to wait.
                #expect(try await !client.accessToken().isEmpty)
                #expect(await eventually { device.storedSession()?["refresh_begun"] == nil })
            }
            #expect(next.transport.sent(to: "/oauth/token").first?.json?["refresh_token"] == sent)
            #expect(device.storedSession()?["refresh_token"] != sent)
            #expect(try await next.run { try await !$0.accessToken(audience: "urn:photos").isEmpty })
        }

        @Test func `a bound session survives a suspension that is longer than the leeway`() async throws {
            let (id, device) = ("ios-bound-hasty", AppleSimulator.withApp())
            let first = TestApp(id, on: device) { $0.usesDPoP = true }
            try await first.signUp()
            try await first.waitForSynchronization()
            let before = device.storedSession(of: id)?["refresh_token"]
            // The first answer has the server's nonce. The second one, with the new tokens, arrives while the
            // application is suspended, and is lost.
            let refreshes = Locked(0)
            let lost = TestApp(
                id, on: device,
                transport: SocketTransport { request in
                    guard request.json?["grant_type"] == "refresh_token" else { return .arrives }
                    let count = refreshes.withLock { count in
                        count += 1
                        return count
                    }
                    return count == 1 ? .arrives : .responseLost
                }
            ) { $0.usesDPoP = true }
            await #expect(throws: PasskeyError.network) { try await lost.run { try await $0.renew() } }
            #expect(refreshes.withLock { $0 } == 2)
            #expect(device.storedSession(of: id)?["refresh_token"] == before)
            try await Task.sleep(for: .seconds(3))
            let next = TestApp(id, on: device) { $0.usesDPoP = true }
            try await next.run { client async throws in
                #expect(try await !client.renew().accessToken.isEmpty)
                #expect(try await client.user() != nil)
            }
            #expect(device.storedSession(of: id)?["refresh_token"] != before)
        }

        @Test func `on a slow network the lock stays with its holder`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let gate = AsyncGate()
            let slow = TestApp(on: device, transport: Self.holding(gate))
            let other = TestApp(on: device)
            try await RefreshLock.$pace.withValue(Self.quick) {
                try await slow.run { client async throws in
                    let first = Task { try await client.accessToken(audience: "urn:photos") }
                    #expect(await eventually { gate.arrivals > 0 })
                    let second = Task { try await other.client.accessToken(audience: "urn:photos") }
                    // Longer than the other process has patience.
                    try await Task.sleep(for: .seconds(4))
                    #expect(other.transport.sent(to: "/oauth/token").isEmpty)
                    gate.open()
                    #expect(try await first.value == second.value)
                }
            }
            #expect(other.transport.sent(to: "/oauth/token").isEmpty)
        }

        @Test func `a late answer does not replace what another process has stored since`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let gate = AsyncGate()
            let suspended = TestApp(on: device, transport: Self.holding(gate))
            let other = TestApp(on: device)
            try await suspended.run { client async throws in
                let late = RefreshLock.$pace.withValue(Self.suspended) {
                    Task { try await client.accessToken(audience: "urn:photos") }
                }
                #expect(await eventually { gate.arrivals > 0 })
                try await RefreshLock.$pace.withValue(Self.quick) {
                    // Takes the lock over, repeats the refresh, and goes one further.
                    _ = try await other.client.renew(audience: "urn:photos")
                    _ = try await other.client.renew()
                }
                let newest = device.storedSession()?["refresh_token"]
                gate.open()
                #expect(try await !late.value.isEmpty)
                #expect(device.storedSession()?["refresh_token"] == newest)
            }
        }

        @Test func `a process that was overtaken does not remove the lock of the next one`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let (gate, otherGate) = (AsyncGate(), AsyncGate())
            let suspended = TestApp(on: device, transport: Self.holding(gate))
            let other = TestApp(on: device, transport: Self.holding(otherGate))
            let lock = "\(SDKServer.host)/ios/refresh"
            try await suspended.run { client async throws in
                let late = RefreshLock.$pace.withValue(Self.suspended) {
                    Task { try await client.accessToken(audience: "urn:photos") }
                }
                #expect(await eventually { gate.arrivals > 0 })
                let next = RefreshLock.$pace.withValue(Self.quick) {
                    Task { try await other.client.accessToken(audience: "urn:photos") }
                }
                #expect(await eventually { otherGate.arrivals > 0 })
                gate.open()
                _ = try await late.value
                #expect(device.keychain.data(account: lock) != nil)
                otherGate.open()
                _ = try await next.value
                #expect(device.keychain.data(account: lock) == nil)
            }
        }

        @Test func `the system is asked not to suspend a refresh, and told when it is over`() async throws {
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let events = Locked<[String]>([])
            let app = TestApp(
                on: device,
                transport: SocketTransport { request in
                    if request.json?["grant_type"] == "refresh_token" { events.withLock { $0.append("sent") } }
                    return .arrives
                })
            let begin: @Sendable (String) -> BackgroundActivity.End = { _ in
                events.withLock { $0.append("began") }
                return { events.withLock { $0.append("ended") } }
            }
            try await BackgroundActivity.$begin.withValue(begin) {
                _ = try await app.run { try await $0.accessToken(audience: "urn:photos") }
            }
            #expect(events.withLock { $0 } == ["began", "sent", "ended"])
        }

        @Test func `a renewal gets new tokens although the old ones are valid`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let old = try await client.tokens()
                let new = try await client.renew()
                #expect(new.accessToken != old.accessToken)
                #expect(try await client.accessToken() == new.accessToken)
                #expect(new.idToken != nil && new.authenticatedAt != nil && new.authenticatedAt == old.authenticatedAt)
                #expect(new.expiresAt > Date())
            }
        }

        @Test func `a token that does not last long enough is refreshed`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let token = try await client.tokens()
                let left = token.expiresAt.timeIntervalSinceNow
                #expect(try await client.accessToken(minimumLifetime: left / 2) == token.accessToken)
                #expect(try await client.accessToken(minimumLifetime: left + 60) != token.accessToken)
            }
        }

        @Test func `a new sign-in ends the session that it replaces on the server, too`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.waitForSynchronization()
            try await app.run { client async throws in
                let token = try #require(try await client.keeper.current()?.refreshToken)
                _ = try await client.signIn()
                #expect(
                    await eventually {
                        app.transport.sent(to: "/oauth/revoke").contains { $0.json?["token"] == .string(token) }
                    })
                #expect(try await client.keeper.current()?.refreshToken != token)
                #expect(try await !client.renew().accessToken.isEmpty)
            }
        }
    }
}
