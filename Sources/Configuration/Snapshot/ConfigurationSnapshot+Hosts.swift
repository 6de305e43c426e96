// SPDX-License-Identifier: Apache-2.0

import POSIX
package import WebAuthnVerification
import WireFormats

/// A client at a served host.
struct RelyingPartyKey: Hashable, Sendable {
    let client: String
    let host: String
}

extension ConfigurationSnapshot {
    /// Returns the relying party of a client at a host, with the exact origins that responses may come from.
    ///
    /// These are the client's web origins, its native applications and the server's own pages at the host. The client
    /// is one of this configuration.
    package func relyingParty(for client: Client, host: String) -> RelyingParty? {
        let key = RelyingPartyKey(client: client.id, host: host)
        if let known = relyingParties.withLock({ $0[key] }) { return known }
        guard let domain = domain(at: host) else { return nil }
        let relyingParty = relyingParty(for: client, at: domain)
        relyingParties.withLock { $0[key] = relyingParty }
        return relyingParty
    }

    private func relyingParty(for client: Client, at domain: CustomDomain) -> RelyingParty {
        var origins = Set((client.webOrigins + client.relatedOrigins).map(\.origin))
        origins.insert(origin(of: domain.host).origin)
        if client.runsOnApplePlatforms { origins.insert(Origin(rawValue: "https://\(domain.relyingPartyID)")) }
        origins.formUnion(client.mobile.android?.fingerprints.map(\.origin) ?? [])
        return RelyingParty(id: domain.relyingPartyID, origins: origins)
    }

    /// Returns the client that the plain ceremony API of a host signs users in for; `nil` if the host has no such API.
    package func ceremonyClient(at host: String) -> Client? { ceremonyClients(at: host).first }

    func ceremonyClients(at host: String) -> [Client] {
        clients.values.filter { usesCeremonyAPI($0, at: host) }.sorted { $0.id < $1.id }
    }

    private func usesCeremonyAPI(_ client: Client, at host: String) -> Bool {
        client.usesCeremonyAPI && allows(client, at: host) && !isLeftBehind(client)
    }

    /// Whether a client was generated for a loopback URL that is no longer the server's.
    package func isLeftBehind(_ client: Client) -> Bool {
        client.isGenerated && !url.isLoopback && client.webOrigins.allSatisfy(\.isLoopback)
    }

    /// Whether a client gets codes for a session without a question, although any program on the device can take its
    /// redirect. That is for trying things out on one's own machine.
    package func skipsRedirectConfirmation(for client: Client) -> Bool {
        url.isLoopback && (client.skipsRedirectConfirmation ?? tenant.skipsRedirectConfirmation ?? false)
    }

    /// Returns the related origins of a host, for `/.well-known/webauthn`.
    package func relatedOrigins(of host: String) -> [WebOrigin] {
        guard let domain = domain(at: host) else { return [] }
        let origins = tenant.relatedOrigins + domain.relatedOrigins + clients(of: host).flatMap(\.relatedOrigins)
        return Set(origins).sorted { $0.description < $1.description }
    }

    /// Returns the applications in a host's association file for Apple platforms.
    package func appleApplicationIDs(of host: String) -> [String] {
        Set(clients(of: host).compactMap(\.mobile.apple?.applicationID)).sorted()
    }

    /// Returns the applications in a host's association file for Android, with each package once.
    package func androidApplications(of host: String) -> [MobileSettings.AndroidApplication] {
        var fingerprints: [String: Set<CertificateFingerprint>] = [:]
        for application in clients(of: host).compactMap(\.mobile.android) {
            fingerprints[application.packageName, default: []].formUnion(application.fingerprints)
        }
        return fingerprints.sorted { $0.key < $1.key }.map { name, prints in
            MobileSettings.AndroidApplication(
                packageName: name, fingerprints: prints.sorted { $0.description < $1.description })
        }
    }

    /// Whether a client may run ceremonies at a host.
    package func allows(_ client: Client, at host: String) -> Bool {
        client.domains?.contains(host) ?? true
    }

    /// Returns the clients of a host.
    ///
    /// A client that lists domains belongs to those. Any other client belongs to the served hosts in its callbacks, or
    /// to every host if there are none.
    private func clients(of host: String) -> [Client] {
        clients.values.filter { client in
            guard client.domains == nil else { return allows(client, at: host) }
            let named = Set(client.callbacks.compactMap(\.host)).intersection(domains.keys)
            return named.isEmpty || named.contains(host)
        }
    }
}

extension Client {
    /// Whether the client may run on Apple platforms. A native client without mobile settings may run on any platform.
    var runsOnApplePlatforms: Bool {
        mobile.apple != nil || (applicationType == .native && mobile.android == nil)
    }
}

extension ConfigurationSnapshot {
    /// Returns the audience of the My Account API, which every domain has.
    package func myAccountAudience(of host: String) -> String { issuer(of: host) + "me/" }

    /// Returns the API with an audience: a configured one or the host's My Account API.
    package func resourceServer(_ audience: String, at host: String) -> ResourceServer? {
        if let configured = exactly(audience, in: resourceServers) { return configured }
        guard domain(at: host) != nil, ExactText(audience) == ExactText(myAccountAudience(of: host)) else { return nil }
        return Self.myAccount(audience)
    }

    /// Returns the audiences of all APIs at a host.
    package func audiences(at host: String) -> [String] {
        resourceServers.keys.sorted() + [myAccountAudience(of: host)]
    }

    private static func myAccount(_ audience: String) -> ResourceServer {
        var server = ResourceServer(identifier: audience, name: "My Account")
        server.scopes = ["create", "read", "update", "delete"].map { verb in
            ResourceServer.Scope("\(verb):me:authentication_methods")
        }
        server.scopes += ["read:me:factors", "delete:me:account"].map { ResourceServer.Scope($0) }
        server.isFirstPartyOnly = true
        // The token allows adding a passkey, so a stolen one must expire soon.
        server.tokenLifetime = 600
        return server
    }
}
