// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import JOSE
import OpenIDProvider
import Testing
import WireFormats

/// The claims request and the grant's ID on their way through tokens.
@Suite struct RequestedClaimsTests {
    private static let grantID = "000102030405060708090a0b0c0d0e0f"

    private func tokens(
        _ scope: String = "openid", audience: String? = nil, change: (inout TokenGrant) -> Void = { _ in }
    ) async throws -> IssuedTokens {
        let provider = try ProviderFixture()
        var grant = try provider.grant(.init(scope: scope, audience: audience))
        change(&grant)
        return try await provider.issue(grant)
    }

    private func claims(_ token: String?) throws -> JSONObject {
        let jws = try CompactJWS(#require(token))
        return try #require(JSONReader.read(jws.payload).objectValue)
    }

    private func verify(_ token: String, audience: String = ProviderFixture.userInfo) async throws
        -> VerifiedAccessToken
    {
        var attempt = AccessTokenAttempt(token: token)
        attempt.audience = audience
        return try await attempt.verify()
    }

    @Test func `the ID token has the requested claims that exist`() async throws {
        let tokens = try await tokens { $0.claims.idToken = ["email", "phone_number", "nickname"] }
        let claims = try claims(tokens.idToken)
        #expect(claims["email"] == "Ada@example.com")
        #expect(claims["nickname"] == "Ada")
        #expect(claims["phone_number"] == nil)
        #expect(claims["name"] == nil)
        #expect(claims["auth_time"] != nil)
    }

    @Test func `without openid there are no claims about the user`() {
        #expect(
            UserClaims(ProviderFixture.user(), format: .openIDConnect).claims(for: ["email"], requested: ["email"])
                .isEmpty)
    }

    @Test(arguments: [nil, ProviderFixture.api])
    func `the userinfo endpoint returns the requested claims`(audience: String?) async throws {
        let tokens = try await tokens(audience: audience) {
            $0.claims.userInfo = ["email"]
            $0.claims.idToken = ["nickname"]
        }
        let token = try await verify(tokens.accessToken)
        #expect(token.requestedClaims == ["email"])
        let claims = try UserInfo.claims(for: token, of: ProviderFixture.user())
        #expect(claims == ["sub": "auth0|000000000000000000000001", "email": "Ada@example.com"])
    }

    @Test func `tokens carry the grant's ID to the server's own resources only`() async throws {
        let grantID = Self.grantID
        let opaque = try await tokens { $0.grantID = grantID }
        #expect(try await verify(opaque.accessToken).grantID == grantID)
        let account = try await tokens("read:me:authentication_methods", audience: "https://login.example.com/me/") {
            $0.grantID = grantID
        }
        #expect(try await verify(account.accessToken, audience: "https://login.example.com/me/").grantID == grantID)
        let both = try await tokens("openid read:notes", audience: ProviderFixture.api) { $0.grantID = grantID }
        #expect(try await verify(both.accessToken).grantID == grantID)
        let foreign = try await tokens("read:notes", audience: ProviderFixture.api) { $0.grantID = grantID }
        #expect(try claims(foreign.accessToken)["grant_id"] == nil)
    }

    @Test func `tokens without a request or a grant have no such claims`() async throws {
        let token = try await verify(tokens().accessToken)
        #expect(token.grantID == nil)
        #expect(token.requestedClaims == [])
        let signed = try claims(try await tokens("openid", audience: ProviderFixture.api).accessToken)
        #expect(signed["grant_id"] == nil)
        #expect(signed["userinfo_claims"] == nil)
    }
}
