// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A configured entity, such as a client or a connection, in the JSON of the Management API.
package struct ConfigurationDocument: Hashable, Sendable {
    /// The kind of entity.
    package enum Kind: String, CaseIterable, Sendable {
        case tenant
        case customDomain = "custom_domain"
        case connection
        case organization
        case client
        case resourceServer = "resource_server"
        case clientGrant = "client_grant"
    }

    package var kind: Kind
    /// The identifier within its kind: a client's ID, a domain's host, or a name.
    package var id: String
    package var json: JSONObject

    package init(kind: Kind, id: String, json: JSONObject) {
        self.kind = kind
        self.id = id
        self.json = json
    }
}

/// Reads the configuration.
package protocol ConfigurationReading {
    func find(_ kind: ConfigurationDocument.Kind, id: String) throws -> ConfigurationDocument?
    func list() throws -> [ConfigurationDocument]
    /// Returns a number that increases with every change, so that other processes notice it.
    func revision() throws -> Int
}

/// Changes the configuration.
package protocol ConfigurationStore: ConfigurationReading {
    /// Inserts or replaces a document. Storing an identical document is not a change.
    func put(_ document: ConfigurationDocument) throws
    /// Fails with `notFound`.
    func remove(_ kind: ConfigurationDocument.Kind, id: String) throws
}
