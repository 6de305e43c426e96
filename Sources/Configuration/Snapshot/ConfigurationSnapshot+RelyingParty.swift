// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification

extension ConfigurationSnapshot {
    /// Who runs ceremonies of a client at a host: exactly the origins that its responses may come from.
    ///
    /// These are the client's own sites, its native applications, and the server's pages at that host.
    package func relyingParty(for client: Client, host: String) -> RelyingParty? {
        guard let domain = domain(at: host) else { return nil }
        var origins = Set((client.webOrigins + client.relatedOrigins).map(\.origin))
        origins.insert(origin(of: host).origin)
        if client.runsOnAppleSystems { origins.insert(Origin(rawValue: "https://\(domain.relyingPartyID)")) }
        origins.formUnion(client.devices.android?.fingerprints.map(\.origin) ?? [])
        return RelyingParty(id: domain.relyingPartyID, origins: origins)
    }

    /// The sites beyond a domain's own that may use its passkeys, for `/.well-known/webauthn`.
    package func relatedOrigins(of host: String) -> [WebOrigin] {
        guard let domain = domain(at: host) else { return [] }
        let origins = tenant.relatedOrigins + domain.relatedOrigins + clients(of: host).flatMap(\.relatedOrigins)
        return Set(origins).sorted { $0.description < $1.description }
    }

    /// The applications that a host's association file for Apple's systems lists.
    package func appleApplicationIDs(of host: String) -> [String] {
        Set(clients(of: host).compactMap(\.devices.apple?.applicationID)).sorted()
    }

    /// The applications that a host's association file for Android lists, each package once.
    package func androidApplications(of host: String) -> [DeviceSettings.AndroidApplication] {
        var fingerprints: [String: Set<CertificateFingerprint>] = [:]
        for application in clients(of: host).compactMap(\.devices.android) {
            fingerprints[application.packageName, default: []].formUnion(application.fingerprints)
        }
        return fingerprints.sorted { $0.key < $1.key }.map { name, prints in
            DeviceSettings.AndroidApplication(
                packageName: name, fingerprints: prints.sorted { $0.description < $1.description })
        }
    }

    /// Whether a client may run ceremonies at a host.
    package func allows(_ client: Client, at host: String) -> Bool {
        client.domains?.contains(host) ?? true
    }

    /// The clients that belong to a host: those that list it, and of those that list no domain the ones whose callbacks
    /// name this host, or none of the hosts.
    private func clients(of host: String) -> [Client] {
        clients.values.filter { client in
            guard client.domains == nil else { return allows(client, at: host) }
            let named = Set(client.callbacks.compactMap(\.host)).intersection(domains.keys)
            return named.isEmpty || named.contains(host)
        }
    }
}

extension Client {
    /// A native application that names no system may be on any.
    var runsOnAppleSystems: Bool {
        devices.apple != nil || (applicationType == .native && devices.android == nil)
    }
}
