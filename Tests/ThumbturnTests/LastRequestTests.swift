// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import FoundationNetworking
import POSIX
import TestSupport
import Testing

@testable import Thumbturn

extension SDKTests {
    /// Requests that come at once, and what waits in the background.
    @MainActor @Suite struct LastRequestTests {
        /// Holds the first request for a challenge.
        private static func slow(_ gate: AsyncGate) -> SocketTransport {
            SocketTransport { request in
                request.url?.path == "/passkey/challenge" && gate.arrivals == 0 ? .responseHeld(gate) : .arrives
            }
        }

        @Test func `a silent sign-in that comes back late does not close the sheet of a later sign-up`() async throws {
            let device = AppleSimulator.withApp()
            let gate = AsyncGate()
            let app = TestApp(on: device, transport: Self.slow(gate))
            device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let atLaunch = Task { try await client.signInIfAvailable() }
                #expect(await eventually { gate.arrivals > 0 })
                let signUp = Task { try await client.signUp(email: app.email) }
                try await device.wait { $0.records.shownSheets == 1 }
                gate.open()
                #expect(try await atLaunch.value == nil)
                #expect(device.state.runningRequest == .modal)
                device.set { $0.person = .approves }
                #expect(try await signUp.value.user.email == app.email)
                #expect(device.records.shownSheets == 1)
            }
        }

        @Test func `a later request closes the page of an earlier one`() async throws {
            let app = TestApp()
            try await app.signUp()
            app.device.set {
                $0.browser = { _ in
                    try await Task.sleep(for: .seconds(60))
                    return nil
                }
            }
            try await app.run { client async throws in
                var request = BrowserSignIn()
                request.callback = URL(string: SDKServer.callback)
                let page = Task { [request] in try await client.signInWithBrowser(request) }
                try await app.device.wait { $0.records.webSessions.count == 1 }
                #expect(try await client.signIn().user.email == app.email)
                await #expect(throws: PasskeyError.canceled) { try await page.value }
            }
        }

