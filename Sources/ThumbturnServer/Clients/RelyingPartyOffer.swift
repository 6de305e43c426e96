// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import PublicSuffixes
import WireFormats

/// A domain that passkeys can still be bound to, so that pages of an application can use them: there are none yet.
struct RelyingPartyOffer {
    private let domain: String
    /// The configuration of the server's host that binds them there.
    private let document: JSONObject

    /// Returns the offer for the pages of a client, or `nil` if they can use passkeys, or if nothing can be done.
    static func find(
        for client: Client, in configuration: ConfigurationSnapshot, storage: any Storage
    ) async throws(CommandFailure) -> RelyingPartyOffer? {
        let hosts = client.webOrigins.compactMap { try? HostName($0.host) }
        for own in configuration.domains.values.sorted(by: { $0.host < $1.host }) {
            guard !hosts.contains(where: { $0.isWithin(own.relyingPartyID) }),
                let domain = hosts.compactMap({ $0.sharedDomain(with: own.host) }).first
            else { continue }
            return try await CommandFailure.mapFailure(to: "The passkeys can't be counted") {
                try await storage.read { snapshot in
                    guard try snapshot.passkeys.count(relyingPartyID: own.relyingPartyID) == 0,
                        var document = try snapshot.configuration.list()
                            .first(where: { $0.kind == .customDomain && $0.id == own.host })?.json
                    else { return nil }
                    document["relying_party_identifier"] = .string(domain)
                    return RelyingPartyOffer(domain: domain, document: document)
                }
            }
        }
        return nil
    }

    var text: String {
        let file = String(
            decoding: JSONValue.object(["custom_domains": [.object(document)]]).serialized(), as: UTF8.self)
        return """
            There are no passkeys yet, so they can still be bound to \(domain), for all its hosts:
              echo '\(file.replacing("'", with: #"'\''"#))' | thumbturn apply -
            """
    }
}

extension HostName {
    /// The domain above the host, if passkeys can be bound to it.
    var shareableParent: String? {
        parent.flatMap { $0.contains(".") && !PublicSuffixes.isListed($0) ? $0 : nil }
    }

    /// The closest domain that has this host and another one, if passkeys can be bound to it.
    fileprivate func sharedDomain(with other: String) -> String? {
        var domain = shareableParent
        while let name = domain, let host = try? HostName(name) {
            if other.hasSuffix("." + name) || other == name { return name }
            domain = host.shareableParent
        }
        return nil
    }
}
