// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

@Suite struct AccessTokenVerificationTests {
    static let now = ProviderFixture.start
    static let me = "https://login.example.com/me/"

    let key = PrivateKey.generate(.elliptic(.p256))

    static func later(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + seconds)
    }

    private func tokens(
        _ scope: String = "openid", audience: String? = me, proof: VerifiedProof? = nil
    ) async throws -> IssuedTokens {
        let provider = try ProviderFixture()
        var grant = try provider.grant(.init(scope: scope, audience: audience))
        grant.proof = proof
        return try await provider.issue(grant)
    }

    private func verify(
        _ header: String, audience: String = ProviderFixture.userInfo
    ) async throws -> VerifiedAccessToken {
        try await AccessTokenAttempt(authorization: header, audience: audience).verify()
    }

    private func rejection(
        _ header: String, proof: VerifiedProof? = nil, audience: String = ProviderFixture.userInfo,
        at time: Timestamp = now
    ) async -> AccessTokenRejection? {
        await AccessTokenAttempt(authorization: header, proof: proof, audience: audience, time: time).rejection()
    }

    /// Returns a token with changed claims, signed with the host's key or with another one.
    private func forged(
        _ changes: JSONObject = [:], type: JSONValue = "at+jwt", kid: JSONValue? = nil, by other: PrivateKey? = nil
    ) async throws -> String {
        let parts = try await tokens().accessToken.split(separator: ".")
        let bytes = try parts.map { try #require(Base64URL.decode(String($0))) }
        var claims = try #require(JSONReader.read(bytes[1]).objectValue)
        for member in changes.members { claims[member.name] = member.value == .null ? nil : member.value }
        let key = try await ProviderFixture.keys().signingKey(.es256)
        return CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: ["typ": type, "kid": kid ?? .string(key.id)],
            key: other ?? key.privateKey, algorithm: .es256)
    }

    private func proof(of key: PrivateKey, for token: String) throws -> VerifiedProof {
        try ProviderFixture.proof(of: key, for: ProviderFixture.userInfoRequest(token: token))
    }

    // MARK: The header

    @Test func `an Authorization header gives the token and its scheme`() throws {
        #expect(try PresentedAccessToken(authorization: "Bearer a.b").kind == .bearer)
        #expect(try PresentedAccessToken(authorization: "bearer a.b").token == "a.b")
        #expect(try PresentedAccessToken(authorization: "DPoP a.b").kind == .dpop)
        for header in [nil, "", "Basic eDp5"] {
            #expect(throws: OAuthFailure.accessTokenMissing) { try PresentedAccessToken(authorization: header) }
        }
        for header in ["Bearer", "Bearer ", "Bearer a b", "Bearer " + String(repeating: "a", count: 20_000)] {
            #expect(throws: OAuthFailure.accessTokenRejected(.malformed)) {
                try PresentedAccessToken(authorization: header)
            }
        }
    }

    // MARK: The token

    @Test func `a valid access token is accepted`() async throws {
        let token = try await verify("Bearer \(tokens("openid email").accessToken)")
        #expect(token.user == ProviderFixture.user().id)
        #expect(token.client == "app")
        #expect(token.scope == ["openid", "email"])
        #expect(token.authenticatedAt == Self.now)
    }

    @Test func `a token for another audience, host or time is rejected`() async throws {
        let header = try await "Bearer \(tokens().accessToken)"
        #expect(await rejection(header, audience: ProviderFixture.api) == .audienceMismatch)
        let provider = try ProviderFixture()
        let otherHost = AccessTokenVerification(
            issuer: provider.issuer(ProviderFixture.otherHost), keys: try await ProviderFixture.keys())
        #expect(throws: OAuthFailure.accessTokenRejected(.issuerMismatch)) {
            try otherHost.verify(
                PresentedAccessToken(authorization: header), proof: nil, audience: ProviderFixture.userInfo,
                at: Self.now)
        }
        #expect(await rejection(header, at: Self.later(599)) == nil)
        #expect(await rejection(header, at: Self.later(600)) == .expired)
        #expect(await rejection(header, at: Self.later(-60)) == nil)
        #expect(await rejection(header, at: Self.later(-61)) == .notYetValid)
    }

    @Test func `a token for a configured API is accepted there and at the userinfo endpoint`() async throws {
        let scope = "openid read:me:authentication_methods"
        let header = try await "Bearer \(tokens(scope, audience: Self.me).accessToken)"
        #expect(await rejection(header, audience: Self.me) == nil)
        #expect(await rejection(header) == nil)
    }

    @Test func `an ID token is not an access token`() async throws {
        let idToken = try #require(try await tokens().idToken)
        #expect(await rejection("Bearer \(idToken)") == .typeMismatch)
    }

    @Test(arguments: ["", "a", "a!b", "a.b", "a.b.c", "a.b.c.d"])
    func `text that is not a token is rejected`(text: String) async {
        #expect(await rejection("Bearer \(text)") == .malformed)
    }

    @Test func `a token signed by another key is rejected`() async throws {
        #expect(try await rejection("Bearer \(forged(by: key))") == .signatureInvalid)
        #expect(try await rejection("Bearer \(forged(kid: "x", by: key))") == .keyUnknown)
        #expect(try await rejection("Bearer \(forged(kid: 7, by: key))") == .keyUnknown)
        let rsa = try await ProviderFixture.keys().signingKey(.rs256).id
        #expect(try await rejection("Bearer \(forged(kid: .string(rsa), by: key))") == .algorithmMismatch)
    }

    @Test func `a modified token is rejected`() async throws {
        let parts = try await tokens().accessToken.split(separator: ".").map(String.init)
        let claims = String(decoding: try #require(Base64URL.decode(parts[1])), as: UTF8.self)
        let changed = claims.replacing("\"scope\":\"openid\"", with: "\"scope\":\"openid all\"")
        #expect(changed != claims)
        let token = "\(parts[0]).\(Base64URL.encode([UInt8](changed.utf8))).\(parts[2])"
        #expect(await rejection("Bearer \(token)") == .signatureInvalid)
        let header = Base64URL.encode([UInt8](#"{"alg":"none","typ":"at+jwt"}"#.utf8))
        #expect(await rejection("Bearer \(header).\(parts[1]).") == .keyUnknown)
    }

    @Test(arguments: ["sub", "client_id", "exp", "iat"])
    func `a token without a required claim is rejected`(name: String) async throws {
        #expect(try await rejection("Bearer \(forged([name: .null]))") == .claimsMalformed)
        #expect(try await rejection("Bearer \(forged([name: ["a"]]))") == .claimsMalformed)
    }

    @Test func `a token whose grant can't be read is rejected`() async throws {
        #expect(try await verify("Bearer \(forged(["grant_id": "0123g"]))").grantID == "0123g")
        #expect(try await rejection("Bearer \(forged(["grant_id": 7]))") == .claimsMalformed)
    }

    @Test func `a token is not valid before its time`() async throws {
        let start = JSONValue.number(JSONNumber(Self.later(61).secondsSince1970))
        #expect(try await rejection("Bearer \(forged(["nbf": start]))") == .notYetValid)
    }

    @Test func `a token signed by a revoked key is rejected`() async throws {
        try await withStorage { storage in
            let ring = KeyRing(testing: storage)
            let keys = try await ring.prepare(host: ProviderFixture.host, at: Self.now)
            let provider = try ProviderFixture()
            let tokens = try await provider.issue(provider.grant(.init(audience: Self.me)), keys: keys)
            var attempt = AccessTokenAttempt(token: tokens.accessToken)
            attempt.keys = try await ring.rotate(
                host: ProviderFixture.host, .es256, by: .command("keys rotate"), at: Self.now)
            #expect(await attempt.rejection() == nil)
            attempt.keys = try await ring.revoke(keys.signingKey(.es256).id, by: .command("keys revoke"), at: Self.now)
            #expect(await attempt.rejection() == .keyUnknown)
        }
    }

    // MARK: Binding

    @Test func `a bound token needs a proof of its key and is not a bearer token`() async throws {
        let tokens = try await tokens(proof: ProviderFixture.proof(of: key))
        #expect(tokens.kind == .dpop)
        let token = tokens.accessToken
        let matching = try proof(of: key, for: token)
        let other = try proof(of: .generate(.elliptic(.p256)), for: token)
        #expect(await rejection("DPoP \(token)", proof: matching) == nil)
        #expect(await rejection("Bearer \(token)") == .proofMissing)
        #expect(await rejection("Bearer \(token)", proof: matching) == .proofMissing)
        #expect(await rejection("DPoP \(token)") == .proofMissing)
        #expect(await rejection("DPoP \(token)", proof: other) == .proofMismatch)
    }

    @Test func `an unbound token can't be sent with a proof`() async throws {
        let token = try await tokens().accessToken
        #expect(try await rejection("DPoP \(token)", proof: proof(of: key, for: token)) == .notBound)
    }

    @Test func `a token with an unreadable binding is rejected`() async throws {
        for binding: JSONValue in [[:], ["jkt": "!"], ["x5t#S256": "AA"], "x"] {
            let token = try await forged(["cnf": binding])
            #expect(await rejection("Bearer \(token)") == .proofMissing)
            #expect(try await rejection("DPoP \(token)", proof: proof(of: key, for: token)) == .proofMismatch)
        }
    }

    // MARK: Scopes and claims

    @Test func `required scopes are checked by name`() async throws {
        let scope = "openid read:me:authentication_methods"
        let header = try await "Bearer \(tokens(scope, audience: Self.me).accessToken)"
        let token = try await verify(header, audience: Self.me)
        #expect(throws: Never.self) { try token.require("read:me:authentication_methods") }
        let missing = OAuthFailure.scopeInsufficient(needed: ["create:me:authentication_methods"])
        #expect(throws: missing) { try token.require("create:me:authentication_methods") }
        #expect(missing.error == "insufficient_scope")
    }

    @Test func `the userinfo claims follow the token's scopes`() async throws {
        let token = try await verify("Bearer \(tokens("openid email").accessToken)")
        let claims = try UserInfo.claims(for: token, of: ProviderFixture.user())
        #expect(
            claims == [
                "sub": "auth0|000000000000000000000001", "email": "Ada@example.com", "email_verified": false,
            ])
    }

    @Test func `a removed or blocked user has no userinfo claims`() async throws {
        let token = try await verify("Bearer \(tokens().accessToken)")
        var blocked = ProviderFixture.user()
        blocked.isBlocked = true
        for user in [nil, blocked, ProviderFixture.user("auth0|000000000000000000000002")] {
            #expect(throws: OAuthFailure.accessTokenRejected(.userGone)) { try UserInfo.claims(for: token, of: user) }
        }
    }

    @Test func `a token without openid has no userinfo claims`() async throws {
        let token = try await verify("Bearer \(tokens("profile", audience: nil).accessToken)")
        #expect(throws: OAuthFailure.scopeInsufficient(needed: ["openid"])) {
            try UserInfo.claims(for: token, of: ProviderFixture.user())
        }
    }
}
