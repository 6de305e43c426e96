// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import SQLiteStorage
import Testing
import WireFormats

/// Access tokens of requests without an interface.
@Suite struct OpaqueAccessTokenTests {
    private static let now = ProviderWorld.start
    private static let userInfo = "https://login.example.com/userinfo"

    private func tokens(
        _ scope: String = "openid email", keys: HostKeys? = nil, change: (inout TokenGrant) -> Void = { _ in }
    ) async throws -> IssuedTokens {
        let world = try ProviderWorld()
        var grant = TokenGrant(
            user: ProviderWorld.user(), client: try world.client("app"),
            granted: try world.scopes("app").grant(.init(scope: scope)),
            authentication: .passkey(isUserVerified: true, protection: .synced, at: Self.now))
        change(&grant)
        let shared = try await ProviderWorld.keys()
        return try TokenIssuer(issuer: world.issuer(), keys: keys ?? shared).issue(grant, at: Self.now)
    }

    private func verify(
        _ token: String, proof: VerifiedProof? = nil, audience: String = userInfo, keys: HostKeys? = nil,
        after seconds: Int64 = 0
    ) async throws -> VerifiedAccessToken {
        let shared = try await ProviderWorld.keys()
        let presented = try PresentedAccessToken(authorization: (proof == nil ? "Bearer " : "DPoP ") + token)
        return try AccessTokenVerification(issuer: ProviderWorld().issuer(), keys: keys ?? shared).verify(
            presented, proof: proof, audience: audience,
            at: Timestamp(secondsSince1970: Self.now.secondsSince1970 + seconds))
    }

    private func rejection(
        _ token: String, proof: VerifiedProof? = nil, audience: String = userInfo, keys: HostKeys? = nil,
        after seconds: Int64 = 0
    ) async -> AccessTokenRejection? {
        let failure = await failure {
            _ = try await verify(token, proof: proof, audience: audience, keys: keys, after: seconds)
        }
        guard case .accessTokenRefused(let rejection) = failure else { return nil }
        return rejection
    }

    private func proof(_ key: PrivateKey, for token: String) throws -> VerifiedProof {
        let claims: JSONObject = [
            "jti": .string(Base64URL.encode(Randomness.bytes(8))), "htm": "GET", "htu": .string(Self.userInfo),
            "iat": .number(JSONNumber(Self.now.secondsSince1970)),
            "ath": .string(Base64URL.encode(DigestAlgorithm.sha256.hash([UInt8](token.utf8)))),
        ]
        let text = CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(),
            header: ["typ": "dpop+jwt", "jwk": .object(try #require(JSONWebKey(key.publicKey)).members)], key: key,
            algorithm: .es256)
        let verification = ProofVerification(
            nonces: ProofNonces(master: ProviderWorld.master, host: ProviderWorld.host),
            noncePolicy: .checkedIfPresent)
        let request = ProofVerification.Request(
            method: "GET", url: Self.userInfo, accessToken: token, purpose: .resource)
        return try #require(try verification.verify([text], for: request, at: Self.now))
    }

    @Test func `an opaque token reveals nothing`() async throws {
        let tokens = try await tokens()
        let bytes = try #require(Base64URL.decode(tokens.accessToken))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("auth0"))
        #expect(tokens.validFor == 86_400)
        #expect(tokens.kind == .bearer)
        #expect(tokens.idToken != nil)
    }

    @Test func `an opaque token opens with the claims it was issued with`() async throws {
        var user = ProviderWorld.user()
        user.tokenGeneration = 3
        let facts = AuthenticationFacts(authenticatedAt: ProviderWorld.start, methods: [])
        let subject = TokenGrant.Subject.user(user, facts)
        let token = try await verify(tokens { $0.subject = subject }.accessToken)
        #expect(token.user == ProviderWorld.user().id)
        #expect(token.client == "app")
        #expect(token.scope == ["openid", "email"])
        #expect(token.generation == 3)
    }

    @Test func `no two tokens are the same`() async throws {
        #expect(try await tokens().accessToken != tokens().accessToken)
    }

    @Test func `an opaque token is valid for a day`() async throws {
        let token = try await tokens().accessToken
        #expect(await rejection(token, after: 86_399) == nil)
        #expect(await rejection(token, after: 86_400) == .expired)
        #expect(await rejection(token, after: -60) == nil)
        #expect(await rejection(token, after: -61) == .notYetValid)
    }

    @Test(arguments: ["https://login.example.com/me/", ProviderWorld.api])
    func `an opaque token is valid at the userinfo endpoint only`(audience: String) async throws {
        #expect(try await rejection(tokens().accessToken, audience: audience) == .audienceMismatch)
    }

    @Test func `a token with any byte changed is rejected`() async throws {
        let bytes = try #require(Base64URL.decode(try await tokens().accessToken))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(await rejection(Base64URL.encode(changed)) == .notIssuedHere)
        }
        #expect(await rejection(Base64URL.encode(Array(bytes.dropLast()))) == .notIssuedHere)
    }

