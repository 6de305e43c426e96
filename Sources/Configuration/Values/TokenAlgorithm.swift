// SPDX-License-Identifier: Apache-2.0

/// An algorithm that the server signs tokens with.
package enum TokenAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    init(configured text: String) throws(ValueRejection) {
        if let algorithm = TokenAlgorithm(rawValue: text) {
            self = algorithm
            return
        }
        throw switch text {
        case "HS256":
            ValueRejection(
                "signs with the client's secret, which is stored as a hash only", remedy: "Write RS256, ES256 or EdDSA."
            )
        case "PS256": ValueRejection("is not offered", remedy: "Write RS256, which uses the same keys.")
        default: ValueRejection("is not known", remedy: "Write RS256, ES256 or EdDSA.")
        }
    }
}
