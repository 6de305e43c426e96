// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The check that references between entities resolve and that ceremonies can succeed.
struct ReferenceCheck {
    let configuration: ConfigurationSnapshot
    let places: [ConfigurationDocument.Key: String]
    private(set) var findings = ConfigurationFindings()

    init(configuration: ConfigurationSnapshot, places: [ConfigurationDocument.Key: String]) {
        self.configuration = configuration
        self.places = places
        checkTenant()
        checkContrast(of: configuration.tenant.branding, at: "tenant")
        checkConnections()
        checkOrganizations()
        checkResourceServers()
        checkClientGrants()
        checkCeremonyAPI()
        for client in configuration.clients.values.sorted(by: { $0.id < $1.id }) {
            checkDomains(of: client)
            checkPasskeys(of: client)
            checkTokens(of: client)
            checkLogout(of: client)
            if client.branding != Branding() {
                checkContrast(
                    of: client.branding.completed(with: configuration.tenant.branding),
                    at: place(of: .client, id: client.id))
            }
        }
    }

    private func place(of kind: ConfigurationDocument.Kind, id: String) -> String {
        let key = ConfigurationDocument.Key(kind: kind, id: id)
        return places[key] ?? key.description
    }

    /// Whether the file contains the entity, even if it is invalid.
    private func isKnown(_ kind: ConfigurationDocument.Kind, id: String) -> Bool {
        // An entity whose own ID is invalid may be the one.
        [id, ""].contains { places[ConfigurationDocument.Key(kind: kind, id: $0)] != nil }
    }

    private mutating func checkTenant() {
        let tenant = configuration.tenant
        let names = configuration.connections.keys.sorted()
        if let name = tenant.defaultDirectory, configuration.connections[name] == nil, !isKnown(.connection, id: name) {
            findings.reject(
                "tenant.default_directory", message: "There is no connection \"\(name)\".",
                remedy: remedy(for: name, among: names, otherwise: "Add it to connections."))
        }
        if tenant.defaultDirectory == nil, names.count > 1 {
            findings.warn(
                "tenant.default_directory",
                message: "Requests without a realm fail because there are several connections.",
                remedy: "Set it to one of \(names.joined(separator: ", ")).")
        }
        let hosts = configuration.domains.keys.sorted()
        if let audience = tenant.defaultAudience, !isKnown(.resourceServer, id: audience),
            !hosts.contains(where: { configuration.resourceServer(audience, at: $0) != nil })
        {
            findings.reject(
                "tenant.default_audience", message: "There is no resource server \"\(audience)\".",
                remedy: remedy(
                    for: audience, among: configuration.resourceServers.keys.sorted(),
                    otherwise: "Add it to resource_servers."))
        }
    }

    /// An API of the server's own would take the place of the My Account API, but not its restrictions.
    private mutating func checkResourceServers() {
        for host in configuration.domains.keys.sorted() {
            let audience = configuration.myAccountAudience(of: host)
            guard configuration.resourceServers[audience] != nil else { continue }
            findings.reject(
                place(of: .resourceServer, id: audience) + ".identifier",
                message: "\"\(audience)\" is the server's own My Account API.",
                remedy: "Remove this resource server. The API exists without it.")
        }
    }

    private mutating func checkConnections() {
        for connection in configuration.connections.values.sorted(by: { $0.name < $1.name }) {
            for client in (connection.enabledClients ?? []).sorted()
            where configuration.clients[client] == nil && !isKnown(.client, id: client) {
                findings.reject(
                    place(of: .connection, id: connection.name) + ".enabled_clients",
                    message: "There is no client \"\(client)\".",
                    remedy: remedy(
                        for: client, among: configuration.clients.keys.sorted(),
                        otherwise: "Add it to clients or remove it."))
            }
        }
    }

    private mutating func checkOrganizations() {
        var names: [String: String] = [:]
        let connections = configuration.connections.values.flatMap { [$0.name, $0.managementID] }.sorted()
        for organization in configuration.organizations.values.sorted(by: { $0.name < $1.name }) {
            let path = place(of: .organization, id: organization.name)
            if let other = names.updateValue(organization.name, forKey: organization.tokenID) {
                findings.reject(
                    "\(path).id", message: "\(other) has the same ID.", remedy: "Change or remove one of them.")
            }
            for connection in organization.enabledConnections ?? []
            where !connections.contains(connection) && !isKnown(.connection, id: connection) {
                findings.reject(
                    "\(path).enabled_connections", message: "There is no connection \"\(connection)\".",
                    remedy: remedy(for: connection, among: connections, otherwise: "Add it to connections."))
            }
        }
    }

