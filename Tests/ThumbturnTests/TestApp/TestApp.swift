// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import CryptoKit
import Foundation
import Security
import SoftwareAuthenticator
import Testing
import WireFormats

@testable import Thumbturn

/// An application with the SDK, on a simulated device.
@MainActor
struct TestApp {
    let device: AppleSimulator
    let client: PasskeyClient
    let transport: SocketTransport
    let email = "\(UUID().uuidString.lowercased())@example.org"

    /// Installs the application, by default on a new device. Two on one device share its keychain.
    init(
        _ clientID: String = "ios", on device: AppleSimulator = .withApp(),
        transport: SocketTransport = SocketTransport(),
        _ configure: (inout PasskeyClient.Options) -> Void = { _ in }
    ) {
        self.device = device
        self.transport = transport
        var options = PasskeyClient.Options()
        options.transport = transport
        configure(&options)
        client = PasskeyClient(domain: SDKServer.host, clientID: clientID, options: options)
    }

    /// The error of a test whose sheet never returns. The test goes on without waiting for it.
    struct Hanging: Error {}

    /// Runs the application.
    func run<Result: Sendable>(
        _ body: @escaping @MainActor (PasskeyClient) async throws -> Result
    ) async throws -> Result {
        let (device, client) = (device, client)
        let outcomes = AsyncStream<Swift.Result<Result, any Error>>.makeStream()
        let running = Task { @MainActor in
            do {
                outcomes.continuation.yield(.success(try await device.run { try await body(client) }))
            } catch {
                outcomes.continuation.yield(.failure(error))
            }
        }
        let watchdog = Task {
            try await Task.sleep(for: .seconds(40))
            outcomes.continuation.yield(.failure(Hanging()))
        }
        defer {
            running.cancel()
            watchdog.cancel()
        }
        var first = outcomes.stream.makeAsyncIterator()
        guard let outcome = await first.next() else { throw CancellationError() }
        return try outcome.get()
    }

    /// Signs a new user up.
    @discardableResult
    func signUp() async throws -> SignInResult {
        try await run { try await $0.signUp(email: email, name: "Ada") }
    }

    /// Adds a passkey on the user's security key, and lets it settle, because the server does not remove the last
    /// passkey that has settled.
    func addSecurityKey() async throws {
        device.set { $0.means = .securityKey }
        _ = try await run { try await $0.passkeys.add(to: .securityKey) }
        try SDKServer.settlePasskeys()
        device.set { $0.means = .thisDevice }
    }

    /// The passkey of this device.
    func ownPasskey() async throws -> Passkey {
        try #require(try await run { try await $0.passkeys.list().first(where: \.isSynced) })
    }

    /// Returns when the device has learned which passkeys the account has, which happens after every sign-in.
    func waitForSynchronization() async throws {
        try await device.wait { state in
            state.records.signals.contains { if case .allAccepted = $0 { true } else { false } }
        }
    }
}

extension AppleSimulator {
    /// A device with the application, whose entitlement and association file name both hosts.
    static func withApp(
        profile: AuthenticatorProfile = .iCloudKeychain, keychain: SimulatedKeychain = SimulatedKeychain(),
        enclave: SimulatedEnclave? = SimulatedEnclave()
    ) -> AppleSimulator {
        AppleSimulator(
            profile: profile, associatedDomains: [SDKServer.relyingPartyID, SDKServer.host], keychain: keychain,
            enclave: enclave)
    }

    /// Returns a client's session as the keychain has it.
    func storedSession(of client: String = "ios") -> JSONObject? {
        let data = keychain.data(account: "\(SDKServer.host)/\(client)/session")
        return data.flatMap { try? JSONReader.read([UInt8]($0)) }?.objectValue
    }
}
