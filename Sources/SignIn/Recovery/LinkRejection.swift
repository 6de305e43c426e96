// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a mailed link is rejected.
package enum LinkRejection: Failure, Hashable, CaseIterable {
    /// It was used, has expired, belongs to another host, or the account has changed since. Strangers never learn more.
    case unusable
    /// What the link takes back is gone already, or has settled.
    case nothingLeft
    /// The address has objected twice within 30 days.
    case objectionsSpent
}

extension LinkRejection {
    package var fault: Fault {
        switch self {
        case .unusable:
            Fault(
                .invalidGrant, "link.unusable", "This link doesn't work any longer. Ask for a new one.",
                remedy: "Ask for another mail. A link works once, for an hour, until the account changes.")
        case .nothingLeft:
            Fault(
                .conflict, "link.nothing-left",
                "There is nothing left to take back: it is gone already, or older than three days.",
                remedy:
                    "None needed if it is gone. Otherwise a passkey that the account has had for three days removes it."
            )
        case .objectionsSpent:
            Fault(
                .conflict, "recovery.objection-spent",
                "This address has taken back two changes within 30 days, which is the most that it may alone.",
                remedy:
                    "Use a passkey, which may without limit. Otherwise an operator decides, with thumbturn users.")
        }
    }
}
