// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a session is rejected. The response does not reveal to the client which of these it is, apart from expiry and
/// reuse.
package enum CeremonyRejection: Failure, Hashable {
    /// The session was not sealed by this server, or was tampered with.
    case notSealedHere
    /// The session has expired.
    case expired
    /// The ceremony began for another client, host or organization.
    case belongsElsewhere
    /// The ceremony has another purpose.
    case purposeMismatch
    /// The ceremony was consumed before.
    case alreadyConsumed
}

extension CeremonyRejection {
    package var fault: Fault {
        let misplaced = "Return the auth_session to the host and with the client that started it."
        let invalid = "The auth_session is not valid here. Start again."
        let (suffix, sentence, remedy) =
            switch self {
            case .expired:
                (
                    "expired", "Auth session has expired. Start again.",
                    "Start again. thumbturn.ceremony_lifetime_seconds sets how long a ceremony may take."
                )
            case .alreadyConsumed:
                (
                    "consumed", "The auth_session was already used. Start again.",
                    "Start again. Each auth_session is valid for one response."
                )
            case .notSealedHere: ("seal-invalid", invalid, misplaced)
            case .belongsElsewhere: ("binding-mismatch", invalid, misplaced)
            case .purposeMismatch: ("purpose-mismatch", invalid, misplaced)
            }
        return Fault(.invalidGrant, "sign-in.ceremony.\(suffix)", sentence, remedy: remedy)
    }

    /// One for each code.
    static let examples: [CeremonyRejection] = [
        .notSealedHere, .expired, .belongsElsewhere, .purposeMismatch, .alreadyConsumed,
    ]
}
