// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification

/// What a ceremony may cost beside the one signature that no server can avoid checking.
struct Gate {
    let name: String
    let leastRate: Double

    static let all =
        [
            Gate(name: CeremonyCases.parsedName("ES256"), leastRate: 0.85),
            Gate(name: CeremonyCases.rebuiltName("ES256"), leastRate: 0.75),
        ] + CostlyCases.registrationNames.map { Gate(name: $0, leastRate: 1 / Double(AttestationPolicy().limits.work)) }
}
