// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a mailed link is rejected.
package enum LinkRejection: Failure, Hashable, CaseIterable {
    /// It was used, has expired, belongs to another host, or the account has changed since. Strangers never learn more.
    case unusable
}

extension LinkRejection {
    package var fault: Fault {
        switch self {
        case .unusable:
            Fault(
                .invalidGrant, "link.unusable", "This link doesn't work any longer. Ask for a new one.",
                remedy: "Ask for another mail. A link works once, for an hour, until the account changes.")
        }
    }
}