        @Test func `a system that never calls back blocks no later request`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let deaf = DeafSystem()
                let first = AppleDouble.$system.withValue(deaf) { Task { try await client.signIn() } }
                #expect(await eventually { deaf.gate.arrivals > 0 })
                #expect(try await client.signIn().user.email == app.email)
                await #expect(throws: PasskeyError.canceled) { try await first.value }
                deaf.gate.open()
            }
        }

        @Test func `a screen that is left while the network is slow is canceled`() async throws {
            let gate = AsyncGate()
            let app = TestApp(
                transport: SocketTransport { _ in
                    await gate.pass()
                    return .lost
                })
            try await app.run { client async throws in
                let task = Task { try await client.signIn() }
                #expect(await eventually { gate.arrivals > 0 })
                task.cancel()
                gate.open()
                await #expect(throws: PasskeyError.canceled) { try await task.value }
            }
        }

        @Test func `errors of a transport are told apart`() {
            struct WrongPin: Error {}
            #expect(PasskeyError(Server.Failure(CancellationError())) == .canceled)
            #expect(PasskeyError(Server.Failure(URLError(.cancelled))) == .canceled)
            #expect(PasskeyError(Server.Failure(URLError(.timedOut))) == .network)
            #expect(PasskeyError(Server.Failure(URLError(.serverCertificateUntrusted))) != .network)
            #expect(PasskeyError(Server.Failure(WrongPin())) != .network)
        }

        // MARK: AutoFill

        @Test func `AutoFill that the system turns down at once waits before it asks again`() async throws {
            let app = TestApp()
            try await app.signUp()
            app.device.set { $0.nextFailure = (code: 1001, reason: nil) }
            let (pauses, gate) = (Locked<[Duration]>([]), AsyncGate())
            let sleep: @Sendable (Duration) async -> Void = { pause in
                pauses.withLock { $0.append(pause) }
                await gate.pass()
            }
            try await app.run { client async throws in
                let waiting = AutoFillPause.$sleep.withValue(sleep) {
                    Task { try await client.signInWithAutoFill() }
                }
                #expect(await eventually { gate.arrivals == 1 })
                #expect(app.transport.sent(to: "/passkey/challenge").count == 1)
                app.device.set { $0.suggestion = .picks }
                gate.open()
                #expect(try await waiting.value.user.email == app.email)
            }
            #expect(pauses.withLock { $0 } == [.seconds(1)])
        }

        @Test func `AutoFill waits twice as long after each failure, for at most a minute`() async throws {
            let pauses = Locked<[Duration]>([])
            let sleep: @Sendable (Duration) async -> Void = { pause in pauses.withLock { $0.append(pause) } }
            await AutoFillPause.$sleep.withValue(sleep) {
                var pause = AutoFillPause()
                for _ in 1...8 { await pause.wait() }
            }
            #expect(pauses.withLock { $0 } == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        }

        @Test func `AutoFill waits for the first window and for the network`() async throws {
            let window = Locked<ASPresentationAnchor?>(nil)
            let isOnline = Locked(false)
            let device = AppleSimulator.withApp()
            try await TestApp(on: device).signUp()
            let app = TestApp(
                on: device, transport: SocketTransport { _ in isOnline.withLock { $0 } ? .arrives : .lost }
            ) { $0.anchor = { window.withLock { $0 } } }
            let gate = AsyncGate()
            try await app.run { client async throws in
                let sleep: @Sendable (Duration) async -> Void = { _ in await gate.pass() }
                let waiting = AutoFillPause.$sleep.withValue(sleep) {
                    Task { try await client.signInWithAutoFill() }
                }
                #expect(await eventually { gate.arrivals > 0 })
                #expect(app.transport.sent(to: "/passkey/challenge").isEmpty)
                let first = SimulatedWindow()
                window.withLock { $0 = first }
                gate.open()
                #expect(await eventually { !app.transport.sent(to: "/passkey/challenge").isEmpty })
                device.set { $0.suggestion = .picks }
                isOnline.withLock { $0 = true }
                #expect(try await waiting.value.user.id.isEmpty == false)
            }
        }

        @Test func `the field that asks last has the suggestions`() async throws {
            let app = TestApp()
            try await app.signUp()
            try await app.run { client async throws in
                let first = Task { try await client.signInWithAutoFill() }
                try await app.device.wait { $0.runningRequest == .autoFill }
                let second = Task { try await client.signInWithAutoFill() }
                await #expect(throws: PasskeyError.canceled) { try await first.value }
                try await app.device.wait { $0.runningRequest == .autoFill }
                app.device.set { $0.suggestion = .picks }
                #expect(try await second.value.user.email == app.email)
            }
        }

        @Test func `AutoFill ends with its task, also while a sheet is open`() async throws {
            let app = TestApp()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let sheet = Task { try await client.signUp(email: app.email) }
                try await app.device.wait { $0.records.shownSheets == 1 }
                let waiting = Task { try await client.signInWithAutoFill() }
                waiting.cancel()
                await #expect(throws: PasskeyError.canceled) { try await waiting.value }
                #expect(app.device.state.runningRequest == .modal)
                app.device.set { $0.person = .approves }
                _ = try await sheet.value
            }
        }

        @Test func `AutoFill stays away while a passkey is made without asking`() async throws {
            let (gate, device) = (AsyncGate(), AppleSimulator.withApp())
            let app = TestApp(
                on: device,
                transport: SocketTransport { request in
                    request.url?.path.hasSuffix("/verify") == true ? .responseHeld(gate) : .arrives
                })
            device.set { $0.means = .securityKey }
            try await app.run { client async throws in
                _ = try await client.signUp(NewUser(email: app.email), allowsSecurityKeys: true)
                device.set {
                    $0.means = .thisDevice
                    $0.passwordWasJustFilled = true
                }
                let waiting = Task { try await client.signInWithAutoFill() }
                try await device.wait { $0.runningRequest == .autoFill }
                let upgrade = Task { await client.upgradeToPasskey() }
                #expect(await eventually { gate.arrivals > 0 })
                // Long enough for AutoFill to be armed again, if it would.
                try await Task.sleep(for: .seconds(0.5))
                #expect(device.state.runningRequest == nil)
                gate.open()
                #expect(await upgrade.value)
                try await device.wait { $0.runningRequest == .autoFill }
                waiting.cancel()
                _ = try? await waiting.value
            }
        }

        @Test func `a passkey that is made without asking closes no sheet`() async throws {
            let app = TestApp()
            try await app.signUp()
            app.device.set { $0.person = .neverAnswers }
            try await app.run { client async throws in
                let sheet = Task { try await client.signIn() }
                try await app.device.wait { $0.runningRequest == .modal }
                #expect(await client.upgradeToPasskey() == false)
                #expect(app.device.state.runningRequest == .modal)
                app.device.set { $0.person = .approves }
                _ = try await sheet.value
            }
        }
    }
}

/// A system that does not call back, whatever happens to the request.
private final class DeafSystem: SimulatedSystem {
    let gate = AsyncGate()

    struct Unused: Error {}

    @MainActor
    func perform(
        _ requests: [ASAuthorizationRequest], presentation: SimulatedPresentation
    ) async throws -> (ASAuthorizationRequest, any ASAuthorizationCredential) {
        await gate.pass()
        throw Unused()
    }

    func signal(_ signal: SimulatedSignal) async throws {}

    @MainActor
    func openWebSession(_ session: SimulatedWebSession) async throws -> URL { throw Unused() }
}
