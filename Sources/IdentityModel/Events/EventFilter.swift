// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A filter for events. Members that are `nil` exclude none.
package struct EventFilter: Hashable, Sendable {
    package var user: UserID?
    /// A kind such as `user.blocked`, or a prefix of kinds such as `user`.
    package var kind: String?
    /// The earliest time.
    package var since: Timestamp?

    package init() {}
}
