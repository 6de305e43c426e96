// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Whether what is configured fits together.
struct ReferenceCheck {
    let configuration: ConfigurationSnapshot
    let places: [ConfigurationDocument.Key: String]
    private(set) var findings = ConfigurationFindings()

    init(configuration: ConfigurationSnapshot, places: [ConfigurationDocument.Key: String]) {
        self.configuration = configuration
        self.places = places
        checkTenant()
        checkConnections()
        checkOrganizations()
        for client in configuration.clients.values.sorted(by: { $0.id < $1.id }) {
            checkDomains(of: client)
            checkPasskeys(of: client)
            checkTokens(of: client)
        }
    }

    private func place(_ kind: ConfigurationDocument.Kind, _ id: String) -> String {
        let key = ConfigurationDocument.Key(kind: kind, id: id)
        return places[key] ?? key.description
    }

    /// Whether there is such a thing, be it one that could not be read.
    private func isKnown(_ kind: ConfigurationDocument.Kind, _ id: String) -> Bool {
        // One whose own name could not be read may be the one that is meant.
        [id, ""].contains { places[ConfigurationDocument.Key(kind: kind, id: $0)] != nil }
    }

    private mutating func checkTenant() {
        let tenant = configuration.tenant
        let names = configuration.connections.keys.sorted()
        if let name = tenant.defaultConnection, configuration.connections[name] == nil, !isKnown(.connection, name) {
            findings.refuse(
                "tenant.default_directory", "There is no connection \"\(name)\".",
                remedy: remedy(for: name, among: names, otherwise: "Add it to connections."))
        }
        if tenant.defaultConnection == nil, names.count > 1 {
            findings.warn(
                "tenant.default_directory", "Requests that name no realm will fail: there are several connections.",
                remedy: "Name one of \(names.joined(separator: ", ")).")
        }
        let hosts = configuration.domains.keys.sorted()
        if let audience = tenant.defaultAudience, !isKnown(.resourceServer, audience),
            !hosts.contains(where: { configuration.resourceServer(audience, at: $0) != nil })
        {
            findings.refuse(
                "tenant.default_audience", "There is no resource server \"\(audience)\".",
                remedy: remedy(
                    for: audience, among: configuration.resourceServers.keys.sorted(),
                    otherwise: "Add it to resource_servers."))
        }
    }

    private mutating func checkConnections() {
        for connection in configuration.connections.values.sorted(by: { $0.name < $1.name }) {
            for client in (connection.clients ?? []).sorted()
            where configuration.clients[client] == nil && !isKnown(.client, client) {
                findings.refuse(
                    place(.connection, connection.name) + ".enabled_clients", "There is no client \"\(client)\".",
                    remedy: remedy(
                        for: client, among: configuration.clients.keys.sorted(),
                        otherwise: "Add it to clients, or leave it out."))
            }
        }
    }

    private mutating func checkOrganizations() {
        var names: [String: String] = [:]
        let connections = configuration.connections.values.flatMap { [$0.name, $0.managementID] }.sorted()
        for organization in configuration.organizations.values.sorted(by: { $0.name < $1.name }) {
            let path = place(.organization, organization.name)
            if let other = names.updateValue(organization.name, forKey: organization.tokenID) {
                findings.refuse("\(path).id", "\(other) has this id too.", remedy: "Give each its own, or none.")
            }
            for connection in organization.connections ?? []
            where !connections.contains(connection) && !isKnown(.connection, connection) {
                findings.refuse(
                    "\(path).enabled_connections", "There is no connection \"\(connection)\".",
                    remedy: remedy(for: connection, among: connections, otherwise: "Add it to connections."))
            }
        }
    }

    private mutating func checkDomains(of client: Client) {
        for host in client.domains ?? [] where configuration.domain(at: host) == nil && !isKnown(.customDomain, host) {
            findings.refuse(
                place(.client, client.id) + ".thumbturn.domains", "There is no custom domain \"\(host)\".",
                remedy: remedy(
                    for: host, among: configuration.domains.keys.sorted(), otherwise: "Add it to custom_domains."))
        }
    }

    /// What would make every ceremony of a client fail.
    private mutating func checkPasskeys(of client: Client) {
        guard client.grantTypes.contains(.passkey) else { return }
        let path = place(.client, client.id)
        if !client.isFirstParty {
            findings.warn(
                "\(path).is_first_party", "Only first-party clients may use the passkey interface.",
                remedy: "Write true, or leave the passkey grant out.")
        }
        if !client.isOIDCConformant {
            findings.warn(
                "\(path).oidc_conformant", "Only conformant clients may use the passkey interface.",
                remedy: "Write true, or leave the passkey grant out.")
        }
        let scopes = configuration.domains.values.map(\.relyingPartyID)
        let related = Set(
            configuration.tenant.relatedOrigins + client.relatedOrigins
                + configuration.domains.values.flatMap(\.relatedOrigins)
        )
        for origin in client.webOrigins where !related.contains(origin) {
            let host = try? HostName(origin.host)
            guard !scopes.contains(where: { host?.isWithin($0) ?? false }) else { continue }
            findings.warn(
                "\(path).web_origins",
                "\(origin) is outside of \(Set(scopes).sorted().joined(separator: ", ")): browsers refuse these passkeys there.",
                remedy: "Serve the page from such a domain, or list it in thumbturn.related_origins.")
        }
    }

    private mutating func checkTokens(of client: Client) {
        let hosts = configuration.domains.keys.sorted()
        for policy in client.refreshTokens.audiences
        where !hosts.contains(where: { configuration.resourceServer(policy.audience, at: $0) != nil }) {
            findings.warn(
                place(.client, client.id) + ".refresh_token.policies",
                "There is no resource server \"\(policy.audience)\".",
                remedy: "Add it to resource_servers.")
        }
    }

    private func remedy(for name: String, among known: [String], otherwise remedy: String) -> String {
        NearestText.find(name, among: known).map { "Did you mean \($0)?" } ?? remedy
    }
}
