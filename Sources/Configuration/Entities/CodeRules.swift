// SPDX-License-Identifier: Apache-2.0

/// The tenant's `thumbturn.codes`: the one-time codes that are sent to addresses.
package struct CodeRules: Hashable, Sendable {
    package var digits = 6
    /// How long a code works, in seconds.
    package var lifetime = 600
    /// How many codes may be entered for one that was sent.
    package var tries = 5

    package init() {}

    init(from members: inout ConfigurationMembers) {
        digits = members.integer("digits", in: 6...8, of: "digits") ?? digits
        lifetime = members.integer("lifetime_seconds", in: 120...1800, of: "seconds") ?? lifetime
        tries = members.integer("tries", in: 1...10, of: "tries") ?? tries
    }
}
