// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import OpenIDProvider
import Testing
import WireFormats

/// Errors that never reach a redirect URI.
@Suite struct AuthorizationPageErrorTests {
    @Test func `a missing or unknown client stays on a page`() async throws {
        let fixture = try await AuthorizationFixture()
        #expect(try fixture.pageError(["client_id": ""]) == .clientMissing)
        #expect(try fixture.pageError(client: "nobody") == .clientUnknown)
        #expect(try fixture.pageError(client: "SPA") == .clientUnknown)
        #expect(try fixture.pageError(client: "elsewhere") == .clientNotAtHost)
    }

    @Test func `a redirect URI may be missing if there is only one`() async throws {
        let fixture = try await AuthorizationFixture()
        #expect(try fixture.pageError(["redirect_uri": ""]) == .redirectURIMissing)
        let request = try fixture.request(["redirect_uri": ""], client: "backend")
        #expect(request.target.redirectURI == AuthorizationFixture.callback)
    }

    @Test(arguments: [
        ("https://app.example.com/callback#", AuthorizationPageError.redirectURIMalformed),
        ("https://app.example.com/call back", .redirectURIMalformed),
        ("https://äpp.example.com/", .redirectURIMalformed),
        ("https://evil.example/callback", .redirectURINotRegistered),
        ("https://app.example.com/callback/", .redirectURINotRegistered),
        ("javascript:alert(1)", .redirectURINotRegistered), ("//evil.example", .redirectURINotRegistered),
    ])
    func `a redirect URI that is not registered stays on a page`(
        uri: String, error: AuthorizationPageError
    ) async throws {
        #expect(try await AuthorizationFixture().pageError(["redirect_uri": uri]) == error)
    }

    @Test(arguments: ["http://127.0.0.1:54321/cb", "com.example.app:/cb"])
    func `a native application's redirect URI is accepted`(uri: String) async throws {
        #expect(try await AuthorizationFixture().request(["redirect_uri": uri]).target.redirectURI == uri)
    }

    @Test(arguments: ["client_id", "redirect_uri", "response_mode", "request_uri"])
    func `a repeated parameter that decides where the response goes stays on a page`(name: String) async throws {
        let fixture = try await AuthorizationFixture()
        let text =
            "client_id=spa&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback&response_mode=query&request_uri=a"
        let parameters = try AuthorizationParameters(encoded: "\(text)&\(name)=b")
        #expect(fixture.rejection(of: parameters) == .page(.destinationRepeated))
    }

    @Test(arguments: ["jwt", "query.jwt", "QUERY", "web_messages"])
    func `an unknown response mode stays on a page`(mode: String) async throws {
        #expect(try await AuthorizationFixture().pageError(["response_mode": mode]) == .responseModeUnknown)
    }

    @Test func `a web message needs a registered origin`() async throws {
        let fixture = try await AuthorizationFixture()
        #expect(try fixture.request(["response_mode": "web_message"]).target.mode == .webMessage)
        #expect(
            try fixture.pageError(["response_mode": "web_message", "redirect_uri": "http://127.0.0.1:3000/cb"])
                == .webOriginNotRegistered)
        #expect(
            try fixture.pageError(["response_mode": "web_message", "redirect_uri": "com.example.app:/cb"])
                == .webOriginNotRegistered)
        #expect(try fixture.pageError(["response_mode": "web_message"], client: "backend") == .webOriginNotRegistered)
    }

    @Test func `codes and descriptions of all errors are distinct and not empty`() {
        let codes =
            AuthorizationPageError.allCases.map(\.code) + AuthorizationError.examples.map(\.code)
            + LogoutPageError.allCases.map(\.code) + AuthorizationCodeRejection.allCases.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(!AuthorizationPageError.allCases.contains { $0.description.isEmpty || $0.error.isEmpty })
        #expect(AuthorizationPageError.clientUnknown.error == "invalid_client")
        #expect(AuthorizationPageError.requestURIExpired.error == "invalid_request_uri")
        #expect(AuthorizationPageError.redirectURIMalformed.error == "invalid_request")
    }
}
