// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import POSIX
import WebAuthnVerification
import WireFormats

/// The whole configuration as one consistent, immutable value. It is a class because every request passes it on many
/// times.
package final class ConfigurationSnapshot: Sendable {
    package let tenant: Tenant
    /// The served domains by host.
    package let domains: [String: CustomDomain]
    /// The connections by name.
    package let connections: [String: Connection]
    package let clients: [String: Client]
    /// The organizations by name.
    package let organizations: [String: Organization]
    /// The configured APIs by identifier, without the My Account API of each domain.
    package let resourceServers: [String: ResourceServer]
    /// The grants of clients by ID.
    let clientGrants: [String: ClientGrant]
    /// The URL of the server. Every domain has its scheme and port.
    package let url: WebOrigin

    /// The IDs of the clients that may send requests from an origin.
    private let clientsByOrigin: [String: Set<String>]
    /// The names of the connections that accept passwords.
    private let connectionsWithPasswords: Set<String>
    /// The relying parties that requests have asked for, by client and host.
    let relyingParties = Locked<[RelyingPartyKey: RelyingParty]>([:])

    /// Reads stored documents. Throws if any of them is invalid or inconsistent with the others.
    package convenience init(documents: [ConfigurationDocument], url: WebOrigin) throws(ConfigurationFailure) {
        var findings = ConfigurationFindings()
        self.init(documents: documents, places: [:], url: url, findings: &findings)
        guard findings.problems.isEmpty else { throw ConfigurationFailure(problems: findings.problems) }
    }

    /// Reads the valid documents. The value is complete only if there are no problems.
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
        clientGrants = reading.values(ClientGrant.self, of: documents)
        var domains = reading.values(CustomDomain.self, of: documents)
        // Without custom domains, the server serves its own URL.
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
        let defaultName = Self.defaultConnection(of: tenant, among: connections)?.name
        let accepting = connections.values.filter { [clients] in
            $0.acceptsPasswords(from: clients.values, isDefault: $0.name == defaultName)
        }
        connectionsWithPasswords = Set(accepting.map(\.name))
        findings.append(reading.findings)
        findings.append(ReferenceCheck(configuration: self, places: places).findings)
    }

    // MARK: Domains

    // A dictionary matches canonically equivalent strings; these lookups match equal bytes.

    package func domain(at host: String) -> CustomDomain? { exactly(host, in: domains) }

    package func client(_ id: String) -> Client? { exactly(id, in: clients) }

    /// Whether there is a client besides those of the default configuration.
    package var hasOwnClients: Bool {
        clients.keys.contains { ![DefaultConfiguration.webClient, DefaultConfiguration.nativeClient].contains($0) }
    }

    /// An origin that an operator's own application could have: on a developer's machine, or beside the server.
    package var exampleOrigin: String {
        let relyingPartyIDs = domains.values.map(\.relyingPartyID).sorted()
        return url.isLoopback ? "http://localhost:4200" : "https://notes.\(relyingPartyIDs.first ?? url.host)"
    }

    /// Returns a client's permission to request tokens of its own for an API.
    package func clientGrant(of client: String, for audience: String) -> ClientGrant? {
        guard let grant = clientGrants[ClientGrant.id(client: client, audience: audience)],
            ExactText(grant.client) == ExactText(client), ExactText(grant.audience) == ExactText(audience)
        else { return nil }
        return grant
    }

    func exactly<Entity: ConfigurationEntity>(_ id: String, in values: [String: Entity]) -> Entity? {
        guard let value = values[id], ExactText(value.id) == ExactText(id) else { return nil }
        return value
    }

    /// Returns the origin of a host.
    package func origin(of host: String) -> WebOrigin { url.at(host) }

    /// Returns the issuer of a host's tokens: the origin with a trailing slash.
    package func issuer(of host: String) -> String { "\(origin(of: host))/" }

    /// The warning that the host of the server's URL is not served; `nil` if it is.
    package var urlWarning: ConfigurationWarning? {
        guard domains[url.host] == nil else { return nil }
        return ConfigurationWarning(
            path: "custom_domains",
            message: "The server's own host \(url.host) is not listed, so requests to it fail.",
            remedy:
                "Add it, or start the server with the URL of \(domains.keys.sorted().joined(separator: ", ")).")
    }

    /// Warnings about clients that keep settings from the time when the server was on a developer's machine.
    package var developmentWarnings: [ConfigurationWarning] {
        guard !url.isLoopback else { return [] }
        var warnings: [ConfigurationWarning] = []
        let confirmation = "skip_non_verifiable_callback_uri_confirmation_prompt"
        func warnOfConfirmation(at path: String) {
            warnings.append(
                ConfigurationWarning(
                    path: "\(path).\(confirmation)",
                    message: "It is ignored, because the server's URL isn't one of this machine.",
                    remedy: "Remove it. Programs on users' devices would get codes without a question."))
        }
        if tenant.skipsRedirectConfirmation == true { warnOfConfirmation(at: "tenant") }
        for client in clients.values.sorted(by: { $0.id < $1.id }) {
            let path = "clients[\(client.id)]"
            if client.skipsRedirectConfirmation == true { warnOfConfirmation(at: path) }
            if client.usesCeremonyAPI && isLeftBehind(client) {
                warnings.append(
                    ConfigurationWarning(
                        path: path + ".thumbturn.ceremony_api",
                        message: "The sample client is of another URL, so /api/auth is off.",
                        remedy:
                            "Remove the client with `thumbturn clients remove \(client.id)`, or set its web_origins."))
            }
        }
        return warnings
    }

    // MARK: Users

    /// Returns the connection that a request names, or the default if it names none.
    package func connection(_ realm: String?) -> Connection? {
        if let realm { return exactly(realm, in: connections) }
        return Self.defaultConnection(of: tenant, among: connections)
    }

    private static func defaultConnection(of tenant: Tenant, among connections: [String: Connection]) -> Connection? {
        if let name = tenant.defaultDirectory { return connections[name] }
        return connections.count == 1 ? connections.first?.value : nil
    }

    /// Whether users may sign in to a connection with a password.
    ///
    /// That had no effect once, so a connection that doesn't say it accepts them only for a client that can send one.
    package func acceptsPasswords(in connection: Connection) -> Bool {
        connectionsWithPasswords.contains(connection.name)
    }

    /// Whether a mailed link sets a password of a connection.
    package func resetsPasswords(in connection: Connection) -> Bool {
        acceptsPasswords(in: connection) && !connection.isPasswordChangeDisabled && tenant.passwordReset == .atOnce
    }

    /// Whether a client may use a connection.
    package func allows(_ client: Client, in connection: Connection) -> Bool {
        connection.allows(client)
    }

    /// Returns the organization with a name or a token ID.
    package func organization(_ idOrName: String) -> Organization? {
        // Names are in lower case, and requests may write them in any, as in Auth0.
        exactly(
            String(decoding: idOrName.utf8.map { $0.isUpperCase ? $0 | 0x20 : $0 }, as: UTF8.self), in: organizations)
            ?? organizations.values.first { ExactText($0.tokenID) == ExactText(idOrName) }
    }

    /// Whether users of a connection may sign in to an organization.
    package func allows(_ connection: Connection, in organization: Organization) -> Bool {
        organization.enabledConnections.map { $0.contains(connection.name) || $0.contains(connection.managementID) }
            ?? true
    }

    /// Returns the ceremony policy of a client.
    package func policy(for client: Client, in connection: Connection?) -> CeremonyPolicy {
        CeremonyPolicy(client: client.policy, connection: connection?.policy, tenant: tenant.policy)
    }

    // MARK: Browsers

    /// Returns the IDs of the clients that may send requests from an origin.
    package func clients(at origin: String) -> Set<String> {
        // An origin is always ASCII.
        origin.utf8.allSatisfy { $0 < 0x80 } ? clientsByOrigin[origin] ?? [] : []
    }
}

/// A reader of entities from documents.
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
            // The file has already reported the warnings.
            var noticed = ConfigurationFindings()
            values[document.id] = Entity(json: .object(document.json), at: path, findings: &noticed)
            findings.problems += noticed.problems
        }
        return values
    }
}
