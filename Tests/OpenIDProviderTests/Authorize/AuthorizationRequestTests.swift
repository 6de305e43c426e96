// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

@Suite struct AuthorizationRequestTests {
    private static let everything: KeyValuePairs<String, String> = [
        "response_mode": "form_post", "state": "s \u{7F}ä&=", "nonce": "n-1", "scope": "openid read:notes unknown",
        "audience": ProviderFixture.api, "prompt": "login consent", "max_age": "60", "login_hint": "ada@example.com",
        "acr_values": "phrh phr", "claims": #"{"id_token":{"name":null},"userinfo":{"email":null}}"#,
        "ui_locales": "de-AT en <x>", "display": "popup", "screen_hint": "signup", "connection": "Users",
        "organization": "org_acme1", "dpop_jkt": AuthorizationFixture.challenge, "invitation": "x",
        "ext-theme": "dark", "auth0Client": "e30",
    ]

    @Test func `a request keeps what its parameters say`() async throws {
        let request = try await AuthorizationFixture().request(Self.everything)
        #expect(request.client == "spa")
        #expect(request.target.redirectURI == AuthorizationFixture.callback)
        #expect(request.target.mode == .formPost)
        #expect(request.target.state == "s \u{7F}ä&=")
        #expect(request.scope == ["openid", "read:notes"])
        #expect(request.audience == ProviderFixture.api)
        #expect(request.nonce == "n-1")
        #expect(request.challenge == AuthorizationFixture.challenge)
        #expect(request.prompts == [.login, .consent])
        #expect(request.maximumAge == 60)
        #expect(request.loginHint == "ada@example.com")
        #expect(request.contextClasses == ["phrh", "phr"])
        #expect(request.claims.idToken == ["name"])
        #expect(request.claims.userInfo == ["email"])
        #expect(request.locales == ["de-AT", "en"])
        #expect(request.display == .popup)
        #expect(request.isSignUpPreferred)
        #expect(request.connection == "Users")
        #expect(request.organization == "acme")
        #expect(request.boundKey?.count == 32)
    }

    @Test func `a request survives its encoding`() async throws {
        let fixture = try await AuthorizationFixture()
        var request = try fixture.request(Self.everything)
        #expect(AuthorizationRequest(bytes: request.bytes[...]) == request)
        request.hintedUser = UserID(rawValue: "auth0|1")
        request.claims.subject = "auth0|1"
        request.claims.essentialContextClasses = ["phr"]
        #expect(AuthorizationRequest(bytes: request.bytes[...]) == request)
        let least = try fixture.request()
        #expect(AuthorizationRequest(bytes: least.bytes[...]) == least)
        #expect(AuthorizationRequest(bytes: []) == nil)
    }

    @Test func `an encoded request that is cut short or has an unknown member is none`() async throws {
        let request = try await AuthorizationFixture().request(Self.everything)
        let (bytes, ends) = (request.bytes, Self.ends(of: request.bytes))
        for count in 0..<bytes.count where !ends.contains(count) {
            #expect(AuthorizationRequest(bytes: bytes.prefix(count)) == nil, "\(count) bytes")
        }
        #expect(AuthorizationRequest(bytes: bytes + [0xFF, 0, 0, 0, 0]) == nil)
    }

    @Test(
        arguments: [
            // A list whose only text is cut short, and claims that are no JSON, no object, or no request.
            (0, [0, 0, 0, 9, 0x61]), (4, [0]), (9, Array("{".utf8)), (9, Array("[]".utf8)),
            (9, Array("{\"id_token\":1}".utf8)),
        ] as [(UInt8, [UInt8])])
    func `an encoded request with a malformed member is none`(member: UInt8, field: [UInt8]) async throws {
        var bytes = try await AuthorizationFixture().request().bytes
        bytes.append(member)
        bytes.append(field: field)
        #expect(AuthorizationRequest(bytes: bytes[...]) == nil)
    }

    /// Returns where optional members begin, and the end of the last one.
    private static func ends(of bytes: [UInt8]) -> Set<Int> {
        var fields = ByteReader(bytes)
        for _ in 0..<4 { _ = fields.readField() }
        var ends: Set<Int> = [fields.offset]
        while (try? fields.readUInt8()) != nil, fields.readField() != nil { ends.insert(fields.offset) }
        return ends
    }

    @Test func `preferences of pages are never an error`() async throws {
        let request = try await AuthorizationFixture().request([
            "display": "hologram", "screen_hint": "reset", "ui_locales": String(repeating: "x ", count: 2000),
        ])
        #expect(request.display == .page)
        #expect(!request.isSignUpPreferred)
        #expect(request.locales == ["x"])
    }

    @Test func `language tags are letters, digits and hyphens, and their number and length are bounded`() async throws {
        let fixture = try await AuthorizationFixture()
        let longest = String(repeating: "a", count: 35)
        #expect(
            try fixture.request(["ui_locales": "de_AT \(longest)b \(longest) zh-Hant-1 ä"]).locales
                == [longest, "zh-Hant-1"])
        let many = (1...21).map { "x\($0)" }
        #expect(try fixture.request(["ui_locales": many.joined(separator: " ")]).locales == Array(many.prefix(20)))
    }

    @Test func `a confidential client may go without a challenge`() async throws {
        let request = try await AuthorizationFixture().request(
            ["code_challenge": "", "code_challenge_method": ""], client: "backend")
        #expect(request.challenge == nil)
    }

    @Test func `a request without a scope has the default one`() async throws {
        #expect(try await AuthorizationFixture().request(["scope": ""]).scope == ["openid", "profile", "email"])
    }

    // MARK: ID token hints

    @Test func `an expired ID token of the client is a hint`() async throws {
        let fixture = try await AuthorizationFixture()
        let token = try fixture.idToken()
        #expect(try fixture.request(["id_token_hint": token]).hintedUser == UserID(rawValue: "auth0|1"))
        let hint = try #require(IDTokenHint(token, issuer: fixture.provider.issuer(), keys: fixture.keys))
        #expect(hint.sessionID == "session-1")
        #expect(hint.client == "spa")
    }

    @Test func `a hint of another client, issuer, type or signature is rejected`() async throws {
        let fixture = try await AuthorizationFixture()
        let token = try fixture.idToken()
        let hints = [
            try fixture.idToken(["aud": "backend"]), try fixture.idToken(["aud": ["spa"]]),
            try fixture.idToken(["iss": "https://login.example.net/"]), try fixture.idToken(["sub": 1]),
            try fixture.idToken(type: "at+jwt"), try fixture.idToken(type: "logout+jwt"),
            try fixture.idToken(["name": .string(String(repeating: "a", count: 8000))]),
            String(token.dropLast(4)) + "AAAA", token + ".", "", "a.b.c", String(repeating: "a", count: 9000),
        ].filter { !$0.isEmpty }
        for hint in hints { #expect(try fixture.error(["id_token_hint": hint]) == .idTokenHintInvalid) }
    }
}
