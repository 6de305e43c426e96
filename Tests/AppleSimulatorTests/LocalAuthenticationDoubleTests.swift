// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import LocalAuthentication
import TestLimits
import Testing

@MainActor
@Suite(.turnLimit)
struct LocalAuthenticationDoubleTests {
    private let simulator = AppleSimulator()

    @Test(arguments: [
        (SimulatorState.Biometrics.matches, Int?.none), (.fails, -1), (.canceled, -2), (.notEnrolled, -7),
    ])
    func `Face ID ends as its owner wants`(outcome: SimulatorState.Biometrics, code: Int?) async {
        simulator.set { $0.biometrics = outcome }
        let failure = await simulator.run {
            await error {
                try await LAContext().evaluatePolicy(
                    .deviceOwnerAuthenticationWithBiometrics, localizedReason: "Unlock your session")
            }
        }
        #expect(failure?.code == code)
    }

    @Test
    func `a device without a passcode can't evaluate anything`() async {
        simulator.set { $0.hasPasscode = false }
        await simulator.run {
            var reason: NSError?
            #expect(!LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &reason))
            #expect(reason?.code == LAError.passcodeNotSet.rawValue)
        }
    }

    @Test
    func `an invalid context ends its evaluation`() async {
        simulator.set { $0.biometrics = .neverAnswers }
        await simulator.run {
            nonisolated(unsafe) let context = LAContext()
            async let failure = error {
                try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Unlock your session")
            }
            try? await simulator.wait { $0.records.evaluations.count == 1 }
            context.invalidate()
            #expect(await failure?.code == LAError.appCancel.rawValue)
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        }
    }
}
