// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
package import CryptoKit
import LocalAuthentication
import POSIX
package import Security
package import SoftwareAuthenticator
import WireFormats

/// Plays an iOS device with its owner behind the doubles of Apple's frameworks, in front of software authenticators.
///
/// What runs inside `run` lives on this device. Tests change its owner and its settings with `set` and look at `state`:
///
/// - `perform` (AppleSimulator+System.swift) lets one request run at a time and asks the owner;
/// - registrations and assertions turn a request into options, and a response of the authenticator into a credential;
/// - signals change the authenticator, web sessions go to a closure of the test, and biometrics end as the state says.
package final class AppleSimulator: Sendable {
    private struct Shared {
        var state: SimulatorState
        var running: Int?
        var nextID = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

        mutating func takeID() -> Int {
            nextID += 1
            return nextID
        }
    }

    /// The device's own credential manager.
    package let authenticator: SoftwareAuthenticator
    /// The credential manager of another device, reached by a QR code.
    package let otherDevice = SoftwareAuthenticator(profile: .iCloudKeychain)
    /// A key that the person holds.
    package let securityKey = SoftwareAuthenticator(profile: .securityKey)
    /// The device's keychain. Simulators with the same one are processes on one device.
    package let keychain: SimulatedKeychain
    /// The device's Secure Enclave, if it has one.
    package let enclave: SimulatedEnclave?
    private let shared: Locked<Shared>

    package init(
        profile: AuthenticatorProfile = .iCloudKeychain, associatedDomains: Set<String> = ["example.com"],
        keychain: SimulatedKeychain = SimulatedKeychain(), enclave: SimulatedEnclave? = SimulatedEnclave()
    ) {
        self.enclave = enclave
        authenticator = SoftwareAuthenticator(profile: profile)
        self.keychain = keychain
        shared = Locked(Shared(state: SimulatorState(associatedDomains: associatedDomains)))
    }

    /// The same device after an update of its system, which makes passkeys of another kind and keeps what was there.
    package init(updating old: AppleSimulator, to profile: AuthenticatorProfile) throws {
        let fresh = try JSONReader.read(SoftwareAuthenticator(profile: profile).vault())
        var vault = try JSONReader.read(old.authenticator.vault()).objectValue ?? [:]
        vault["profile"] = fresh["profile"]
        authenticator = try SoftwareAuthenticator(vault: JSONValue.object(vault).serialized())
        keychain = old.keychain
        enclave = old.enclave
        shared = Locked(Shared(state: SimulatorState(associatedDomains: old.state.associatedDomains)))
    }

    /// The present state of the device and its owner, and the records so far.
    package var state: SimulatorState { shared.withLock { $0.state } }

    /// The records of what happened so far.
    package var records: SimulatorRecords { state.records }

    /// Changes the device or its owner. Requests that wait for the owner look again.
    package func set(_ change: (inout SimulatorState) -> Void) { update { change(&$0.state) } }

    /// The failure that a test ordered, once.
    func takeNextFailure() -> ASAuthorizationError? {
        let failure = update { shared in
            defer { shared.state.nextFailure = nil }
            return shared.state.nextFailure
        }
        return failure.map { SystemErrors.authorization(code: $0.code, reason: $0.reason) }
    }

    private func update<Result>(_ body: (inout Shared) -> Result) -> Result {
        let (result, waiting) = shared.withLock { shared in
            let result = body(&shared)
            defer { shared.waiting = [:] }
            return (result, Array(shared.waiting.values))
        }
        for continuation in waiting { continuation.resume() }
        return result
    }

    /// Runs a body on this device.
    package func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await AppleDouble.$system.withValue(self) {
            try await KeychainDouble.$keychain.withValue(keychain) {
                try await CryptoKitDouble.$curve.withValue(OpenSSLCurve()) {
                    try await CryptoKitDouble.$enclave.withValue(enclave) {
                        try await LocalAuthenticationDouble.$owner.withValue(self) {
                            try await body()
                        }
                    }
                }
            }
        }
    }

    /// Suspends until the state fulfills a condition. Throws if the task is canceled before that.
    package func wait(until condition: @Sendable (SimulatorState) -> Bool) async throws {
        _ = try await value { condition($0) ? true : nil }
    }

    /// Suspends until the state has a value. Throws if the task is canceled before that.
    func value<Value: Sendable>(_ read: @Sendable (SimulatorState) -> Value?) async throws -> Value {
        let id = shared.withLock { $0.takeID() }
        while true {
            try Task.checkCancellation()
            if let value = read(state) { return value }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isReady = shared.withLock { shared in
                        if Task.isCancelled || read(shared.state) != nil { return true }
                        shared.waiting[id] = continuation
                        return false
                    }
                    if isReady { continuation.resume() }
                }
            } onCancel: {
                shared.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
            }
        }
    }

    // MARK: - One request at a time

    /// Begins a request, unless another one runs. A waiting AutoFill request runs until it is canceled.
    func beginRequest(_ presentation: SimulatedPresentation) throws -> Int {
        let id: Int? = update { shared in
            guard shared.running == nil else { return nil }
            let id = shared.takeID()
            shared.running = id
            shared.state.runningRequest = presentation
            return id
        }
        guard let id else { throw SystemErrors.requestInProgress }
        return id
    }

    /// Ends a request, from its task or where it is canceled.
    func endRequest(_ id: Int) {
        update { shared in
            guard shared.running == id else { return }
            shared.running = nil
            shared.state.runningRequest = nil
        }
    }
}
