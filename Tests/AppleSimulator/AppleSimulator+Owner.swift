// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import LocalAuthentication

extension AppleSimulator: SimulatedOwner {
    package var biometryType: LABiometryType { .faceID }

    package var biometricState: Data? {
        let state = state
        guard state.hasPasscode, state.biometrics != .notEnrolled else { return nil }
        return Data("biometrics \(state.enrolledBiometrics)".utf8)
    }

    package func obstacle(to policy: LAPolicy) -> LAError? {
        let state = state
        guard state.hasPasscode else { return LAError(.passcodeNotSet) }
        let needsBiometrics = policy == .deviceOwnerAuthenticationWithBiometrics
        return needsBiometrics && state.biometrics == .notEnrolled ? LAError(.biometryNotEnrolled) : nil
    }

    package func evaluate(_ request: SimulatedEvaluation) async throws {
        set { $0.records.evaluations.append(request) }
        let outcome = try await value { $0.biometrics == .neverAnswers ? nil : $0.biometrics }
        switch outcome {
        case .matches: return
        case .lockedOut: throw LAError(.biometryLockout)
        case .cannotBeAsked: throw LAError(.notInteractive)
        case .fails: throw LAError(.authenticationFailed)
        case .canceled, .neverAnswers: throw LAError(.userCancel)
        case .notEnrolled:
            // The passcode stands in, if the policy allows it.
            if let obstacle = obstacle(to: request.policy) { throw obstacle }
        }
    }
}
