// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel

/// What is configured in a storage, and how often it had been changed when it was read.
struct StoredConfiguration: Sendable {
    let revision: Int
    let configuration: ConfigurationSnapshot

    static func read(_ storage: any Storage, url: WebOrigin) async throws -> StoredConfiguration {
        let (revision, documents) = try await storage.read { snapshot in
            (try snapshot.configuration.revision(), try snapshot.configuration.list())
        }
        return StoredConfiguration(
            revision: revision, configuration: try ConfigurationSnapshot(documents: documents, url: url))
    }
}
