// SPDX-License-Identifier: Apache-2.0

/// One step of the schema. Once released it is never edited: what it made exists in people's files.
package struct Migration: Sendable {
    /// Marks a file as ours ("Thum" in ASCII).
    static let applicationID: Int64 = 0x5468_756D

    package let number: Int
    /// What it does, in a few words.
    package let title: String
    package let script: String

    package init(number: Int, title: String, script: String) {
        self.number = number
        self.title = title
        self.script = script
    }

    /// All, in their order and without gaps.
    package static let all = [firstTables, clock, openingPasskeys, fewerIndexes]
}
