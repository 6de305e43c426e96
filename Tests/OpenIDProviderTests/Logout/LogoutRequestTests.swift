// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import JOSE
import OpenIDProvider
import Testing
import WireFormats

@Suite struct LogoutRequestTests {
    private static let now = ProviderFixture.start
    private static let bye = "https://app.example.com/bye"
    private static let session = LogoutRequest.Session(user: UserID(rawValue: "auth0|1"), id: "session-1")

    private func validation(_ fixture: AuthorizationFixture) -> LogoutValidation {
        LogoutValidation(
            configuration: fixture.provider.configuration, issuer: fixture.provider.issuer(), keys: fixture.keys)
    }

    private func parameters(_ pairs: KeyValuePairs<String, String>) throws -> AuthorizationParameters {
        try AuthorizationParameters(pairs.map { .init(name: $0.key, value: $0.value) })
    }

    private func standard(_ pairs: KeyValuePairs<String, String>) async throws -> LogoutRequest {
        try await validation(AuthorizationFixture()).validate(standard: parameters(pairs))
    }

    private func auth0(_ pairs: KeyValuePairs<String, String>) async throws -> LogoutRequest {
        try await validation(AuthorizationFixture()).validate(auth0: parameters(pairs))
    }

    private func error(_ body: () async throws -> LogoutRequest) async throws -> LogoutPageError? {
        do {
            _ = try await body()
            return nil
        } catch let error as LogoutPageError {
            return error
        }
    }

    // MARK: RP-initiated logout

    @Test func `a hint for the session ends it without a question`() async throws {
        let hint = try await AuthorizationFixture().idToken()
        let request = try await standard([
            "id_token_hint": hint, "post_logout_redirect_uri": Self.bye, "state": "a b&c", "ui_locales": "de",
        ])
        #expect(request.client == "spa")
        #expect(request.locales == "de")
        #expect(request.step(for: Self.session) == .logOut(redirectURL: Self.bye + "?state=a%20b%26c"))
    }

    @Test func `an existing query is kept`() async throws {
        let request = try await standard([
            "client_id": "spa", "post_logout_redirect_uri": Self.bye + "?x=1", "state": "s",
        ])
        #expect(request.redirectURL == Self.bye + "?x=1&state=s")
    }

    @Test func `without a hint for this session the user is asked`() async throws {
        let fixture = try await AuthorizationFixture()
        let anonymous = try await standard(["client_id": "spa", "post_logout_redirect_uri": Self.bye])
        #expect(anonymous.step(for: Self.session) == .confirm(redirectURL: Self.bye))
        #expect(anonymous.step(for: nil) == .logOut(redirectURL: Self.bye))
        for change in [["sub": "auth0|2"], ["sid": "session-2"]] as [JSONObject] {
            let request = try await standard(["id_token_hint": fixture.idToken(change)])
            #expect(request.step(for: Self.session) == .confirm(redirectURL: nil))
        }
        let bare = try await standard([:])
        #expect(bare.step(for: Self.session) == .confirm(redirectURL: nil))
    }

    @Test func `a client of another party ends no session unasked, with or without a hint`() async throws {
        let hint = try await AuthorizationFixture().idToken(["aud": "third-party"])
        for request in [
            try await standard(["id_token_hint": hint]), try await auth0(["client_id": "third-party"]),
        ] {
            #expect(request.client == "third-party")
            #expect(request.step(for: Self.session) == .confirm(redirectURL: nil))
        }
    }

