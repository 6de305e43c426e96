// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import WireFormats

/// Validates logout requests at a host.
package struct LogoutValidation: Sendable {
    private static let maximumStateLength = 2048

    private let configuration: ConfigurationSnapshot
    private let issuer: Issuer
    private let keys: HostKeys

    package init(configuration: ConfigurationSnapshot, issuer: Issuer, keys: HostKeys) {
        self.configuration = configuration
        self.issuer = issuer
        self.keys = keys
    }

    /// Validates a request of `/oidc/logout` (OpenID Connect RP-Initiated Logout 1.0, section 2).
    package func validate(standard parameters: AuthorizationParameters) throws(LogoutPageError) -> LogoutRequest {
        guard parameters.repeatedName == nil else { throw .parameterRepeated }
        var hint: IDTokenHint?
        if let text = parameters["id_token_hint"] {
            hint = IDTokenHint(text, issuer: issuer, keys: keys)
            // Keys are rotated while pages hold their tokens: the user is asked instead, if the client is known all the
            // same.
            guard hint != nil || parameters["client_id"] != nil && IDTokenHint.isOfUnknownKey(text, keys: keys) else {
                throw .hintInvalid
            }
        }
        if let hint, let id = parameters["client_id"], !hint.isIssued(to: id) { throw .clientMismatch }
        let client = try client(parameters["client_id"] ?? hint?.client)
        let redirectURL = try redirectURL(parameters["post_logout_redirect_uri"], for: client)
        return LogoutRequest(
            client: client?.id, redirectURL: try append(parameters["state"], to: redirectURL),
            locales: parameters["ui_locales"], hint: hint, needsHint: true,
            isOfThirdParty: client?.isFirstParty == false)
    }

    /// Validates a request of Auth0's `/v2/logout`, which its SDKs send without a hint.
    package func validate(auth0 parameters: AuthorizationParameters) throws(LogoutPageError) -> LogoutRequest {
        guard parameters.repeatedName == nil else { throw .parameterRepeated }
        let client = try client(parameters["client_id"])
        return LogoutRequest(
            client: client?.id, redirectURL: try redirectURL(parameters["returnTo"], for: client),
            locales: parameters["ui_locales"], hint: nil, needsHint: false,
            isOfThirdParty: client?.isFirstParty == false)
    }

    private func client(_ id: String?) throws(LogoutPageError) -> Client? {
        guard let id else { return nil }
        guard let client = configuration.client(id), configuration.allows(client, at: issuer.host) else {
            throw .clientUnknown
        }
        return client
    }

    /// Returns the URL if the client, or the tenant for requests of any client, lists exactly this one.
    private func redirectURL(_ url: String?, for client: Client?) throws(LogoutPageError) -> String? {
        guard let url else { return nil }
        let allowed = (client?.allowedLogoutURLs ?? []) + configuration.tenant.allowedLogoutURLs
        guard allowed.contains(where: { ExactText($0.text) == ExactText(url) }) else { throw .redirectURINotRegistered }
        return url
    }

    private func append(_ state: String?, to url: String?) throws(LogoutPageError) -> String? {
        guard let state, let url else { return url }
        guard state.utf8.count <= Self.maximumStateLength else { throw .stateTooLong }
        return url + AuthorizationResponse.querySeparator(of: url) + "state=" + PercentEncoding.encode(state)
    }
}
