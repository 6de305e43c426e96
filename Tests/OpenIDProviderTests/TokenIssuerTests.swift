// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn
import TestStorage
import Testing
import WireFormats

@Suite struct TokenIssuerTests {
    static let now = ProviderFixture.start
    static let issuer = "https://login.example.com/"

    private func grant(
        _ scope: String? = nil, audience: String? = nil, client: String = "app"
    ) throws -> TokenGrant {
        try ProviderFixture().grant(.init(scope: scope, audience: audience), client: client)
    }

    private func issue(_ grant: TokenGrant) async throws -> IssuedTokens {
        try await ProviderFixture().issue(grant)
    }

    /// Header and claims, after the signature was verified with the published key.
    private func read(_ token: String?) async throws -> (header: JSONObject, claims: JSONObject) {
        let jws = try CompactJWS(#require(token))
        let id = try #require(jws.header["kid"]?.stringValue)
        let key = try #require(try await ProviderFixture.keys().publishedKey(id))
        try jws.verify(with: key.key.publicKey, algorithms: [key.algorithm])
        return (jws.header, try #require(JSONReader.read(jws.payload).objectValue))
    }

    // MARK: Access tokens

    @Test func `an access token has the claims of RFC 9068`() async throws {
        var grant = try grant("openid read:notes", audience: ProviderFixture.api)
        grant.organization = try ProviderFixture().configuration.organization("acme")
        let tokens = try await issue(grant)
        var (header, claims) = try await read(tokens.accessToken)
        #expect(header["typ"] == "at+jwt")
        #expect(header["alg"] == "ES256")
        #expect(try #require(claims["jti"]?.stringValue).count == 22)
        claims["jti"] = nil
        #expect(
            claims == [
                "iss": .string(Self.issuer), "sub": "auth0|000000000000000000000001",
                "aud": ["https://api.example.com/", "https://login.example.com/userinfo"], "client_id": "app",
                "azp": "app", "iat": 1_700_000_000, "exp": 1_700_003_600, "scope": "openid read:notes",
                "auth_time": 1_700_000_000, "amr": ["swk", "user", "pop"], "acr": "phr", "org_id": "org_acme1",
            ])
        #expect(tokens.kind == .bearer)
        #expect(tokens.validFor == 3600)
        #expect(tokens.scope == "openid read:notes")
    }

    @Test(arguments: [
        (ProviderFixture.api, "ES256"), (ProviderFixture.second, "RS256"), ("https://login.example.com/me/", "ES256"),
    ])
    func `API tokens are signed with ES256 by default`(audience: String, algorithm: String) async throws {
        let (header, _) = try await read(issue(grant("openid", audience: audience)).accessToken)
        #expect(header["alg"]?.stringValue == algorithm)
    }

    @Test func `without openid there is only an access token for the API`() async throws {
        let tokens = try await issue(grant("read:notes", audience: ProviderFixture.api))
        let (_, claims) = try await read(tokens.accessToken)
        #expect(claims["aud"] == "https://api.example.com/")
        #expect(tokens.idToken == nil)
    }

    @Test(arguments: [
        ("openid read:notes", ProviderFixture.api, "0123g", ["email"]), ("read:notes", ProviderFixture.api, nil, nil),
        ("read:me:authentication_methods", "https://login.example.com/me/", "0123g", nil),
    ])
    func `what only the server's own resources need is in the tokens for them`(
        scope: String, audience: String, grantID: String?, userInfoClaims: [JSONValue]?
    ) async throws {
        var grant = try grant(scope, audience: audience)
        grant.grantID = "0123g"
        grant.claims = try #require(ClaimsRequest(parameter: #"{"userinfo":{"email":null}}"#))
        let claims = try await read(issue(grant).accessToken).claims
        #expect(claims["grant_id"]?.stringValue == grantID)
        #expect(claims["userinfo_claims"]?.arrayValue == userInfoClaims)
    }

    @Test func `token identifiers are unique`() async throws {
        let grant = try grant(audience: ProviderFixture.api)
        let one = try await read(issue(grant).accessToken).claims["jti"]
        let other = try await read(issue(grant).accessToken).claims["jti"]
        #expect(one != other)
    }

    // MARK: ID tokens

    @Test func `an ID token has the claims of its scopes`() async throws {
        var grant = try grant("openid profile email phone")
        grant.nonce = "n-1"
        grant.sessionID = BrowserSession.ID(rawValue: "s-1")
        grant.organization = try ProviderFixture().configuration.organization("acme")
        let (header, claims) = try await read(issue(grant).idToken)
        #expect(header["typ"] == "JWT")
        #expect(
            claims == [
                "name": "Ada@example.com", "nickname": "Ada", "updated_at": "2023-11-14T22:13:20.000Z",
                "email": "Ada@example.com", "email_verified": false, "iss": .string(Self.issuer),
                "sub": "auth0|000000000000000000000001", "aud": "app", "azp": "app", "iat": 1_700_000_000,
                "exp": 1_700_036_000, "auth_time": 1_700_000_000, "amr": ["swk", "user", "pop"], "acr": "phr",
                "nonce": "n-1", "sid": "s-1", "org_id": "org_acme1", "org_name": "acme",
            ])
    }

