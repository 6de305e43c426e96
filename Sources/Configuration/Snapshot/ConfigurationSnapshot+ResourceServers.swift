// SPDX-License-Identifier: Apache-2.0

import WireFormats

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
        server.scopes.append(ResourceServer.Scope("read:me:factors"))
        server.isFirstPartyOnly = true
        // The token allows adding a passkey, so a stolen one must expire soon.
        server.tokenLifetime = 600
        return server
    }
}