    @Test func `a URL that is not listed exactly is rejected`() async throws {
        let hostile = [
            "https://app.example.com/bye/", "https://app.example.com/bye?", "https://app.example.com/bye#",
            "https://app.example.com/Bye", "https://evil.example/", "//evil.example", "javascript:alert(1)",
            "https://app.example.com@evil.example/bye", "https://app.example.com/callback",
        ]
        for url in hostile {
            #expect(
                try await error { try await standard(["client_id": "spa", "post_logout_redirect_uri": url]) }
                    == .redirectURINotRegistered)
            #expect(
                try await error { try await auth0(["client_id": "spa", "returnTo": url]) } == .redirectURINotRegistered)
        }
        #expect(
            try await error { try await standard(["post_logout_redirect_uri": Self.bye]) } == .redirectURINotRegistered)
    }

    @Test func `faulty requests are rejected`() async throws {
        let fixture = try await AuthorizationFixture()
        let hint = try fixture.idToken()
        let foreign = try fixture.idToken(["iss": "https://evil.example/"])
        #expect(
            try await error { try await standard(["id_token_hint": hint, "client_id": "backend"]) } == .clientMismatch)
        #expect(try await error { try await standard(["id_token_hint": foreign]) } == .hintInvalid)
        #expect(try await error { try await standard(["id_token_hint": "x"]) } == .hintInvalid)
        #expect(try await error { try await standard(["client_id": "nobody"]) } == .clientUnknown)
        #expect(try await error { try await standard(["client_id": "elsewhere"]) } == .clientUnknown)
        #expect(try await error { try await standard(["state": "1", "state": "2"]) } == .parameterRepeated)
        #expect(try await error { try await auth0(["returnTo": "1", "returnTo": "2"]) } == .parameterRepeated)
        let state = String(repeating: "a", count: 2049)
        #expect(
            try await error {
                try await standard(["client_id": "spa", "post_logout_redirect_uri": Self.bye, "state": state])
            } == .stateTooLong)
    }

    // MARK: Auth0's logout

    @Test func `Auth0's logout asks nothing and returns to listed URLs only`() async throws {
        let request = try await auth0(["client_id": "spa", "returnTo": Self.bye, "federated": "1"])
        #expect(request.step(for: Self.session) == .logOut(redirectURL: Self.bye))
        #expect(try await auth0(["returnTo": "https://www.example.com/"]).redirectURL == "https://www.example.com/")
        #expect(try await error { try await auth0(["returnTo": Self.bye]) } == .redirectURINotRegistered)
        #expect(try await error { try await auth0(["client_id": "nobody"]) } == .clientUnknown)
        #expect(try await auth0([:]).step(for: Self.session) == .logOut(redirectURL: nil))
    }

    // MARK: Logout tokens

    @Test func `a logout token has the claims of the specification`() async throws {
        let fixture = try await AuthorizationFixture()
        let issuer = TokenIssuer(issuer: fixture.provider.issuer(), keys: fixture.keys)
        let token = LogoutToken(user: Self.session.user, sessionID: Self.session.id)
        let text = try issuer.sign(token, for: fixture.provider.client("web"), at: Self.now)
        let jws = try CompactJWS(text)
        #expect(jws.header["typ"] == "logout+jwt")
        #expect(jws.algorithm == "ES256")
        let id = try #require(jws.header["kid"]?.stringValue)
        let key = try #require(fixture.keys.publishedKey(id))
        try jws.verify(with: key.key.publicKey, algorithms: [key.algorithm])
        var claims = try #require(JSONReader.read(jws.payload).objectValue)
        #expect(claims["jti"]?.stringValue?.count == 22)
        claims["jti"] = nil
        #expect(
            claims == [
                "iss": "https://login.example.com/", "sub": "auth0|1", "aud": "web", "iat": 1_700_000_000,
                "exp": 1_700_000_120, "events": ["http://schemas.openid.net/event/backchannel-logout": [:]],
                "sid": "session-1",
            ])
        #expect(IDTokenHint(text, issuer: fixture.provider.issuer(), keys: fixture.keys) == nil)
    }

    @Test func `the end of all sessions names none`() async throws {
        let fixture = try await AuthorizationFixture()
        let issuer = TokenIssuer(issuer: fixture.provider.issuer(), keys: fixture.keys)
        let token = LogoutToken(user: Self.session.user, sessionID: nil)
        let jws = try CompactJWS(issuer.sign(token, for: fixture.provider.client("web"), at: Self.now))
        let claims = try #require(JSONReader.read(jws.payload).objectValue)
        #expect(claims["sid"] == nil)
        #expect(claims["nonce"] == nil)
    }
}
