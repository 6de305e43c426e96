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

    package init(_ configuration: JSONValue = HarnessConfiguration().json) throws {
        folder = try TemporaryFolder()
        try Data(configuration.serialized()).write(to: URL(fileURLWithPath: self.configuration))
    }

    /// The size of the database in bytes, without its log.
    package var databaseSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: database)[.size] as? Int) ?? 0
    }
}
