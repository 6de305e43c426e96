// SPDX-License-Identifier: Apache-2.0

/// The cost of a password's hash (Argon2id), which every server of one storage shares.
package struct PasswordHashCost: Hashable, Sendable {
    /// The memory in KiB.
    package var memory = 19_456
    package var passes = 2

    package init() {}

    init(from members: inout ConfigurationMembers) {
        memory = members.integer("memory_kib", in: 8...1_048_576, of: "KiB") ?? memory
        passes = members.integer("passes", in: 1...10, of: "passes") ?? passes
    }
}
