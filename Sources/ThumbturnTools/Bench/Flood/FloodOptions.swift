// SPDX-License-Identifier: Apache-2.0

import CommandLine

/// The options of the scenario `password-flood`.
struct FloodOptions: Sendable {
    /// How many passwords are guessed per second.
    var guesses = 200
    /// How many passkey sign-ins begin per second; `nil` for a fifth of what the server can do.
    var signIns: Int?
    /// Whether a missed limit is a failure.
    var isGate = false

    init() {}

    init(_ arguments: CommandArguments, of scenario: BenchScenario) throws(CommandFailure) {
        guesses = try arguments.number("--guesses", in: 1...100_000) ?? guesses
        signIns = try arguments.number("--sign-ins", in: 1...100_000)
        isGate = arguments.contains("--gate")
        guard scenario != .passwordFlood else { return }
        for name in ["--guesses", "--sign-ins", "--gate"] where arguments.contains(name) {
            throw .malformed("\(name) is for --scenario \(BenchScenario.passwordFlood.rawValue).")
        }
    }
}
