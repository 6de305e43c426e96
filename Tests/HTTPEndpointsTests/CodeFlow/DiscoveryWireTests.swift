// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPEndpoints
import HostedPages
import IdentityModel
import JOSE
import OpenIDProvider
import Testing
import WireFormats

/// Discovery announces what the server does, and no more.
struct DiscoveryWireTests {
    private func document(_ server: TestServer) async throws -> TestResponse {
        try await server.send(.get("/.well-known/openid-configuration")).require(200)
    }

    private func list(_ name: String, in document: TestResponse) -> [String] {
        document.value(name)?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    @Test func `every endpoint of the document is served`() async throws {
        let document = try await document(TestServer())
        let members = try #require(document.json).members.filter {
            $0.name.hasSuffix("_endpoint") || $0.name == "jwks_uri"
        }
        #expect(members.count >= 7)
        for member in members {
            let path = String(try #require(member.value.stringValue).dropFirst("https://\(TestServer.host)".count))
            #expect(Endpoints.operations.contains { $0.path.text == path }, "\(member.name)")
        }
    }

    @Test func `every prompt, mode and locale of the document is accepted`() async throws {
        let server = try await TestServer()
        let document = try await document(server)
        let (party, browser) = (RelyingParty(at: server), TestBrowser(at: server))
        #expect(list("prompt_values_supported", in: document).count == 5)
        for prompt in list("prompt_values_supported", in: document) {
            let visit = try await browser.authorize(party.attempt(["prompt": prompt]))
            #expect(visit["error"] == (prompt == "none" ? "login_required" : nil), "\(prompt)")
        }
        #expect(list("response_modes_supported", in: document).count == 4)
        for mode in list("response_modes_supported", in: document) {
            let visit = try await browser.authorize(party.attempt(["response_mode": mode]))
            #expect(visit.path == "/login", "\(mode)")
        }
        for locale in list("ui_locales_supported", in: document) {
            let visit = try await browser.authorize(party.attempt(["ui_locales": locale]))
            #expect(try visit.page.elements.first?["lang"] == locale)
        }
        #expect(list("response_types_supported", in: document) == ["code"])
        #expect(list("code_challenge_methods_supported", in: document) == ["S256"])
        #expect(document.value("authorization_response_iss_parameter_supported") == true)
        #expect(document.value("request_parameter_supported") == false)
        #expect(document.value("claims_parameter_supported") == true)
    }

    @Test func `every display, scope and context class of the document has its effect, and no other has`() async throws
    {
        let server = try await TestServer()
        let document = try await document(server)
        let browser = TestBrowser(at: server)
        let all = RelyingParty(at: server).with {
            $0.scope = list("scopes_supported", in: document).filter { $0 != "online_access" }.joined(separator: " ")
        }
        let tokens = try await browser.signUp(at: all)
        #expect(tokens.response.value("scope") == .string(all.scope))
        let more = RelyingParty(at: server).with { $0.scope = "openid address unknown" }
        let dropped = try await browser.continueSession(at: more)
        #expect(dropped.response.value("scope") == "openid")
        #expect(!list("scopes_supported", in: document).contains("address"))
        for display in list("display_values_supported", in: document) + ["unknown"] {
            _ = try await browser.continueSession(at: all, asking: ["display": display])
        }
        #expect(list("acr_values_supported", in: document) == ["phr"])
        for (value, error) in [("phr", nil), ("phrh", "unmet_authentication_requirements")] as [(String, String?)] {
            let claims = #"{"id_token":{"acr":{"essential":true,"value":"\#(value)"}}}"#
            #expect(try await browser.authorize(all.attempt(["claims": claims]))["error"] == error)
        }
        #expect(tokens.identity["acr"] == "phr")
        #expect(list("subject_types_supported", in: document) == ["public"])
        #expect(list("claim_types_supported", in: document) == ["normal"])
    }

    @Test func `the algorithms of ID tokens are those of the clients, with RS256`() async throws {
        let server = try await TestServer()
        let configuration = server.services.hosts.configuration
        let used = Set(configuration.clients.values.map(\.idToken.algorithm.inJOSE.name) + ["RS256"])
        let document = try await document(server)
        #expect(Set(list("id_token_signing_alg_values_supported", in: document)) == used)
        let only = try await TestServer { documents in
            documents.removeAll {
                ($0.kind == .client && $0.id != "web") || $0.kind == .clientGrant || $0.id == "reserved"
            }
        }
        #expect(list("id_token_signing_alg_values_supported", in: try await self.document(only)) == ["RS256"])
    }

    @Test func `the languages of the pages and the methods of clients are announced`() async throws {
        let document = try await document(TestServer())
        #expect(list("ui_locales_supported", in: document) == Language.allCases.map(\.rawValue))
        let methods = ClientAuthentication.Method.allCases.map(\.rawValue)
        #expect(list("token_endpoint_auth_methods_supported", in: document) == methods)
        #expect(
            list("token_endpoint_auth_signing_alg_values_supported", in: document)
                == ["RS256", "RS384", "PS256", "ES256", "EdDSA"])
        for name in ["registration_endpoint", "introspection_endpoint", "check_session_iframe"] {
            #expect(document.value(name) == nil)
        }
    }

    @Test func `every claim of an ID token is announced`() async throws {
        let server = try await TestServer()
        let announced = Set(list("claims_supported", in: try await document(server)))
        let browser = TestBrowser(at: server)
        let party = RelyingParty(at: server).with { $0.client = "team" }
        try await browser.signUp(at: party, name: "Ada Lovelace")
        let tokens = try await browser.continueSession(
            at: party, asking: ["organization": "acme", "max_age": "1000"])
        let claims = tokens.identity.claims.members.map(\.name)
        #expect(claims.filter { !announced.contains($0) } == [])
        let information = try #require(try await party.userInfo(tokens.access).require(200).json)
        #expect(information.members.map(\.name).filter { !announced.contains($0) } == [])
    }

    @Test func `every grant type of the document is run`() async throws {
        let server = try await TestServer()
        for grant in list("grant_types_supported", in: try await document(server)) {
            let response = try await server.send(
                .form("/oauth/token", fields: [("grant_type", grant), ("client_id", "no-code-grant")]))
            #expect(response.code != "oauth.grant-type-unknown", "\(grant)")
        }
    }
}
