// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
package import WireFormats

/// A folder with a server's data and configuration, removed with this value.
package final class ProgramFolder: Sendable {
    package var path: String { folder.path }
    package var data: String { path + "/data" }
    package var database: String { data + "/thumbturn.sqlite" }
    package var configuration: String { path + "/configuration.json" }
    private let folder: TemporaryFolder

    /// - Parameter isNew: whether no server has used the folder. Otherwise it has the keys of a server with the usual
    ///   URL, which take a second to generate.
    package init(_ configuration: JSONValue = HarnessConfiguration().json, isNew: Bool = false) throws {
        folder = try TemporaryFolder()
        try Data(configuration.serialized()).write(to: URL(fileURLWithPath: self.configuration))
        if !isNew { try UsedData.shared.get().write(to: data) }
    }

    /// The size of the database in bytes, without its log.
    package var databaseSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: database)[.size] as? Int) ?? 0
    }
}

/// The data that a server leaves which has been started for the first time, and stopped.
private struct UsedData {
    static let shared = Result { try UsedData() }

    private let files: [(name: String, content: Data)]

    private init() throws {
        let folder = try ProgramFolder(isNew: true)
        _ = try RunningProgram(on: folder).stop()
        // The tests that get a copy may run much later.
        try DatabaseEdit.forgetTime(in: folder.database)
        files = try FileManager.default.contentsOfDirectory(atPath: folder.data).map { name in
            (name, try Data(contentsOf: URL(filePath: "\(folder.data)/\(name)")))
        }
    }

    func write(to folder: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for file in files {
            let path = "\(folder)/\(file.name)"
            guard manager.createFile(atPath: path, contents: file.content, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
        }
    }
}
