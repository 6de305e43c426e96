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
        #expect(texts(document["dpop_signing_alg_values_supported"]) == ["ES256", "ES384", "EdDSA", "Ed25519"])
        #expect(
            texts(document["grant_types_supported"])
                == ["urn:okta:params:oauth:grant-type:webauthn", "refresh_token"])
        #expect(
            texts(document["token_endpoint_auth_methods_supported"])
                == ["none", "client_secret_post", "client_secret_basic", "private_key_jwt"])
        #expect(texts(document["scopes_supported"]).contains("offline_access"))
        #expect(texts(document["claims_supported"]).filter { $0 == "email" }.count == 1)
    }

    @Test func `an authorization endpoint adds what it supports`() throws {
        let document = try document {
            $0.authorization = "authorize"
            $0.pushedAuthorization = "oauth/par"
            $0.deviceAuthorization = "oauth/device/code"
            $0.endSession = "oidc/logout"
            $0.sendsLogoutTokens = true
        }
        #expect(document["pushed_authorization_request_endpoint"] == "https://login.example.com/oauth/par")
        #expect(document["device_authorization_endpoint"] == "https://login.example.com/oauth/device/code")
        #expect(document["end_session_endpoint"] == "https://login.example.com/oidc/logout")
        #expect(texts(document["response_modes_supported"]) == ["query", "fragment", "form_post", "web_message"])
        #expect(
            texts(document["prompt_values_supported"]) == ["none", "login", "consent", "select_account", "create"])
        #expect(texts(document["display_values_supported"]) == ["page", "popup", "touch"])
        #expect(texts(document["claims_supported"]).contains("sid"))
        for name in [
            "claims_parameter_supported", "authorization_response_iss_parameter_supported",
            "backchannel_logout_supported", "backchannel_logout_session_supported",
        ] {
            #expect(document[name] == true)
        }
        for name in [
            "request_parameter_supported", "request_uri_parameter_supported", "require_request_uri_registration",
        ] {
            #expect(document[name] == false)
        }
        #expect(Set(document.members.map(\.name)).count == document.count)
    }

    @Test func `without an authorization endpoint its members are omitted or false`() throws {
        let document = try document()
        for name in [
            "response_modes_supported", "prompt_values_supported", "display_values_supported", "ui_locales_supported",
            "authorization_response_iss_parameter_supported", "backchannel_logout_supported",
            "backchannel_logout_session_supported", "require_request_uri_registration", "end_session_endpoint",
            "device_authorization_endpoint", "pushed_authorization_request_endpoint",
        ] {
            #expect(document[name] == nil)
        }
        #expect(document["claims_parameter_supported"] == false)
        #expect(!texts(document["claims_supported"]).contains("sid"))
    }

    @Test func `the languages of the pages are listed`() throws {
        let configuration = try ProviderFixture().configuration
        var paths = ProviderFixture.paths
        paths.authorization = "authorize"
        let document = DiscoveryDocument(
            issuer: Issuer(host: ProviderFixture.host, in: configuration, paths: paths), algorithms: [.rs256],
            grantTypes: [.authorizationCode], languages: ["en", "de"]
        ).json
        #expect(texts(document["ui_locales_supported"]) == ["en", "de"])
    }

    @Test func `no member is repeated or null`() throws {
        let document = try document()
        #expect(Set(document.members.map(\.name)).count == document.count)
        #expect(!document.members.contains { $0.value == .null })
    }
}
