// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// One thing that is configured – a client, a connection, a domain – in the JSON of the Management API.
package struct ConfigurationDocument: Hashable, Sendable {
    /// What kind of thing it is.
    package enum Kind: String, CaseIterable, Sendable {
        case tenant
        case customDomain = "custom_domain"
        case connection
        case organization
        case client
        case resourceServer = "resource_server"
    }

    package var kind: Kind
    /// What it is told apart by: a client's id, a domain's host, a name.
    package var id: String
    package var json: JSONObject

    package init(kind: Kind, id: String, json: JSONObject) {
        self.kind = kind
        self.id = id
        self.json = json
    }
}

/// Finds what is configured.
package protocol ConfigurationReading {
    func find(_ kind: ConfigurationDocument.Kind, _ id: String) throws -> ConfigurationDocument?
    func list() throws -> [ConfigurationDocument]
    /// Grows with every change, so that a process notices that another has changed something.
    func revision() throws -> Int
}

/// Changes what is configured.
package protocol ConfigurationStore: ConfigurationReading {
    /// Inserts or replaces; what is there already is no change.
    func put(_ document: ConfigurationDocument) throws
    /// Fails with `notFound`.
    func remove(_ kind: ConfigurationDocument.Kind, _ id: String) throws
}
