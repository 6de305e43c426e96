// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// A token request from an authenticated client. It is a class because a grant passes it on many times.
package final class TokenRequest: Sendable {
    /// The issuer, keys and configuration of the request's host.
    package struct Provider: Sendable {
        package let issuer: Issuer
        package let keys: HostKeys
        package let configuration: ConfigurationSnapshot

        package init(issuer: Issuer, keys: HostKeys, configuration: ConfigurationSnapshot) {
            self.issuer = issuer
            self.keys = keys
            self.configuration = configuration
        }
    }

    package let client: VerifiedClient
    package let proof: VerifiedProof?
    package let scope: ScopePolicy.Request
    package let provider: Provider
    package let sender: RequestSender
    /// The time in the tokens.
    package let time: Timestamp

    package init(
        client: VerifiedClient, proof: VerifiedProof?, scope: ScopePolicy.Request, provider: Provider,
        sender: RequestSender, time: Timestamp
    ) {
        self.client = client
        self.proof = proof
        self.scope = scope
        self.provider = provider
        self.sender = sender
        self.time = time
    }

    /// The signed messages of the request, which must not be accepted again.
    var uses: [OneTimeUse] { [client.assertion, proof?.use].compactMap(\.self) }

    var tokenIssuer: TokenIssuer { TokenIssuer(issuer: provider.issuer, keys: provider.keys) }

    var scopePolicy: ScopePolicy {
        ScopePolicy(configuration: provider.configuration, issuer: provider.issuer, client: client.client)
    }
}
