// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
import IdentityModel
package import JOSE
package import WireFormats

/// Makes the tokens of one host.
package struct TokenIssuer: Sendable {
    /// How long a token is good that is for the claims about a person alone.
    private static let userInfoTokenValidFor = 86_400

    private let issuer: Issuer
    private let keys: HostKeys

    package init(issuer: Issuer, keys: HostKeys) {
        self.issuer = issuer
        self.keys = keys
    }

    /// Refuses what could not be issued, so that it can be asked before anything is recorded.
    package func check(_ granted: GrantedScope, for client: Client, proof: VerifiedProof?) throws(OAuthFailure) {
        _ = try keys.signingKey(accessTokenAlgorithm(granted))
        _ = try keys.signingKey(client.idTokenAlgorithm.inJOSE)
        guard !granted.requiresProof || proof != nil else { throw .proofMissing }
    }

    package func issue(_ grant: TokenGrant, at time: Timestamp) throws(OAuthFailure) -> IssuedTokens {
        try check(grant.granted, for: grant.client, proof: grant.proof)
        let validFor = grant.granted.resourceServer?.tokenLifetime ?? Self.userInfoTokenValidFor
        let claims = accessClaims(grant, validFor: validFor, at: time)
        let accessToken = try keys.signingKey(accessTokenAlgorithm(grant.granted)).sign(claims, type: "at+jwt")
        var idToken: String?
        if grant.granted.isAboutPerson {
            let key = try keys.signingKey(grant.client.idTokenAlgorithm.inJOSE)
            idToken = key.sign(identityClaims(grant, at: time), type: "JWT")
        }
        return IssuedTokens(
            accessToken: accessToken, kind: grant.proof == nil ? .bearer : .dpop, validFor: validFor,
            scope: grant.granted.scope, idToken: idToken)
    }

    /// What others may look at is RS256 unless they say otherwise, because their libraries expect it. What never leaves
    /// the way between a client and us is ES256, which takes a fifteenth of the time to sign.
    private func accessTokenAlgorithm(_ granted: GrantedScope) -> JWSAlgorithm {
        guard let server = granted.resourceServer else { return .rs256 }
        if let algorithm = server.signingAlgorithm { return algorithm.inJOSE }
        return server.identifier == issuer.myAccount ? .es256 : .rs256
    }

    /// RFC 9068, section 2.2.
    private func accessClaims(_ grant: TokenGrant, validFor: Int, at time: Timestamp) -> JSONObject {
        var audience = [grant.granted.resourceServer?.identifier].compactMap(\.self)
        if audience.isEmpty || grant.granted.isAboutPerson { audience.append(issuer.userInfo) }
        var claims: JSONObject = [
            "iss": .string(issuer.url), "sub": .string(grant.user.id.rawValue),
            "aud": audience.count == 1 ? .string(audience[0]) : .array(audience.map(JSONValue.string)),
            "client_id": .string(grant.client.id), "azp": .string(grant.client.id), "iat": JSONValue(time),
            "exp": JSONValue(time.advanced(by: validFor)), "jti": .string(Base64URL.encode(Randomness.bytes(16))),
        ]
        if !grant.granted.scope.isEmpty { claims["scope"] = .string(grant.granted.scope.joined(separator: " ")) }
        claims.append(grant.authentication)
        // Nearly every account is in its first generation, of which nothing is said.
        let generation = grant.user.tokenGeneration
        claims[VerifiedAccessToken.generationClaim] = generation == 0 ? nil : .number(JSONNumber(Int64(generation)))
        claims["org_id"] = grant.organization.map { .string($0.tokenID) }
        claims["cnf"] = grant.proof.map { .object(["jkt": .string(Base64URL.encode($0.thumbprint))]) }
        return claims
    }

    /// OpenID Connect Core, section 2.
    private func identityClaims(_ grant: TokenGrant, at time: Timestamp) -> JSONObject {
        var claims = PersonClaims(grant.user).claims(for: grant.granted.scope)
        claims["iss"] = .string(issuer.url)
        claims["sub"] = .string(grant.user.id.rawValue)
        claims["aud"] = .string(grant.client.id)
        claims["azp"] = .string(grant.client.id)
        claims["iat"] = JSONValue(time)
        claims["exp"] = JSONValue(time.advanced(by: grant.client.idTokenLifetime))
        claims.append(grant.authentication)
        claims["nonce"] = grant.nonce.map(JSONValue.string)
        claims["sid"] = grant.sessionID.map(JSONValue.string)
        claims["org_id"] = grant.organization.map { .string($0.tokenID) }
        claims["org_name"] = grant.organization.map { .string($0.name) }
        return claims
    }
}

extension JSONObject {
    fileprivate mutating func append(_ facts: AuthenticationFacts) {
        self["auth_time"] = JSONValue(facts.authenticatedAt)
        if !facts.methods.isEmpty { self["amr"] = .array(facts.methods.map(JSONValue.string)) }
        self["acr"] = facts.contextClass.map(JSONValue.string)
    }
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
