// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import WireFormats

/// Validates authorization requests at a host (RFC 6749, section 4.1.1; OpenID Connect Core, section 3.1.2.2).
///
/// 1. `AuthorizationParameters` decodes the query or the form, within bounds.
/// 2. `validate` finds the client and the `ResponseTarget`. An error up to here is an `AuthorizationPageError`, which a
///    page shows, because no redirect URI is trusted yet.
/// 3. `AuthorizationParameterReading` reads the other parameters into an `AuthorizationRequest`. Its errors are
///    `AuthorizationError`s, which are sent to the client.
package struct AuthorizationValidation: Sendable {
    /// The channel through which a request reached the server.
    package enum Source: String, Sendable {
        /// The browser sent it, so anyone may have written it.
        case browser
        /// The client sent it directly (RFC 9126).
        case pushed
    }

    private static let maximumStateLength = 2048

    private let configuration: ConfigurationSnapshot
    private let issuer: Issuer
    private let keys: HostKeys

    package init(configuration: ConfigurationSnapshot, issuer: Issuer, keys: HostKeys) {
        self.configuration = configuration
        self.issuer = issuer
        self.keys = keys
    }

    /// Validates a request.
    package func validate(
        _ parameters: AuthorizationParameters, from source: Source = .browser
    ) throws(AuthorizationRejection) -> AuthorizationRequest {
        let client: Client
        let target: ResponseTarget
        do throws(AuthorizationPageError) {
            client = try self.client(of: parameters)
            target = try self.target(of: parameters, for: client)
        } catch {
            throw .page(error)
        }
        do throws(AuthorizationError) {
            let reading = AuthorizationParameterReading(
                parameters: parameters, client: client, configuration: configuration, issuer: issuer)
            try reading.checkKind(isPushed: source == .pushed)
            var request = AuthorizationRequest(client: client.id, target: target)
            try reading.readGrant(into: &request)
            try reading.readAuthentication(into: &request)
            try reading.readPresentation(into: &request)
            request.hintedUser = try hintedUser(parameters["id_token_hint"], for: client)
            guard request.bytes.count <= AuthorizationRequest.maximumLength else {
                throw .requestTooLarge
            }
            return request
        } catch {
            throw .response(error, to: target)
        }
    }

    /// Returns the client, or throws if it doesn't exist or doesn't use this host.
    package func client(of parameters: AuthorizationParameters) throws(AuthorizationPageError) -> Client {
        guard !["client_id", "redirect_uri", "response_mode", "request_uri"].contains(where: parameters.isRepeated)
        else { throw .destinationRepeated }
        guard let id = parameters["client_id"] else { throw .clientMissing }
        guard let client = configuration.client(id) else { throw .clientUnknown }
        guard configuration.allows(client, at: issuer.host) else { throw .clientNotAtHost }
        return client
    }

    /// Returns where the response goes. Everything in it is registered.
    private func target(
        of parameters: AuthorizationParameters, for client: Client
    ) throws(AuthorizationPageError) -> ResponseTarget {
        let redirectURI = try self.redirectURI(parameters["redirect_uri"], of: client)
        let mode = try responseMode(of: parameters)
        if mode == .webMessage {
            let origin = RedirectURI.origin(of: redirectURI)
            guard client.webOrigins.contains(where: { $0.description == origin }) else {
                throw .webOriginNotRegistered
            }
        }
        let state = parameters["state"].flatMap { $0.utf8.count <= Self.maximumStateLength ? $0 : nil }
        return ResponseTarget(redirectURI: redirectURI, mode: mode, state: state, issuer: issuer.url)
    }

    private func redirectURI(_ presented: String?, of client: Client) throws(AuthorizationPageError) -> String {
        guard let presented else {
            guard client.callbacks.count == 1, let only = client.callbacks.first else { throw .redirectURIMissing }
            return only.text
        }
        guard RedirectURI.isWellFormed(presented) else { throw .redirectURIMalformed }
        guard client.callbacks.contains(where: { $0.matchesRedirect(presented) }) else {
            throw .redirectURINotRegistered
        }
        return presented
    }

    /// The default of response types that return tokens is the fragment, where their clients look for the error (OAuth
    /// 2.0 Multiple Response Type Encoding Practices, section 5).
    private func responseMode(of parameters: AuthorizationParameters) throws(AuthorizationPageError) -> ResponseMode {
        guard let name = parameters["response_mode"] else {
            let types = ScopeList(parameters["response_type"])?.names ?? []
            return types.contains { $0 == "token" || $0 == "id_token" } ? .fragment : .query
        }
        guard let mode = ResponseMode.allCases.first(where: { ExactText($0.rawValue) == ExactText(name) }) else {
            throw .responseModeUnknown
        }
        return mode
    }

    private func hintedUser(_ text: String?, for client: Client) throws(AuthorizationError) -> UserID? {
        guard let text else { return nil }
        guard let hint = IDTokenHint(text, issuer: issuer, keys: keys), hint.isIssued(to: client.id) else {
            throw .idTokenHintInvalid
        }
        return hint.user
    }
}
