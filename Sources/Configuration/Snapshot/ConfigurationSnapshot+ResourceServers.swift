// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension ConfigurationSnapshot {
    /// The audience of the interface to a person's own account, which every domain has.
    package func myAccountAudience(of host: String) -> String { issuer(of: host) + "me/" }

    /// What a token may be asked for at a host: what is configured, or the person's own account.
    package func resourceServer(_ audience: String, at host: String) -> ResourceServer? {
        if let configured = exactly(audience, in: resourceServers) { return configured }
        guard domain(at: host) != nil, ExactText(audience) == ExactText(myAccountAudience(of: host)) else { return nil }
        return Self.myAccount(audience)
    }

    /// Every audience that tokens of a host may have.
    package func audiences(at host: String) -> [String] {
        resourceServers.keys.sorted() + [myAccountAudience(of: host)]
    }

    private static func myAccount(_ audience: String) -> ResourceServer {
        var server = ResourceServer(identifier: audience, name: "My Account")
        server.scopes = ["create", "read", "update", "delete"].map { verb in
            ResourceServer.Scope("\(verb):me:authentication_methods")
        }
        server.scopes.append(ResourceServer.Scope("read:me:factors"))
        server.isForFirstParties = true
        // Who has such a token can add a passkey, so a stolen one must not be of use for long.
        server.tokenValidFor = 600
        return server
    }
}
