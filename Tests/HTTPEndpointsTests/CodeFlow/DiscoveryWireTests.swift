// SPDX-License-Identifier: Apache-2.0

import HTTPContract
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
            #expect(Route.find(path) != nil, "\(member.name)")
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
