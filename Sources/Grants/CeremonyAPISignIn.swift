// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import OpenIDProvider
package import SignIn

/// Finishes a sign-up or a sign-in of the plain ceremony API: with a browser session, and a short-lived access token beside it.
package struct CeremonyAPISignIn: Sendable {
    private let services: GrantServices
    private let sessions: BrowserSessions
    private let provider: TokenRequest.Provider

    package init(services: GrantServices, provider: TokenRequest.Provider) {
        self.services = services
        self.provider = provider
        sessions = BrowserSessions(storage: services.ceremonies.storage, host: provider.issuer.host)
    }

    /// What a sign-in gives.
    package struct Outcome: Sendable {
        package let begun: BegunSession
        /// An opaque token for the userinfo endpoint.
        package let accessToken: String
    }

    /// Verifies the response, and stores the sign-in with its session as one durable unit. The session of the browser before is
    /// replaced.
    package func finish(
        _ submission: FinishSignIn.Submission, for client: Client, sender: TokenRequest.Sender,
        replacing old: BrowserSession.ID?, requiring isExpected: (User) -> Bool
    ) async throws(GrantFailure) -> Outcome {
        let verified: VerifiedSignIn
        do {
            verified = try await FinishSignIn(ceremonies: services.ceremonies).verify(
                submission, in: provider.configuration)
        } catch {
            throw .signIn(error)
        }
        guard isExpected(verified.user) else {
            throw .signIn(.passkeyUnknown)
        }
        _ = try SignInLimits(limits: services.limits, uptime: services.uptime()).take(for: verified, from: sender)
        let begun = try await sessions.finish(
            verified, lifetimes: provider.configuration.tenant, sender: sender, replacing: old,
            with: services.ceremonies)
        let authentication = AuthenticationFacts.passkey(
            verified.passkey, isUserVerified: verified.isUserVerified, at: verified.authenticatedAt)
        let token = TokenIssuer(issuer: provider.issuer, keys: provider.keys).sessionToken(
            for: begun.signedIn.user, client: client, authentication: authentication, at: services.ceremonies.now())
        return Outcome(begun: begun, accessToken: token)
    }
}
