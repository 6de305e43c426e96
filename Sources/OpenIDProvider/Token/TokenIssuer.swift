// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
import IdentityModel
package import JOSE
package import SignIn
package import WireFormats

/// Issues the tokens of a host.
///
/// 1. A grant calls `check` before it stores anything, and passes a `TokenGrant` to `issue` afterwards.
/// 2. `issue` signs an access token for an API, or else seals an `OpaqueAccessToken` for the userinfo endpoint. It
///    signs an ID token if the scope has `openid`.
/// 3. At the server's own resources, `AccessTokenVerification` makes a `VerifiedAccessToken` of a
///    `PresentedAccessToken`. The resource then rejects a token that was revoked with its account or its grant.
package struct TokenIssuer: Sendable {
    /// The lifetime of an opaque access token, in seconds.
    private static let opaqueTokenLifetime = 86_400
    /// The lifetime of an opaque access token beside a session of the plain ceremony API, in seconds.
    private static let sessionTokenLifetime = 600

    let issuer: Issuer
    let keys: HostKeys

    package init(issuer: Issuer, keys: HostKeys) {
        self.issuer = issuer
        self.keys = keys
    }

    /// Throws if tokens can't be issued. Callers check this before they store anything.
    package func check(_ granted: GrantedScope, for client: Client, proof: VerifiedProof?) throws(OAuthFailure) {
        if let server = granted.resourceServer { _ = try keys.signingKey(server.accessTokenAlgorithm.inJOSE) }
        _ = try keys.signingKey(client.idToken.algorithm.inJOSE)
        guard !granted.requiresProof || proof != nil else { throw .proofMissing }
    }

    package func issue(_ grant: TokenGrant, at time: Timestamp) throws(OAuthFailure) -> IssuedTokens {
        try check(grant.granted, for: grant.client, proof: grant.proof)
        let validFor: Int
        let accessToken: String
        if let server = grant.granted.resourceServer {
            validFor = server.tokenLifetime
            let claims = accessClaims(grant, for: server, at: time)
            accessToken = try keys.signingKey(server.accessTokenAlgorithm.inJOSE).sign(claims, type: .access)
        } else {
            validFor = Self.opaqueTokenLifetime
            accessToken = OpaqueAccessToken(grant, validFor: validFor, at: time).sealed(by: keys)
        }
        var idToken: String?
        if grant.granted.isAboutPerson, case .user(let user, let authentication) = grant.subject {
            let key = try keys.signingKey(grant.client.idToken.algorithm.inJOSE)
            idToken = key.sign(
                identityClaims(grant, of: user, authenticatedBy: authentication, at: time), type: .identity)
        }
        return IssuedTokens(
            accessToken: accessToken, kind: grant.proof == nil ? .bearer : .dpop, validFor: validFor,
            scope: grant.granted.text, idToken: idToken)
    }

    /// Returns an opaque access token beside a session, which its client gets again with every sign-in.
    package func sessionToken(for receipt: SignInReceipt, client: Client, at time: Timestamp) -> String {
        let scope = GrantedScope(scope: ScopeList.defaults.names, resourceServer: nil, requiresProof: false)
        var grant = TokenGrant(
            user: receipt.user, client: client, granted: scope, authentication: receipt.signIn.authentication)
        grant.ways = receipt.signIn.ways
        return OpaqueAccessToken(grant, validFor: Self.sessionTokenLifetime, at: time).sealed(by: keys)
    }

    /// Returns the claims of a JWT access token (RFC 9068, section 2.2).
    private func accessClaims(_ grant: TokenGrant, for server: ResourceServer, at time: Timestamp) -> JSONObject {
        let audience = JSONValue.string(server.identifier)
        var claims = JSONObject()
        claims.members.reserveCapacity(16)
        claims.append(.string(issuer.url), as: "iss")
        claims.append(.string(grant.subjectID), as: "sub")
        claims.append(grant.granted.isAboutPerson ? [audience, .string(issuer.userInfo)] : audience, as: "aud")
        claims.append(.string(grant.client.id), as: "client_id")
        claims.append(.string(grant.client.id), as: "azp")
        claims.append(JSONValue(time), as: "iat")
        claims.append(JSONValue(time.advanced(by: server.tokenLifetime)), as: "exp")
        claims.append(.string(Base64URL.encode(Randomness.bytes(16))), as: "jti")
        claims.appendScope(grant.granted)
        if case .user(let user, let authentication) = grant.subject {
            claims.append(authentication, by: grant.ways)
            claims.appendGeneration(of: user)
        } else {
            claims.append("client-credentials", as: "gty")
        }
        claims.append(grant.organization.map { .string($0.tokenID) }, as: "org_id")
        // The server's own resources read these claims. Other APIs don't need them.
        if grant.granted.isAboutPerson { claims.appendUserInfoClaims(grant.claims) }
        if grant.granted.isAboutPerson || server.identifier == issuer.myAccount { claims.appendGrantID(grant.grantID) }
        if server.identifier == issuer.myAccount {
            claims.append(.array(grant.ways.map { .string($0.id) }), as: VerifiedAccessToken.waysClaim)
        }
        claims.appendBinding(to: grant.proof)
        return claims
    }

    /// Returns the claims of an ID token (OpenID Connect Core, section 2).
    private func identityClaims(
        _ grant: TokenGrant, of user: User, authenticatedBy authentication: AuthenticationFacts, at time: Timestamp
    ) -> JSONObject {
        var claims = JSONObject()
        claims.members.reserveCapacity(24)
        UserClaims(user, format: grant.claimFormat).append(
            to: &claims, for: grant.granted.scope, requested: grant.claims.idToken)
        claims.append(.string(issuer.url), as: "iss")
        claims.append(.string(user.id.rawValue), as: "sub")
        claims.append(.string(grant.client.id), as: "aud")
        claims.append(.string(grant.client.id), as: "azp")
        claims.append(JSONValue(time), as: "iat")
        claims.append(JSONValue(time.advanced(by: grant.client.idToken.lifetime)), as: "exp")
        claims.append(authentication, by: grant.ways)
        claims.append(grant.nonce.map(JSONValue.string), as: "nonce")
        claims.append(grant.sessionID.map { .string($0.rawValue) }, as: "sid")
        claims.append(grant.organization.map { .string($0.tokenID) }, as: "org_id")
        claims.append(grant.organization.map { .string($0.name) }, as: "org_name")
        if grant.client.usesLegacyDeviceKeys {
            // Auth0's old requests have it as a credential.
            claims.appendGeneration(of: user)
            if grant.isRefreshed { claims.append(true, as: PresentedIDToken.refreshedClaim) }
        }
        return claims
    }
}

extension JSONObject {
    fileprivate mutating func append(_ facts: AuthenticationFacts, by ways: [WayReference]) {
        append(JSONValue(facts.authenticatedAt), as: "auth_time")
        if !facts.methods.isEmpty { append(.array(facts.methods.map(JSONValue.string)), as: "amr") }
        append(facts.contextClass(by: ways).map(JSONValue.string), as: "acr")
    }
}

extension ResourceServer {
    /// The configured algorithm, or ES256, whose signatures take a fifteenth of the time of RS256.
    var accessTokenAlgorithm: TokenAlgorithm { signingAlgorithm ?? .es256 }
}

extension TokenAlgorithm {
    package var inJOSE: JWSAlgorithm {
        switch self {
        case .rs256: .rs256
        case .es256: .es256
        case .edDSA: .edDSA
        }
    }
}
