// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalAuthentication

/// Opens the gate. Tasks that arrive at once cause one question. The gate closes when the application goes to the
/// background.
actor GateKeeper {
    private let gate: BiometricGate?
    /// The time of a clock that the user can't set, and that goes on while the device sleeps.
    private var openedAt: ContinuousClock.Instant?
    private var question: Task<PasskeyError?, Never>?
    private var background: BackgroundNotice?

    init(_ gate: BiometricGate?) {
        self.gate = gate
        guard gate != nil else { return }
        let notice = BackgroundNotice()
        background = notice
        notice.call { [weak self] in Task { await self?.close() } }
    }

    /// A sign-in has just shown who is there.
    func noteSignIn() {
        openedAt = .now
    }

    func close() {
        openedAt = nil
    }

    /// Returns when the gate is open.
    nonisolated func pass() async throws(PasskeyError) {
        if let gate { try await pass(gate) }
    }

    private func pass(_ gate: BiometricGate) async throws(PasskeyError) {
        if let openedAt, ContinuousClock.now - openedAt < .seconds(gate.validFor) { return }
        let task = question ?? Task { await ask(gate) }
        question = task
        if let error = await task.value { throw error }
    }

    private func ask(_ gate: BiometricGate) async -> PasskeyError? {
        defer { question = nil }
        let owner = LAContext()
        let policy: LAPolicy =
            gate.allowsPasscode ? .deviceOwnerAuthentication : .deviceOwnerAuthenticationWithBiometrics
        do {
            guard try await owner.evaluatePolicy(policy, localizedReason: gate.reason) else { return .canceled }
            openedAt = .now
            return nil
        } catch {
            return Self.passkeyError(for: error)
        }
    }

    /// Why there is no answer: the device can't ask, or the question was not answered.
    private static func passkeyError(for error: any Error) -> PasskeyError {
        guard let code = (error as? LAError)?.code else { return .notSupported }
        switch code {
        case .biometryNotAvailable, .biometryNotEnrolled, .passcodeNotSet: return .notSupported
        case .biometryLockout: return .biometricsLocked
        case .notInteractive: return .notInteractive
        default: return .canceled
        }
    }
}
