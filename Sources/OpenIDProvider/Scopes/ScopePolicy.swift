// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// What a client gets: for which interface, and to do what.
package struct GrantedScope: Hashable, Sendable {
    package let scope: [String]
    /// The interface; nil if the tokens are good for nothing but the claims about the person.
    package let resourceServer: ResourceServer?
    /// Whether its tokens have to be bound to a key.
    package let requiresProof: Bool

    package var isAboutPerson: Bool { scope.contains(StandardScope.openID) }
    package var isOffline: Bool { scope.contains(StandardScope.offlineAccess) }
}

/// Decides what of that which a client asks for it gets. What is not known is left out and never an error.
package struct ScopePolicy: Sendable {
    package struct Request: Hashable, Sendable {
        package var scope: String?
        package var audience: String?

        package init(scope: String? = nil, audience: String? = nil) {
            self.scope = scope
            self.audience = audience
        }
    }

    private let directory: Directory
    private let issuer: Issuer
    private let client: Client

    package init(directory: Directory, issuer: Issuer, client: Client) {
        self.directory = directory
        self.issuer = issuer
        self.client = client
    }

    /// For somebody who has just signed in.
    package func grant(_ request: Request) throws(OAuthFailure) -> GrantedScope {
        let server = try resourceServer(request.audience ?? defaultAudience)
        let asked = (ScopeList(request.scope) ?? .defaults).names
        return granted(asked.compactMap { known($0, for: server) }, for: server)
    }

    /// For a refresh token: never more than was granted at sign-in, but for interfaces that the client's policies, or
    /// being first-party, open to it.
    package func grant(
        _ request: Request, refreshing grant: RefreshToken.Grant
    ) throws(OAuthFailure) -> GrantedScope {
        let server = try resourceServer(request.audience ?? grant.audience)
        let asked = ScopeList(request.scope)?.names
        let isOriginal = server?.identifier.utf8.elementsEqual((grant.audience ?? "").utf8) ?? (grant.audience == nil)
        if isOriginal {
            let allowed = grant.scope.compactMap { known($0, for: server) }
            let wanted = asked?.compactMap { known($0, for: server) } ?? allowed
            return granted(wanted.filter(allowed.contains), for: server)
        }
        let policy = server.flatMap { server in client.refreshTokens.reach.first { $0.audience == server.identifier } }
        if let server, policy == nil, !server.isForFirstParties {
            throw .refreshTokenRefused(.audienceNotGranted(server.identifier))
        }
        let standing = grant.scope.filter { StandardScope.isAboutPerson($0) || $0 == StandardScope.offlineAccess }
        let allowed = standing + (policy?.scopes ?? server?.scopes.map(\.value) ?? [])
        let wanted = asked ?? standing + (policy?.scopes ?? [])
        return granted(wanted.compactMap { known($0, for: server) }.filter(allowed.contains), for: server)
    }

    /// A default that this host does not have is no reason to refuse a request that did not ask for it.
    private var defaultAudience: String? {
        directory.tenant.defaultAudience.flatMap { directory.resourceServer($0, at: issuer.host)?.identifier }
    }

    private func resourceServer(_ audience: String?) throws(OAuthFailure) -> ResourceServer? {
        guard let audience, ExactText(audience) != ExactText(issuer.userInfo) else { return nil }
        guard let server = directory.resourceServer(audience, at: issuer.host) else { throw .audienceUnknown(audience) }
        guard client.isFirstParty || !server.isForFirstParties else { throw .audienceNotAllowed(audience) }
        return server
    }

    private func granted(_ scope: [String], for server: ResourceServer?) -> GrantedScope {
        var seen: Set<String> = []
        return GrantedScope(
            scope: scope.filter { seen.insert($0).inserted }, resourceServer: server,
            requiresProof: client.requiresProofOfPossession || server.map(requiresProof) ?? false)
    }

    private func requiresProof(_ server: ResourceServer) -> Bool {
        guard server.requiresProofOfPossession else { return false }
        return !server.exemptsConfidentialClients || client.authentication.method == .none
    }

    /// The scope as it is granted, or nil if it means nothing here.
    private func known(_ scope: String, for server: ResourceServer?) -> String? {
        if StandardScope.isAboutPerson(scope) { return scope }
        if scope == StandardScope.offlineAccess {
            return client.grantTypes.contains(.refreshToken) && server?.allowsOfflineAccess ?? true ? scope : nil
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