    @Test func `a value sealed for another purpose is not a token`() async throws {
        let keys = try await ProviderWorld.keys()
        let claims: JSONObject = [
            "sub": "auth0|000000000000000000000001", "client_id": "app", "scope": "openid", "iat": 1_700_000_000,
            "exp": 1_700_086_400,
        ]
        let sealed = keys.session.sealApart(
            JSONValue.object(claims).serialized(), authenticating: Array("thumbturn access token 1".utf8))
        #expect(await rejection(Base64URL.encode(sealed)) == .notIssuedHere)
    }

    @Test func `a token of another host or an earlier epoch is rejected`() async throws {
        try await withStorage { storage in
            let ring = KeyRing(master: ProviderWorld.master, storage: storage)
            let keys = try await ring.prepare(host: ProviderWorld.host, at: Self.now)
            let other = try await ring.prepare(host: ProviderWorld.otherHost, at: Self.now)
            let token = try await tokens(keys: keys).accessToken
            #expect(await rejection(token, keys: keys) == nil)
            #expect(await rejection(token, keys: other) == .notIssuedHere)
            try await storage.withTransaction { transaction in
                try ring.startEpochs(hosts: [ProviderWorld.host], in: transaction, at: Self.now)
            }
            let after = try await ring.reload(host: ProviderWorld.host)
            #expect(await rejection(token, keys: after) == .notIssuedHere)
        }
    }

    @Test func `a bound token needs a proof of its key and is not a bearer token`() async throws {
        let key = PrivateKey.generate(.elliptic(.p256))
        let beginning = try proof(key, for: "")
        let tokens = try await tokens { $0.proof = beginning }
        let token = tokens.accessToken
        #expect(tokens.kind == .dpop)
        #expect(await rejection(token) == .proofMissing)
        #expect(try await rejection(token, proof: proof(key, for: token)) == nil)
        #expect(try await rejection(token, proof: proof(.generate(.elliptic(.p256)), for: token)) == .proofMismatch)
    }

    @Test func `an unbound token can't be sent with a proof`() async throws {
        let token = try await tokens().accessToken
        #expect(try await rejection(token, proof: proof(.generate(.elliptic(.p256)), for: token)) == .notBound)
    }

    @Test func `a tenant's default audience gives a signed token`() async throws {
        let world = try ProviderWorld { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .tenant, id: Tenant.onlyID, json: ["default_audience": .string(ProviderWorld.api)]))
        }
        let grant = TokenGrant(
            user: ProviderWorld.user(), client: try world.client("app"),
            granted: try world.scopes("app").grant(.init()),
            authentication: .passkey(isUserVerified: true, protection: .synced, at: Self.now))
        let tokens = try await TokenIssuer(issuer: world.issuer(), keys: ProviderWorld.keys()).issue(
            grant, at: Self.now)
        #expect(try CompactJWS(tokens.accessToken).header["typ"] == "at+jwt")
    }
}
