// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn

/// The grant of what an application's key has signed on one device (RFC 7523, section 2.1). It signs users in, or up with
/// such a key.
package struct DeviceKeyGrant: Sendable {
    private let body: TokenBody

    init(_ body: TokenBody) {
        self.body = body
    }

    /// Has the assertion judged, and exchanges the sign-in for tokens. There is no login ticket: the key is the
    /// application's, and opens no session of a browser.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws -> GrantedTokens {
        guard let session = body.ceremonySession else { throw OAuthFailure.parameterMissing("auth_session") }
        guard let assertion = body.assertion else { throw OAuthFailure.parameterMissing("assertion") }
        let exchange = try SignInExchange(of: request)
        var submission = DeviceKeySignIn.Submission(
            session: session, assertion: assertion, issuer: request.provider.issuer.url, sender: request.sender)
        submission.codes = Identifier.Kind.codes(body.verification)
        let signIn = try await DeviceKeySignIn(ceremonies: services.ceremonies()).judge(
            submission, for: request.client.client, organization: body.organization,
            at: request.provider.issuer.host, in: request.provider.configuration)
        return try await exchange.complete(signIn, with: services)
    }
}
