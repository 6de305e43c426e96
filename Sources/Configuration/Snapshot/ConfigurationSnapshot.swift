// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// Everything that is configured, as one consistent value that never changes: what requests are answered from.
package struct ConfigurationSnapshot: Sendable {
    package let tenant: Tenant
    /// The domains that are served, by host.
    package let domains: [String: CustomDomain]
    /// By name.
    package let connections: [String: Connection]
    package let clients: [String: Client]
    /// By name.
    package let organizations: [String: Organization]
    /// By identifier; those that every domain has are not among them.
    package let resourceServers: [String: ResourceServer]
    /// Where the server is reached. Its scheme and port are every domain's.
    package let url: WebOrigin

    /// Which clients may send requests from a site's pages, by the site's origin.
    private let clientsByOrigin: [String: Set<String>]

    /// Reads documents as they are stored. What can't be read, or doesn't fit together, fails as a whole.
    package init(documents: [ConfigurationDocument], url: WebOrigin) throws(ConfigurationFailure) {
        var findings = ConfigurationFindings()
        self.init(documents: documents, places: [:], url: url, findings: &findings)
        guard findings.problems.isEmpty else { throw ConfigurationFailure(problems: findings.problems) }
    }

    /// Reads what can be read; the value is complete only if no problem was found.
    init(
        documents: [ConfigurationDocument], places: [ConfigurationDocument.Key: String], url: WebOrigin,
        findings: inout ConfigurationFindings
    ) {
        var reading = DocumentReading(places: places)
        tenant = reading.values(Tenant.self, of: documents).first?.value ?? Tenant()
        connections = reading.values(Connection.self, of: documents)
        clients = reading.values(Client.self, of: documents)
        organizations = reading.values(Organization.self, of: documents)
        resourceServers = reading.values(ResourceServer.self, of: documents)
        var domains = reading.values(CustomDomain.self, of: documents)
        // Without any domain the server answers for its own URL.
        if domains.isEmpty, let host = try? HostName(url.host) {
            domains[host.text] = CustomDomain(host: host, relyingPartyID: host.text)
        }
        self.domains = domains
        self.url = url
        var clientsByOrigin: [String: Set<String>] = [:]
        for client in clients.values {
            for origin in client.webOrigins + client.allowedOrigins {
                clientsByOrigin[origin.description, default: []].insert(client.id)
            }
        }
        self.clientsByOrigin = clientsByOrigin
        findings.append(reading.findings)
        findings.append(ReferenceCheck(configuration: self, places: places).findings)
    }

    // MARK: Domains

    // Dictionaries of texts find what is canonically equivalent; these find what has the same bytes.

    package func domain(at host: String) -> CustomDomain? { exactly(host, in: domains) }

    package func client(_ id: String) -> Client? { exactly(id, in: clients) }

    func exactly<Entity: ConfigurationEntity>(_ id: String, in values: [String: Entity]) -> Entity? {
        values[id].flatMap { ExactText($0.id) == ExactText(id) ? $0 : nil }
    }

    /// Where a host is reached.
    package func origin(of host: String) -> WebOrigin { url.at(host) }

    /// What its tokens say issued them: its origin with a slash.
    package func issuer(of host: String) -> String { "\(origin(of: host))/" }

    /// What there is to say if the server's own host is not served; its callers know whether the URL is meant.
    package var urlWarning: ConfigurationWarning? {
        guard domains[url.host] == nil else { return nil }
        return ConfigurationWarning(
            path: "custom_domains",
            message: "The server's own host, \(url.host), is not among them and gets no answers.",
            remedy:
                "Add it, or start the server with the URL of one of \(domains.keys.sorted().joined(separator: ", ")).")
    }

    // MARK: People

    /// The connection that a request names, or the one people are in when it names none.
    package func connection(_ realm: String?) -> Connection? {
        if let realm { return exactly(realm, in: connections) }
        if let name = tenant.defaultConnection { return connections[name] }
        return connections.count == 1 ? connections.first?.value : nil
    }

    /// Whether a client may use a connection.
    package func allows(_ client: Client, in connection: Connection) -> Bool {
        connection.clients?.contains(client.id) ?? true
    }

    /// By the id that tokens have, or by name.
    package func organization(_ idOrName: String) -> Organization? {
        exactly(idOrName, in: organizations)
            ?? organizations.values.first { ExactText($0.tokenID) == ExactText(idOrName) }
    }

    /// Whether people of a connection may sign in to an organization.
    package func allows(_ connection: Connection, in organization: Organization) -> Bool {
        organization.connections.map { $0.contains(connection.name) || $0.contains(connection.managementID) } ?? true
    }

    /// How ceremonies are run for a client.
    package func policy(for client: Client, in connection: Connection?) -> CeremonyPolicy {
        CeremonyPolicy(client: client.policy, connection: connection?.policy, tenant: tenant.policy)
    }

    // MARK: Browsers

    /// The clients whose pages an origin serves; browsers may read answers only for those.
    package func clients(at origin: String) -> Set<String> {
        // Origins are ASCII, so what is not can't be one.
        origin.utf8.allSatisfy { $0 < 0x80 } ? clientsByOrigin[origin] ?? [] : []
    }
}

/// Turns documents into values.
private struct DocumentReading {
    let places: [ConfigurationDocument.Key: String]
    var findings = ConfigurationFindings()

    init(places: [ConfigurationDocument.Key: String]) {
        self.places = places
    }

    mutating func values<Entity: ConfigurationEntity>(
        _ type: Entity.Type, of documents: [ConfigurationDocument]
    ) -> [String: Entity] {
        var values: [String: Entity] = [:]
        for document in documents where document.kind == Entity.kind {
            let path = places[document.key] ?? document.key.description
            // What a file's own reading has warned about is not said twice.
            var noticed = ConfigurationFindings()
            values[document.id] = Entity(json: .object(document.json), at: path, findings: &noticed)
            findings.problems += noticed.problems
        }
        return values
    }
}
