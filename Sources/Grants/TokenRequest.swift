// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
package import OpenIDProvider
package import RateLimiting
package import SignIn
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

    /// The sender of the request, for limits and audit events.
    package struct Sender: Sendable {
        package let address: String
        /// The network for the limit on new accounts.
        package let signUpNetwork: [UInt8]
        /// The origin of the page that sent the request, if a page did.
        package var origin: String?
        package var reference: String?
        package var userAgent: String?

        package init(address: String, signUpNetwork: [UInt8]) {
            self.address = address
            self.signUpNetwork = signUpNetwork
        }
    }

    package let client: VerifiedClient
    package let proof: VerifiedProof?
    package let scope: ScopePolicy.Request
    package let provider: Provider
    package let sender: Sender
    /// The time in the tokens.
    package let time: Timestamp

    package init(
        client: VerifiedClient, proof: VerifiedProof?, scope: ScopePolicy.Request, provider: Provider, sender: Sender,
        time: Timestamp
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

/// The dependencies of grants.
package struct GrantServices: Sendable {
    package let ceremonies: CeremonyService
    package let limits: RateLimits
    /// A monotonic clock in nanoseconds, for the limits.
    package let uptime: @Sendable () -> UInt64

    package init(ceremonies: CeremonyService, limits: RateLimits, uptime: @escaping @Sendable () -> UInt64) {
        self.ceremonies = ceremonies
        self.limits = limits
        self.uptime = uptime
    }
}

/// Why a grant yields no tokens.
package enum GrantFailure: Error, Sendable {
    /// The provider rejects the request, or cannot serve it.
    case provider(OAuthFailure)
    /// The sign-up or sign-in failed.
    case signIn(SignInFailure)
    /// The sender or the credential exceeded a limit.
    case limitExceeded(RateLimitStatus)
}
