// SPDX-License-Identifier: Apache-2.0

public import Foundation
import LocalAuthentication

/// Asks the person at the device to prove that it is theirs before a stored session is used.
public struct BiometricGate: Hashable, Sendable {
    /// Why the application asks. The system shows it.
    public var reason: String
    /// The seconds for which a proof is enough. A sign-in counts as one.
    public var validFor: TimeInterval
    /// Whether the passcode is enough.
    public var allowsPasscode: Bool

    /// Describes a gate.
    public init(reason: String, validFor: TimeInterval = 300, allowsPasscode: Bool = true) {
        self.reason = reason
        self.validFor = validFor
        self.allowsPasscode = allowsPasscode
    }
}

/// Opens the gate. Tasks that arrive at once cause one question.
@MainActor
final class GateKeeper: Sendable {
    private let gate: BiometricGate?
    private var openedAt: Date?
    private var question: Task<PasskeyError?, Never>?

    nonisolated init(_ gate: BiometricGate?) {
        self.gate = gate
    }

    /// A sign-in has just shown who is there.
    func noteSignIn() {
        openedAt = Date()
    }

    func close() {
        openedAt = nil
    }

    /// Returns when the gate is open.
    func pass() async throws(PasskeyError) {
        guard let gate else { return }
        if let openedAt, abs(openedAt.timeIntervalSinceNow) < gate.validFor { return }
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
            openedAt = Date()
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
