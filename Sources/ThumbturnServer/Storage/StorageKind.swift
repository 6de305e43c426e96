// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel

/// A kind of storage, with everything that the program knows about it beyond ``Storage``.
///
/// The functions are passed the location of a database, which is what follows the name in the setting.
package struct StorageKind: Sendable {
    /// The name with which the setting begins.
    let name: String
    /// The form of a location, such as `PATH`, and the same in words.
    let form: String
    let formInWords: String
    /// The number of this program's schema.
    package let schema: Int
    /// Returns the location that a data folder has by default.
    let standardLocation: @Sendable (_ folder: String) -> String

    let exists: @Sendable (_ location: String) -> Bool
    /// Returns the files of a database, the one with the data first; none if they are not on this machine.
    let files: @Sendable (_ location: String) -> [String]
    /// Returns the file that a running server locks, or `nil` if several servers may run on one database.
    package var lockFile: @Sendable (_ location: String) -> String?

    /// Opens or creates a database, and migrates its schema.
    let open: @Sendable (_ location: String, StorageObserver?) throws -> OpenDatabase
    /// Returns the number of the schema that a database has.
    let storedSchema: @Sendable (_ location: String) throws -> Int
    /// Passes a snapshot of a database to a body, and changes nothing.
    let look: @Sendable (_ location: String, _ body: (any StorageSnapshot) throws -> Void) throws -> Void
    /// Returns how a database is replaced with a backup. Throws what to do instead if the program can't do that.
    let replacement: @Sendable (_ location: String) throws(CommandFailure) -> DatabaseReplacement
}

extension StorageKind {
    /// All kinds that a setting can name.
    static let all = [sqlite]

    /// The kind without a setting.
    static let standard = sqlite
}

extension StorageKind: Hashable {
    package static func == (left: StorageKind, right: StorageKind) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