    private mutating func checkClientGrants() {
        for grant in configuration.clientGrants.values.sorted(by: {
            ($0.client, $0.audience) < ($1.client, $1.audience)
        }) {
            let path = place(of: .clientGrant, id: grant.id)
            if let client = configuration.clients[grant.client] {
                warnIfUnused(grant, of: client, at: path)
            } else if !isKnown(.client, id: grant.client) {
                findings.reject(
                    "\(path).client_id", message: "There is no client \"\(grant.client)\".",
                    remedy: remedy(
                        for: grant.client, among: configuration.clients.keys.sorted(), otherwise: "Add it to clients."))
            }
            if let server = configuration.resourceServers[grant.audience] {
                warnAboutUnknownScopes(of: grant, at: server, path: path)
            } else if !isKnown(.resourceServer, id: grant.audience) {
                findings.reject(
                    "\(path).audience", message: "There is no resource server \"\(grant.audience)\".",
                    remedy: remedy(
                        for: grant.audience, among: configuration.resourceServers.keys.sorted(),
                        otherwise: "Add it to resource_servers."))
            }
        }
    }

    private mutating func warnIfUnused(_ grant: ClientGrant, of client: Client, at path: String) {
        guard !client.grantTypes.contains(.clientCredentials) else { return }
        findings.warn(
            path, message: "\(grant.client) has no grant type client_credentials, so it can't use this grant.",
            remedy: "Add client_credentials to its grant_types, or remove the grant.")
    }

    private mutating func warnAboutUnknownScopes(of grant: ClientGrant, at server: ResourceServer, path: String) {
        let known = server.scopes.map(\.value)
        for scope in grant.scopes ?? [] where !known.contains(scope) {
            findings.warn(
                "\(path).scope", message: "\(server.identifier) has no scope \"\(scope)\".",
                remedy: remedy(for: scope, among: known, otherwise: "Add it to the scopes of the resource server."))
        }
    }

    private mutating func checkDomains(of client: Client) {
        for host in client.domains ?? []
        where configuration.domain(at: host) == nil && !isKnown(.customDomain, id: host) {
            findings.reject(
                place(of: .client, id: client.id) + ".thumbturn.domains",
                message: "There is no custom domain \"\(host)\".",
                remedy: remedy(
                    for: host, among: configuration.domains.keys.sorted(), otherwise: "Add it to custom_domains."))
        }
    }

    /// The paths of the plain ceremony API name no client, so a host has at most one.
    private mutating func checkCeremonyAPI() {
        for host in configuration.domains.keys.sorted() {
            for client in configuration.ceremonyClients(at: host).dropFirst() {
                findings.reject(
                    place(of: .client, id: client.id) + ".thumbturn.ceremony_api",
                    message: "The ceremony API of \(host) already belongs to another client.",
                    remedy: "Set it to true for one client of the host only.")
            }
        }
    }

    /// Warns about settings that make every ceremony of a client fail.
    private mutating func checkPasskeys(of client: Client) {
        guard client.grantTypes.contains(.passkey) else { return }
        let path = place(of: .client, id: client.id)
        if !client.isFirstParty {
            findings.warn(
                "\(path).is_first_party", message: "Only first-party clients may use the passkey API.",
                remedy: "Set it to true or remove the passkey grant.")
        }
        if !client.isOIDCConformant {
            findings.warn(
                "\(path).oidc_conformant", message: "Only OIDC-conformant clients may use the passkey API.",
                remedy: "Set it to true or remove the passkey grant.")
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
                message:
                    "\(origin) is outside \(Set(scopes).sorted().joined(separator: ", ")), so browsers reject passkeys there.",
                remedy: "Serve the page from one of these domains, or list it in thumbturn.related_origins.")
        }
    }

    private mutating func checkTokens(of client: Client) {
        let hosts = configuration.domains.keys.sorted()
        for policy in client.refreshTokens.audiences
        where !hosts.contains(where: { configuration.resourceServer(policy.audience, at: $0) != nil }) {
            findings.warn(
                place(of: .client, id: client.id) + ".refresh_token.policies",
                message: "There is no resource server \"\(policy.audience)\".",
                remedy: "Add it to resource_servers.")
        }
    }

    private mutating func checkLogout(of client: Client) {
        for url in client.backchannelLogout.urls where !configuration.allowsRequests(to: url) {
            findings.reject(
                place(of: .client, id: client.id) + ".oidc_logout.backchannel_logout_urls",
                message: "\(url) uses plain HTTP, so others can read the logout tokens and suppress them.",
                remedy:
                    "Use https. Plain HTTP is allowed on this machine, for a server whose own URL is http://localhost.")
        }
    }

    /// Warns about colors that make links hard to recognize. Text on buttons is white or black, so it is always
    /// readable.
    private mutating func checkContrast(of branding: Branding, at path: String) {
        guard let contrast = branding.insufficientLinkContrast else { return }
        findings.warn(
            "\(path).thumbturn.branding.primary_color",
            message: "The contrast with the background is \(Int(contrast * 10) / 10).\(Int(contrast * 10) % 10):1.",
            remedy: "Choose colors with a contrast of at least 3:1.")
    }

    private func remedy(for name: String, among known: [String], otherwise remedy: String) -> String {
        NearestText.find(name, among: known).map { "Did you mean \($0)?" } ?? remedy
    }
}
