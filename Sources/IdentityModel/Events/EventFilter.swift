// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Which events are asked for; what is `nil` excludes none.
package struct EventFilter: Hashable, Sendable {
    package var user: UserID?
    /// A kind such as `user.blocked`, or what kinds begin with, such as `user`.
    package var kind: String?
    /// The earliest time.
    package var since: Timestamp?

    package init() {}
}
