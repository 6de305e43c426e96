// SPDX-License-Identifier: Apache-2.0

/// One step of the schema. Once released it is never edited: what it made exists in people's files.
struct Migration {
    /// Marks a file as ours ("Thum" in ASCII).
    static let applicationID: Int64 = 0x5468_756D

    let number: Int
    /// What it does, in a few words.
    let title: String
    let script: String

    /// All, in their order and without gaps.
    static let all = [firstTables]
}
