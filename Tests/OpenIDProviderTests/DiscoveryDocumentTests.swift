// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import JOSE
import OpenIDProvider
import Testing
import WireFormats

@Suite struct DiscoveryDocumentTests {
    private func document(_ change: (inout ProviderPaths) -> Void = { _ in }) throws -> JSONObject {
        var paths = ProviderFixture.paths
        change(&paths)
        let configuration = try ProviderFixture().configuration
        return DiscoveryDocument(
            issuer: Issuer(host: ProviderFixture.host, in: configuration, paths: paths),
            algorithms: configuration.tokenAlgorithms,
            grantTypes: [.passkey, .refreshToken]
        ).json
    }

    private func texts(_ value: JSONValue?) -> [String] {
        value?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    @Test func `the URLs belong to the issuer, and missing endpoints are omitted`() throws {
        let document = try document()
        #expect(document["issuer"] == "https://login.example.com/")
        #expect(document["token_endpoint"] == "https://login.example.com/oauth/token")
        #expect(document["userinfo_endpoint"] == "https://login.example.com/userinfo")
        #expect(document["jwks_uri"] == "https://login.example.com/.well-known/jwks.json")
        #expect(document["revocation_endpoint"] == "https://login.example.com/oauth/revoke")
        #expect(document["authorization_endpoint"] == nil)
        #expect(document["response_types_supported"] == [])
        #expect(document["code_challenge_methods_supported"] == nil)
    }

    @Test func `an authorization endpoint adds its response types and challenge methods`() throws {
        let document = try document { $0.authorization = "authorize" }
        #expect(document["authorization_endpoint"] == "https://login.example.com/authorize")
        #expect(document["response_types_supported"] == ["code"])
        #expect(document["code_challenge_methods_supported"] == ["S256"])
    }

    @Test func `the document lists the supported algorithms, grants, methods, scopes and claims`() throws {
        let document = try document()
        #expect(texts(document["id_token_signing_alg_values_supported"]) == ["RS256", "ES256", "EdDSA"])
        #expect(texts(document["dpop_signing_alg_values_supported"]) == ["ES256", "ES384", "EdDSA"])
        #expect(
            texts(document["grant_types_supported"])
                == ["urn:okta:params:oauth:grant-type:webauthn", "refresh_token"])
        #expect(
            texts(document["token_endpoint_auth_methods_supported"])
                == ["none", "client_secret_post", "client_secret_basic", "private_key_jwt"])
        #expect(texts(document["scopes_supported"]).contains("offline_access"))
        #expect(texts(document["claims_supported"]).filter { $0 == "email" }.count == 1)
    }

    @Test func `no member is repeated or null`() throws {
        let document = try document()
        #expect(Set(document.members.map(\.name)).count == document.count)
        #expect(!document.members.contains { $0.value == .null })
    }
}
