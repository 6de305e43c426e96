// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import WireFormats

/// What Auth0's old `/oauth/ro` exchanges for tokens: a password, or what the key of a device has signed.
package enum LegacyGrant: Sendable {
    case password(name: String, password: String)
    case deviceKey(String)

    /// The scope of a request: such clients expect an ID token.
    package static func scope(_ text: String?) -> ScopePolicy.Request {
        let names = ScopeList(text)?.names ?? ScopeList.defaults.names
        let scope = names.contains(StandardScope.openID) ? names : [StandardScope.openID] + names
        return ScopePolicy.Request(scope: scope.joined(separator: " "), flow: .legacy)
    }

    /// Has it judged, and exchanges the sign-in for tokens that never reach the user's own account.
    package func tokens(
        in connection: String?, for request: TokenRequest, with services: GrantServices
    ) async throws -> GrantedTokens {
        let exchange = try SignInExchange(of: request)
        let wanted = AdmissionRequest(
            client: request.client.client, host: request.provider.issuer.host, realm: connection)
        let configuration = request.provider.configuration
        let signIn =
            switch self {
            case .password(let name, let password):
                try await PasswordSignIn(services.passwords).judge(
                    PasswordSignIn.Submission(name: name, password: password, sender: request.sender),
                    ofLegacyClient: wanted, in: configuration)
            case .deviceKey(let assertion):
                try await LegacyDeviceKeySignIn(accounts: services.accounts).judge(
                    assertion, for: wanted, by: request.sender, in: configuration)
            }
        return try await exchange.complete(signIn, with: services)
    }
}
