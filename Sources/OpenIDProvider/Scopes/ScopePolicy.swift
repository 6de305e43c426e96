// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import WireFormats

/// Decides which of the requested scopes are granted. Unknown scopes are left out.
///
/// 1. `ScopeList` reads the scopes of a request. Its audience selects the API; without one, it is the tenant's default
///    API or, for a refresh token, that of the sign-in.
/// 2. `grant` decides for a sign-in, `grant(_:refreshing:)` for a refresh token, and `grantToClient` for a client
///    without a user.
/// 3. The `GrantedScope` determines the tokens: their API, whether there are an ID token and a refresh token, and
///    whether they must be bound to a key.
package struct ScopePolicy: Sendable {
    package struct Request: Hashable, Sendable {
        package var scope: String?
        package var audience: String?
        /// Whether a refresh token can end with a browser session.
        package var hasSession: Bool
        /// The flow in which the client got, or will get, its first token. `nil` if that decides nothing.
        package var flow: RefreshToken.Flow?

        package init(
            scope: String? = nil, audience: String? = nil, hasSession: Bool = false, flow: RefreshToken.Flow? = nil
        ) {
            self.scope = scope
            self.audience = audience
            self.hasSession = hasSession
            self.flow = flow
        }
    }

    private let configuration: ConfigurationSnapshot
    private let issuer: Issuer
    private let client: Client

    package init(configuration: ConfigurationSnapshot, issuer: Issuer, client: Client) {
        self.configuration = configuration
        self.issuer = issuer
        self.client = client
    }

    /// Grants scopes at sign-in.
    package func grant(_ request: Request) throws(OAuthFailure) -> GrantedScope {
        let server = try resourceServer(request.audience ?? defaultAudience, for: request.flow)
        let asked = try asked(request) ?? ScopeList.defaults.names
        return granted(asked.compactMap { known($0, for: server) }, for: server)
    }

    /// Grants scopes to the client itself, without a user: those of its grant for the API. Scopes beyond it are an
    /// error, so that a client with too few permissions learns it at once.
    package func grantToClient(_ request: Request) throws(OAuthFailure) -> GrantedScope {
        guard let audience = request.audience ?? defaultAudience else { throw .parameterMissing("audience") }
        guard let server = configuration.resourceServer(audience, at: issuer.host) else {
            throw .audienceUnknown(audience)
        }
        guard server.allowsClients, let grant = configuration.clientGrant(of: client.id, for: server.identifier) else {
            throw .audienceNotAllowed(audience)
        }
        let known = server.scopes.map(\.value)
        let allowed = grant.scopes.map { $0.filter(known.contains) } ?? known
        let asked = try asked(request) ?? allowed
        let missing = asked.filter { !allowed.contains($0) }
        guard missing.isEmpty else { throw .scopeNotGranted(missing) }
        return granted(asked, for: server)
    }

    /// Grants scopes to a refresh token: those of the sign-in, and those that the client's policies, or being
    /// first-party, add.
    ///
    /// Any other audience is ignored, as in Auth0. The tokens are then for the API of the sign-in and, if no requested
    /// scope is known there, with the scope of the sign-in.
    package func grant(
        _ request: Request, refreshing grant: RefreshToken.Grant
    ) throws(OAuthFailure) -> GrantedScope {
        var request = request
        request.hasSession = grant.session != nil
        let asked = try asked(request)
        guard let audience = request.audience, !isOriginal(audience, of: grant) else {
            return try grantOriginal(grant, asked: asked)
        }
        guard let reachable = try reachable(audience, for: grant.flow) else {
            let usable = try grantOriginal(grant, asked: asked)
            return usable.scope.isEmpty ? try grantOriginal(grant, asked: nil) : usable
        }
        let standardScopes = grant.scope.filter { StandardScope.isAboutPerson($0) || StandardScope.isForRefreshing($0) }
        guard let server = reachable.resourceServer else { return granted(asked, upTo: standardScopes, for: nil) }
        let policy = policy(for: server.identifier)
        let allowed = standardScopes + (policy?.scopes ?? server.scopes.map(\.value))
        return granted(asked ?? standardScopes + (policy?.scopes ?? []), upTo: allowed, for: server)
    }

    /// Rejects the audience with which Auth0's SDKs exchange a refresh token for a session transfer token. The client
    /// would take other tokens for one, and lose the successor.
    package func rejectSessionTransfer(_ request: Request) throws(OAuthFailure) {
        guard let audience = request.audience, audience.hasPrefix("urn:"), audience.hasSuffix(":session_transfer")
        else { return }
        throw .sessionTransferNotSupported
    }

    private func asked(_ request: Request) throws(OAuthFailure) -> [String]? {
        guard let names = ScopeList(request.scope)?.names else { return nil }
        guard request.hasSession || !names.contains(StandardScope.onlineAccess) else {
            throw .scopeNotOffered(StandardScope.onlineAccess)
        }
        return names
    }

    // MARK: Refreshing

    /// Grants the scopes of the sign-in, and those that a policy for its API adds.
    private func grantOriginal(
        _ grant: RefreshToken.Grant, asked: [String]?
    ) throws(OAuthFailure) -> GrantedScope {
        let server = try resourceServer(grant.audience, for: grant.flow)
        let allowed = grant.scope + (server.flatMap { policy(for: $0.identifier)?.scopes } ?? [])
        return granted(asked ?? allowed, upTo: allowed, for: server)
    }

    private func isOriginal(_ audience: String, of grant: RefreshToken.Grant) -> Bool {
        ExactText(audience) == ExactText(grant.audience ?? issuer.userInfo)
    }

    private struct Reachable {
        /// `nil` for `/userinfo`, which is always reachable.
        let resourceServer: ResourceServer?
    }

    private func reachable(_ audience: String, for flow: RefreshToken.Flow) throws(OAuthFailure) -> Reachable? {
        guard let server = try? resourceServer(audience) else {
            return ExactText(audience) == ExactText(issuer.userInfo) ? Reachable(resourceServer: nil) : nil
        }
        try require(server, isOpenTo: flow)
        let isOpen = server.isFirstPartyOnly || policy(for: server.identifier) != nil
        return isOpen ? Reachable(resourceServer: server) : nil
    }

    private func policy(for audience: String) -> RefreshTokenPolicy.Audience? {
        client.refreshTokens.audiences.first { ExactText($0.audience) == ExactText(audience) }
    }

    private func granted(_ wanted: [String]?, upTo allowed: [String], for server: ResourceServer?) -> GrantedScope {
        let meaningful = (wanted ?? allowed).compactMap { known($0, for: server) }
        return granted(meaningful.filter(allowed.contains), for: server)
    }

    // MARK: Known APIs and scopes

    /// The tenant's default audience, unless this host does not have it.
    private var defaultAudience: String? {
        configuration.tenant.defaultAudience.flatMap { configuration.resourceServer($0, at: issuer.host)?.identifier }
    }

    private func resourceServer(
        _ audience: String?, for flow: RefreshToken.Flow?
    ) throws(OAuthFailure) -> ResourceServer? {
        let server = try resourceServer(audience)
        if let server, let flow { try require(server, isOpenTo: flow) }
        return server
    }

    /// Keeps devices away from the user's own account. An attacker who shows a user the code of a device would get a
    /// passkey of the account, and with it the account. Auth0's old requests prove too little.
    private func require(_ server: ResourceServer, isOpenTo flow: RefreshToken.Flow) throws(OAuthFailure) {
        guard (flow != .device && flow != .legacy) || !server.isFirstPartyOnly else {
            throw .audienceNotAllowed(server.identifier)
        }
    }

    private func resourceServer(_ audience: String?) throws(OAuthFailure) -> ResourceServer? {
        guard let audience, ExactText(audience) != ExactText(issuer.userInfo) else { return nil }
        guard let server = configuration.resourceServer(audience, at: issuer.host) else {
            throw .audienceUnknown(audience)
        }
        guard client.isFirstParty || !server.isFirstPartyOnly else { throw .audienceNotAllowed(audience) }
        return server
    }

    private func granted(_ scope: [String], for server: ResourceServer?) -> GrantedScope {
        GrantedScope(
            scope: ScopeList.distinct(scope), resourceServer: server,
            requiresProof: client.requiresProofOfPossession || server.map(requiresProof) ?? false)
    }

    private func requiresProof(_ server: ResourceServer) -> Bool {
        guard server.requiresProofOfPossession else { return false }
        return !server.exemptsConfidentialClients || client.authentication.method == .none
    }

    /// The scope as it is granted. Returns `nil` for an unknown scope.
    private func known(_ scope: String, for server: ResourceServer?) -> String? {
        if StandardScope.isAboutPerson(scope) { return scope }
        if StandardScope.isForRefreshing(scope) {
            let isOnline = scope == StandardScope.onlineAccess
            let isAllowed = (isOnline ? server?.allowsOnlineAccess : server?.allowsOfflineAccess) ?? true
            return isAllowed && client.grantTypes.contains(.refreshToken) ? scope : nil
        }
        let spelled = scope.usualSpelling
        return server?.scopes.first { $0.value == scope || $0.value == spelled }?.value
    }
}

extension String {
    /// auth0-server-python documents the scopes of My Account with hyphens.
    fileprivate var usualSpelling: String {
        guard hasSuffix(":me:authentication-methods") else { return self }
        return dropLast("authentication-methods".count) + "authentication_methods"
    }
}
