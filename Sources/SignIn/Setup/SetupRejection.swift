// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why the code of the set-up is rejected.
package enum SetupRejection: String, Failure, CaseIterable {
    /// The code is not the current one.
    case codeMismatch = "code-mismatch"
    /// The code has expired.
    case codeExpired = "code-expired"
    /// The server has an owner.
    case finished
}

extension SetupRejection {
    package var fault: Fault {
        let open = "Run thumbturn setup, and open the address that it prints."
        let code = "sign-in.setup.\(rawValue)"
        return switch self {
        case .codeMismatch:
            Fault(
                .denied, code,
                "This code is not valid. The terminal that started the server shows the current one.", remedy: open)
        case .codeExpired:
            Fault(.denied, code, "This code has expired. Run thumbturn setup for a new one.", remedy: open)
        case .finished:
            Fault(
                .conflict, code, "This server has an owner. Sign in to the account.",
                remedy: "None needed. The owner signs in at /account.")
        }
    }
}
