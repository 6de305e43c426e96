// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn

/// The password grants, in which the client takes the user's name and password itself. That of `password-realm` names
/// the connection; the other has the default one.
package struct PasswordGrant: Sendable {
    private let body: TokenBody
    let isRealmNamed: Bool

    init(_ body: TokenBody, isRealmNamed: Bool) {
        self.body = body
        self.isRealmNamed = isRealmNamed
    }

    /// Has the password judged, and exchanges the sign-in for tokens. The scope is decided first, so that a request for
    /// a forbidden scope costs no hash.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws -> GrantedTokens {
        guard let name = body.username else { throw OAuthFailure.parameterMissing("username") }
        guard let password = body.password else { throw OAuthFailure.parameterMissing("password") }
        if isRealmNamed, body.realm?.isEmpty ?? true { throw OAuthFailure.parameterMissing("realm") }
        var exchange = try SignInExchange(of: request)
        try exchange.offerTicket(for: body)
        let submission = PasswordSignIn.Submission(
            name: name, password: password, deviceCapability: body.deviceCapability, sender: request.sender)
        let wanted = AdmissionRequest(
            client: request.client.client, host: request.provider.issuer.host, realm: isRealmNamed ? body.realm : nil,
            organization: body.organization)
        let signIn = try await PasswordSignIn(services.passwords).judge(
            submission, for: wanted, in: request.provider.configuration)
        return try await exchange.complete(signIn, with: services)
    }
}
