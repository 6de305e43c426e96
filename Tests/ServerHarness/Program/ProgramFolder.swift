// SPDX-License-Identifier: Apache-2.0

import Foundation
package import WireFormats

/// A folder for one server: its data, its configuration, and nothing that others need. It goes with this value.
package final class ProgramFolder: Sendable {
    package let path: String
    package var data: String { path + "/data" }
    package var database: String { data + "/thumbturn.sqlite" }
    package var configuration: String { path + "/configuration.json" }

    package init(_ configuration: JSONValue = HouseConfiguration().json) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "thumbturn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(configuration.serialized()).write(to: URL(fileURLWithPath: self.configuration))
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// How many bytes the database has, without its log.
    package var databaseSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: database)[.size] as? Int) ?? 0
    }
}