    @Test func `updated_at is a number in tokens that belong to a grant`() async throws {
        var grant = try grant("openid profile")
        grant.grantID = "0123g"
        #expect(try await read(issue(grant).idToken).claims["updated_at"] == 1_700_000_000)
    }

    @Test(arguments: [("app", "RS256"), ("web", "ES256"), ("basic", "EdDSA")])
    func `the client chooses the algorithm of its ID tokens`(client: String, algorithm: String) async throws {
        let (header, claims) = try await read(issue(grant(client: client)).idToken)
        #expect(header["alg"]?.stringValue == algorithm)
        #expect(claims["nonce"] == nil)
    }

    @Test func `an algorithm without a key is rejected before anything is issued`() async throws {
        let keys = try await withStorage { storage in
            try await KeyRing(testing: storage)
                .prepare(host: ProviderFixture.host, at: Self.now)
        }
        let issuer = try TokenIssuer(issuer: ProviderFixture().issuer(), keys: keys)
        let grant = try grant(client: "basic")
        #expect(throws: OAuthFailure.signingKeyMissing(algorithm: "EdDSA")) {
            try issuer.check(grant.granted, for: grant.client, proof: nil)
        }
        let provider = try ProviderFixture { documents in
            for index in documents.indices where documents[index].id == ProviderFixture.second {
                documents[index].json["signing_alg"] = "EdDSA"
            }
        }
        let granted = try provider.scopes("app").grant(.init(audience: ProviderFixture.second))
        #expect(throws: OAuthFailure.signingKeyMissing(algorithm: "EdDSA")) {
            try issuer.check(granted, for: provider.client("app"), proof: nil)
        }
    }

    @Test func `a token that must be bound is not issued without a proof`() async throws {
        var grant = try grant(audience: ProviderFixture.api, client: "proof-required")
        let unbound = grant
        #expect(await failure { _ = try await issue(unbound) } == .proofMissing)
        grant.proof = try ProviderFixture.proof()
        let tokens = try await issue(grant)
        #expect(tokens.kind == .dpop)
        let thumbprint = try #require(grant.proof).thumbprint
        #expect(try await read(tokens.accessToken).claims["cnf"] == ["jkt": .string(Base64URL.encode(thumbprint))])
    }

    @Test func `unknown authentication methods leave amr out`() async throws {
        var grant = try grant()
        grant.subject = .user(ProviderFixture.user(), AuthenticationFacts(authenticatedAt: Self.now, methods: []))
        #expect(try await read(issue(grant).idToken).claims["amr"] == nil)
    }

    @Test func `a scope named after a claim gives only that claim`() async throws {
        let (_, claims) = try await read(issue(grant("openid name email_verified")).idToken)
        #expect(claims["name"] == "Ada@example.com")
        #expect(claims["email_verified"] == false)
        #expect(claims["email"] == nil)
        #expect(claims["nickname"] == nil)
    }

    // MARK: Users and authentication

    @Test func `profile claims come from the profile, with fallbacks for what is missing`() {
        var user = ProviderFixture.user()
        let name = { UserClaims(user, format: .auth0).claims(for: ["openid", "profile"])["name"]?.stringValue }
        #expect(name() == "Ada@example.com")
        user.profile.givenName = "Ada"
        user.profile.familyName = "Lovelace"
        #expect(name() == "Ada Lovelace")
        user.profile.name = "Countess"
        #expect(name() == "Countess")
        user.identifiers.append(Identifier(kind: .username, value: "ada", normalized: "ada"))
        user.identifiers.append(
            Identifier(kind: .phoneNumber, value: "+441", normalized: "+441", isVerified: true))
        user.profile.picture = "https://a.example/p.png"
        let claims = UserClaims(user, format: .auth0).claims(for: ["openid", "profile", "phone"])
        #expect(claims["nickname"] == "ada")
        #expect(claims["preferred_username"] == "ada")
        #expect(claims["picture"] == "https://a.example/p.png")
        #expect(claims["phone_number"] == "+441")
        #expect(claims["phone_number_verified"] == true)
        #expect(UserClaims(user, format: .auth0).claims(for: ["profile"]).isEmpty)
    }

    @Test(arguments: [
        (true, AuthenticationFacts.KeyProtection.synced, ["swk", "user", "pop"], "phr"),
        (false, .synced, ["swk", "pop"], "phr"), (true, .attestedHardware, ["hwk", "user", "pop"], "phrh"),
        (true, .unattested, ["user", "pop"], "phr"), (false, .unattested, ["pop"], "phr"),
    ])
    func `amr and acr claim only what is known about the passkey`(
        isUserVerified: Bool, protection: AuthenticationFacts.KeyProtection, methods: [String], contextClass: String
    ) {
        let facts = AuthenticationFacts.passkey(isUserVerified: isUserVerified, protection: protection, at: Self.now)
        #expect(facts.methods == methods)
        #expect(facts.contextClass(by: []) == contextClass)
    }

    @Test func `other sign-in methods have no context class`() {
        #expect(AuthenticationFacts(authenticatedAt: Self.now, methods: ["pwd"]).contextClass(by: []) == nil)
    }

    // MARK: Tokens for a client itself

    @Test func `a client's own token names the client and no sign-in`() async throws {
        let scope = "openid offline_access read:notes"
        let ofUser = try grant(scope, audience: ProviderFixture.api)
        let grant = TokenGrant(client: ofUser.client, granted: ofUser.granted)
        let tokens = try await issue(grant)
        let claims = try await read(tokens.accessToken).claims
        #expect(claims["sub"] == "app@clients")
        #expect(claims["client_id"] == "app")
        for claim in ["auth_time", "amr", "acr"] { #expect(claims[claim] == nil) }
        #expect(tokens.idToken == nil)
        #expect(grant.refreshGrant(host: ProviderFixture.host) == nil)
    }

    // MARK: Refresh tokens

    @Test func `a refresh token records the sign-in`() throws {
        var grant = try grant("openid offline_access read:notes", audience: ProviderFixture.api)
        grant.organization = try ProviderFixture().configuration.organization("acme")
        let kept = try #require(grant.refreshGrant(host: ProviderFixture.host))
        #expect(kept.user == ProviderFixture.user().id)
        #expect(kept.client == "app")
        #expect(kept.host == ProviderFixture.host)
        #expect(kept.audience == ProviderFixture.api)
        #expect(kept.scope == ["openid", "offline_access", "read:notes"])
        #expect(kept.organization == "org_acme1")
        #expect(kept.boundKey == nil)
        #expect(AuthenticationFacts(kept) == .passkey(isUserVerified: true, protection: .synced, at: Self.now))
        #expect(try self.grant("openid").refreshGrant(host: ProviderFixture.host) == nil)
    }

    @Test(arguments: [
        ("openid", true, false), ("openid online_access", true, true), ("openid online_access", false, false),
        ("openid offline_access", true, true), ("openid offline_access", false, true),
    ])
    func `a refresh token needs offline access, or online access and a session`(
        scope: String, hasSession: Bool, isIssued: Bool
    ) throws {
        var grant = try ProviderFixture().grant(.init(scope: scope, hasSession: true))
        grant.sessionID = hasSession ? BrowserSession.ID(rawValue: "s-1") : nil
        let kept = grant.refreshGrant(host: ProviderFixture.host)
        #expect((kept != nil) == isIssued)
    }

    @Test func `a refresh token of a public client is bound to the proof's key`() throws {
        let proof = try ProviderFixture.proof()
        for (client, boundKey) in [("app", proof.thumbprint), ("web", nil)] {
            var grant = try grant("openid offline_access", client: client)
            grant.proof = proof
            let kept = try #require(grant.refreshGrant(host: ProviderFixture.host))
            #expect(kept.boundKey == boundKey)
        }
    }
}
