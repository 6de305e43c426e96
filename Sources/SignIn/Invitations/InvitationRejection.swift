// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why an invitation is rejected.
package enum InvitationRejection: Failure, Hashable {
    /// The invitation was not sealed by this server, or was tampered with.
    case notSealedHere
    /// The invitation has expired.
    case expired
    /// The invitation is for another host.
    case belongsElsewhere
    /// The invitation was consumed before.
    case alreadyConsumed
}

extension InvitationRejection {
    package var fault: Fault {
        let foreign = "The link is incomplete or from another server. Open it exactly as you received it."
        let (suffix, sentence) =
            switch self {
            case .expired: ("expired", "The invitation has expired. Ask for a new one.")
            case .alreadyConsumed:
                ("consumed", "The invitation was already used. If you didn't use it, ask for a new one.")
            case .notSealedHere: ("seal-invalid", foreign)
            case .belongsElsewhere: ("binding-mismatch", foreign)
            }
        return Fault(
            .invalidGrant, "sign-in.invitation.\(suffix)", sentence,
            remedy: "Create another invitation with thumbturn users invite.")
    }

    /// One for each code.
    static let examples: [InvitationRejection] = [.notSealedHere, .expired, .belongsElsewhere, .alreadyConsumed]
}
