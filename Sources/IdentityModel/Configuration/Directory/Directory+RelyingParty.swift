// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification

extension Directory {
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
        let origins = tenant.relatedOrigins + domain.relatedOrigins + clients.values.flatMap(\.relatedOrigins)
        return Set(origins).sorted { $0.description < $1.description }
    }

    /// The applications that Apple's association file lists.
    package var appleApplicationIDs: [String] {
        Set(clients.values.compactMap(\.devices.apple?.applicationID)).sorted()
    }

    /// The applications that Android's association file lists, each package once.
    package var androidApplications: [DeviceSettings.AndroidApplication] {
        var fingerprints: [String: Set<CertificateFingerprint>] = [:]
        for application in clients.values.compactMap(\.devices.android) {
            fingerprints[application.packageName, default: []].formUnion(application.fingerprints)
        }
        return fingerprints.sorted { $0.key < $1.key }.map { name, prints in
            DeviceSettings.AndroidApplication(
                packageName: name, fingerprints: prints.sorted { $0.description < $1.description })
        }
    }
}

extension Client {
    /// A native application that names no system may be on any.
    var runsOnAppleSystems: Bool {
        devices.apple != nil || (applicationType == .native && devices.android == nil)
    }
}
