// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A configured object, such as a client, a connection or a domain, in the JSON of the Management API.
package struct ConfigurationDocument: Hashable, Sendable {
    /// The kind of object.
    package enum Kind: String, CaseIterable, Sendable {
        case tenant
        case customDomain = "custom_domain"
        case connection
        case organization
        case client
        case resourceServer = "resource_server"
    }

    package var kind: Kind
    /// The id among objects of its kind: a client's id, a domain's host, or a name.
    package var id: String
    package var json: JSONObject

    package init(kind: Kind, id: String, json: JSONObject) {
        self.kind = kind
        self.id = id
        self.json = json
    }
}

/// Reads configured objects.
package protocol ConfigurationReading {
    func find(_ kind: ConfigurationDocument.Kind, _ id: String) throws -> ConfigurationDocument?
    func list() throws -> [ConfigurationDocument]
    /// Returns a number that increases with every change, by which a process notices changes of another one.
    func revision() throws -> Int
}

/// Changes configured objects.
package protocol ConfigurationStore: ConfigurationReading {
    /// Inserts or replaces an object. Storing an identical object changes nothing.
    func put(_ document: ConfigurationDocument) throws
    /// Fails with `notFound`.
    func remove(_ kind: ConfigurationDocument.Kind, _ id: String) throws
}
