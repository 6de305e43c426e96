// SPDX-License-Identifier: Apache-2.0

/// Why a text or an object is not a password hash that the server verifies.
package enum PasswordHashRejection: Error, Hashable {
    /// There is no such algorithm, or not on this system.
    case unknownAlgorithm
    /// The part of this name is missing or malformed.
    case malformed(String)
    /// The parameter of this name would take too much time or memory.
    case outOfBounds(String)
}

extension PasswordHashRejection {
    /// What is wrong, for an operator.
    package var explanation: String {
        switch self {
        case .unknownAlgorithm: "its algorithm is not known here."
        case .malformed(let part): "its \(part) is malformed."
        case .outOfBounds(let parameter): "its \(parameter) would take too much time or memory."
        }
    }
}
