// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import WireFormats

/// A domain that passkeys can still be bound to, so that pages of an application can use them: there are none yet.
package struct RelyingPartyOffer: Sendable {
    package let domain: String
    /// The configuration of the server's host that binds them there.
    package let document: JSONObject
}

/// Looks for such a domain.
package struct RelyingPartyOfferSearch: Sendable {
    private let server: AdministeredServer
    private let suffixes: PublicSuffixRule

    package init(server: AdministeredServer, suffixes: PublicSuffixRule) {
        self.server = server
        self.suffixes = suffixes
    }

    /// Returns the offer for the pages of a client, or `nil` if they can use passkeys, or if nothing can be done.
    package func callAsFunction(
        for client: ConfiguredClient
    ) async throws(AdministrationFailure) -> RelyingPartyOffer? {
        let hosts = client.client.webOrigins.compactMap { try? HostName($0.host) }
        for own in client.configuration.domains.values.sorted(by: { $0.host < $1.host }) {
            guard !hosts.contains(where: { $0.isWithin(own.relyingPartyID) }),
                let domain = hosts.compactMap({ sharedDomain(of: $0, with: own.host) }).first
            else { continue }
            return try await server.read { snapshot in
                guard try snapshot.passkeys.count(relyingPartyID: own.relyingPartyID) == 0,
                    var document = try snapshot.configuration.list()
                        .first(where: { $0.kind == .customDomain && $0.id == own.host })?.json
                else { return nil }
                document["relying_party_identifier"] = .string(domain)
                return RelyingPartyOffer(domain: domain, document: document)
            }
        }
        return nil
    }

    /// Returns the closest domain that has both hosts, if passkeys can be bound to it.
    private func sharedDomain(of host: HostName, with other: String) -> String? {
        var domain = suffixes.relyingParty(above: host)
        while let name = domain, let host = try? HostName(name) {
            if other.hasSuffix("." + name) || other == name { return name }
            domain = suffixes.relyingParty(above: host)
        }
        return nil
    }
}
