// SPDX-License-Identifier: Apache-2.0

/// What a sign-in may cost beside the one signature that no server can avoid checking.
struct Gate {
    let name: String
    let leastRate: Double

    static let all = [
        Gate(name: CeremonyCases.parsedName("ES256"), leastRate: 0.85),
        Gate(name: CeremonyCases.rebuiltName("ES256"), leastRate: 0.75),
    ]
}
