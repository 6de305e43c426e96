// SPDX-License-Identifier: Apache-2.0

import HTTPContract

/// In whose words an error is told.
package enum ResponseFamily: Sendable {
    /// `error` and `error_description`.
    case authentication
    /// Those, with `type`, `title`, `status` and `detail` (RFC 7807) beside them.
    case myAccount

    init(_ path: String) {
        self = path.utf8.starts(with: "/me/".utf8) ? .myAccount : .authentication
    }
}
