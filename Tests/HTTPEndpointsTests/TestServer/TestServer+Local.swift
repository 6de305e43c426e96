// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints

extension TestServer {
    /// A server with the default configuration for `http://localhost:8080`.
    static func local() async throws -> TestServer {
        let server = try await TestServer()
        let url = try WebOrigin("http://localhost:8080")
        let generated = try DefaultConfiguration(url: url)
        let plan = ConfigurationPlan(file: generated.file(), stored: [], settings: .init(url: url)) { _ in 0 }
        server.serve(try ConfigurationSnapshot(documents: plan.documents, url: url))
        return server
    }
}
