// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

/// Access tokens of requests without an interface.
@Suite struct OpaqueAccessTokenTests {
    private static let now = ProviderFixture.start

    private func tokens(
        keys: HostKeys? = nil, change: (inout TokenGrant) -> Void = { _ in }
    ) async throws -> IssuedTokens {
        let provider = try ProviderFixture()
        var grant = try provider.grant(.init(scope: "openid email"))
        change(&grant)
        return try await provider.issue(grant, keys: keys)
    }

    private func rejection(_ token: String, proof: VerifiedProof? = nil) async -> AccessTokenRejection? {
        await AccessTokenAttempt(token: token, proof: proof).rejection()
    }

    private func proof(of key: PrivateKey, for token: String) throws -> VerifiedProof {
        try ProviderFixture.proof(of: key, for: ProviderFixture.userInfoRequest(token: token))
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
        var user = ProviderFixture.user()
        user.tokenGeneration = 3
        let facts = AuthenticationFacts(authenticatedAt: Self.now, methods: [])
        let subject = TokenGrant.Subject.user(user, facts)
        let tokens = try await tokens { $0.subject = subject }
        let token = try await AccessTokenAttempt(token: tokens.accessToken).verify()
        #expect(token.user == ProviderFixture.user().id)
        #expect(token.client == "app")
        #expect(token.scope == ["openid", "email"])
        #expect(token.generation == 3)
    }

    @Test func `no two tokens are the same`() async throws {
        #expect(try await tokens().accessToken != tokens().accessToken)
    }

    @Test func `an opaque token is valid for a day`() async throws {
        var attempt = AccessTokenAttempt(token: try await tokens().accessToken)
        let expected: KeyValuePairs<Int64, AccessTokenRejection?> = [
            86_399: nil, 86_400: .expired, -60: nil, -61: .notYetValid,
        ]
        for (seconds, rejection) in expected {
            attempt.time = Timestamp(secondsSince1970: Self.now.secondsSince1970 + seconds)
            #expect(await attempt.rejection() == rejection)
        }
    }

    @Test(arguments: ["https://login.example.com/me/", ProviderFixture.api])
    func `an opaque token is valid at the userinfo endpoint only`(audience: String) async throws {
        var attempt = AccessTokenAttempt(token: try await tokens().accessToken)
        attempt.audience = audience
        #expect(await attempt.rejection() == .audienceMismatch)
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
        let keys = try await ProviderFixture.keys()
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
            let ring = KeyRing(testing: storage)
            let keys = try await ring.prepare(host: ProviderFixture.host, at: Self.now)
            let other = try await ring.prepare(host: ProviderFixture.otherHost, at: Self.now)
            var attempt = AccessTokenAttempt(token: try await tokens(keys: keys).accessToken)
            attempt.keys = keys
            #expect(await attempt.rejection() == nil)
            attempt.keys = other
            #expect(await attempt.rejection() == .notIssuedHere)
            try await storage.withTransaction { transaction in
                try ring.startEpochs(hosts: [ProviderFixture.host], in: transaction, at: Self.now)
            }
            attempt.keys = try await ring.reload(host: ProviderFixture.host)
            #expect(await attempt.rejection() == .notIssuedHere)
        }
    }

    @Test func `a bound token needs a proof of its key and is not a bearer token`() async throws {
        let key = PrivateKey.generate(.elliptic(.p256))
        let signInProof = try ProviderFixture.proof(of: key)
        let tokens = try await tokens { $0.proof = signInProof }
        let token = tokens.accessToken
        #expect(tokens.kind == .dpop)
        #expect(await rejection(token) == .proofMissing)
        #expect(try await rejection(token, proof: proof(of: key, for: token)) == nil)
        let other = PrivateKey.generate(.elliptic(.p256))
        #expect(try await rejection(token, proof: proof(of: other, for: token)) == .proofMismatch)
    }

    @Test func `an unbound token can't be sent with a proof`() async throws {
        let token = try await tokens().accessToken
        let key = PrivateKey.generate(.elliptic(.p256))
        #expect(try await rejection(token, proof: proof(of: key, for: token)) == .notBound)
    }

    @Test func `a tenant's default audience gives a signed token`() async throws {
        let provider = try ProviderFixture { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .tenant, id: Tenant.onlyID, json: ["default_audience": .string(ProviderFixture.api)]))
        }
        let tokens = try await provider.issue(provider.grant())
        #expect(try CompactJWS(tokens.accessToken).header["typ"] == "at+jwt")
    }
}
