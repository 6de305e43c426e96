// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import WireFormats

/// An API as an administrator describes it.
package struct APIDraft: Sendable {
    package let audience: String
    package let name: String
    package let scopes: [String]

    package init(audience: String, name: String, scopes: [String] = []) {
        self.audience = audience
        self.name = name
        self.scopes = scopes
    }

    /// The API as JSON for a configuration file.
    var json: JSONObject {
        var json: JSONObject = ["identifier": .string(audience), "name": .string(name)]
        json["scopes"] = scopes.isEmpty ? nil : .array(scopes.map { ["value": .string($0)] })
        return json
    }
}

/// Adds an API to the stored configuration.
package struct APIAddition: Sendable {
    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(
        _ draft: APIDraft, by administrator: Administrator
    ) async throws(AdministrationFailure) {
        _ = try await server.apply(
            .adding(api: draft.json, settings: ConfigurationApplication.Settings(url: server.url)),
            changing: .api(draft.audience), by: administrator)
    }
}
