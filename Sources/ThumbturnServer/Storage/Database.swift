// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel

extension ServerSettings {
    /// The database of a server: the kind of its storage, and where it is.
    package struct Database: Hashable, Sendable, CustomStringConvertible {
        package let kind: StorageKind
        /// A path, for example. Its form depends on the kind.
        let location: String

        package init(_ kind: StorageKind, at location: String) {
            self.kind = kind
            self.location = location
        }

        /// The location, for people.
        package var description: String { location }
    }
}

// MARK: The setting

extension ServerSettings.Database {
    /// The form of the setting.
    static let form = StorageKind.all.map { "\($0.name):\($0.form)" }.joined(separator: " or ")

    /// Reads a setting such as `sqlite:PATH`.
    init(_ text: String) throws(ValueRejection) {
        let kind = StorageKind.all.first { text.hasPrefix("\($0.name):") }
        guard let kind, case let location = text.dropFirst(kind.name.count + 1), !location.isEmpty else {
            let forms = StorageKind.all.map { "\($0.name): and \($0.formInWords)" }.joined(separator: ", or ")
            throw ValueRejection("is not a database", remedy: "Write \(forms).")
        }
        self.init(kind, at: String(location))
    }

    /// The setting that names this database.
    var setting: String { "\(kind.name):\(location)" }

    /// The database of a data folder, unless the setting names another one.
    package static func standard(in folder: String) -> Self {
        let kind = StorageKind.standard
        return Self(kind, at: kind.standardLocation(folder))
    }
}

// MARK: What its kind knows

extension ServerSettings.Database {
    /// Whether it was created.
    var exists: Bool { kind.exists(location) }

    /// Its own files, the one with the data first; empty if it is not in files of this machine.
    var files: [String] { kind.files(location) }

    /// The folder of its files; `nil` if there are none.
    var folder: String? { files.first.map(FileAccess.parent(of:)) }

    /// The file that a running server locks; `nil` if several servers may run on the database.
    var lockFile: String? { kind.lockFile(location) }

    /// Opens or creates it, and migrates its schema.
    package func open(observer: StorageObserver? = nil) throws -> OpenDatabase { try kind.open(location, observer) }

    /// Returns the number of the schema that it has now, without changing it.
    func storedSchema() throws -> Int { try kind.storedSchema(location) }

    /// Passes a snapshot to a body, and changes nothing. The schema must be this program's.
    func look(_ body: (any StorageSnapshot) throws -> Void) throws { try kind.look(location, body) }

    /// Returns how it is replaced with a backup.
    func replacement() throws(CommandFailure) -> DatabaseReplacement { try kind.replacement(location) }
}
