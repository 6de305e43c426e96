// SPDX-License-Identifier: Apache-2.0

import OpenIDProvider
import TestSupport
import Testing
import WireFormats

@Suite struct AuthorizationResponseTests {
    private static let issuer = "https://login.example.com/"

    private func target(
        _ uri: String = AuthorizationFixture.callback, mode: ResponseMode = .query, state: String? = "s-1"
    ) -> ResponseTarget {
        ResponseTarget(redirectURI: uri, mode: mode, state: state, issuer: Self.issuer)
    }

    private func url(_ response: AuthorizationResponse, to target: ResponseTarget) throws -> String {
        guard case .redirect(let url) = response.delivery(to: target) else {
            Issue.record("no redirect")
            return ""
        }
        return url
    }

    @Test func `a code is delivered in the query with state and issuer`() throws {
        #expect(
            try url(.code("c+1"), to: target())
                == "https://app.example.com/callback?code=c%2B1&state=s-1&iss=https%3A%2F%2Flogin.example.com%2F")
        #expect(
            try url(.code("c"), to: target(state: nil))
                == "https://app.example.com/callback?code=c&iss=https%3A%2F%2Flogin.example.com%2F")
    }

    @Test(arguments: [
        ("https://a.example/", "https://a.example/?code=c"),
        ("https://a.example/?x=1", "https://a.example/?x=1&code=c"),
        ("https://a.example/?", "https://a.example/?code=c"), ("https://a.example/?x&", "https://a.example/?x&code=c"),
        ("com.example.app:/cb", "com.example.app:/cb?code=c"),
    ])
    func `an existing query is kept`(uri: String, start: String) throws {
        #expect(try url(.code("c"), to: target(uri)).hasPrefix(start + "&state="))
    }

    @Test func `the query and the fragment need no page`() {
        #expect(ResponseMode.allCases.filter(\.isRedirect) == [.query, .fragment])
    }

    @Test func `an error has its description, state and issuer`() throws {
        let fields = AuthorizationResponse.error(.loginRequired).fields(for: target())
        #expect(fields.map(\.name) == ["error", "error_description", "state", "iss"])
        #expect(fields.map(\.value) == ["login_required", "Login required", "s-1", Self.issuer])
    }

    @Test func `the other modes deliver the same fields`() throws {
        let response = AuthorizationResponse.code("c")
        let fields = response.fields(for: target())
        #expect(
            try url(response, to: target(mode: .fragment))
                == "https://app.example.com/callback#code=c&state=s-1&iss=https%3A%2F%2Flogin.example.com%2F")
        #expect(
            response.delivery(to: target(mode: .formPost))
                == .form(action: "https://app.example.com/callback", fields: fields))
        #expect(
            response.delivery(to: target(mode: .webMessage))
                == .message(targetOrigin: "https://app.example.com", fields: fields))
        #expect(
            response.delivery(to: target("https://app.example.com?x=/y", mode: .webMessage))
                == .message(targetOrigin: "https://app.example.com", fields: fields))
    }

    @Test(arguments: ["com.example.app:/cb", "a:", "a"])
    func `a message for a URI without an origin has no receiver`(uri: String) {
        let response = AuthorizationResponse.code("c")
        #expect(
            response.delivery(to: target(uri, mode: .webMessage))
                == .message(targetOrigin: Self.issuer, fields: response.fields(for: target())))
    }

    /// States of random bytes and of characters that mean something in URLs, HTML and headers.
    private func states(count: Int) -> [String] {
        var generator = SeededGenerator(seed: 4)
        let alphabet = Array(
            "aZ09-._~%&=+#?/\\:;@!$'()*,\"<>[]{}|^` \r\n\t\u{0}\u{7F}äß\u{212A}e\u{301}\u{1F511}".unicodeScalars)
        return (0..<count).map { _ in
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                if let scalar = alphabet.randomElement(using: &generator) { text.append(scalar) }
            }
            return String(text)
        }
    }

    @Test(arguments: [ResponseMode.query, .fragment])
    func `a delivered URL stays at the redirect URI, and every state comes back`(mode: ResponseMode) throws {
        let uris = [
            "https://app.example.com/callback", "https://app.example.com/cb?tenant=%20a", "com.example.app:/cb",
            "http://127.0.0.1:5000", "http://[::1]:5000/cb?",
        ]
        for state in states(count: 500) {
            for uri in uris {
                for response in [AuthorizationResponse.code("code"), .error(.parameterRepeated(state))] {
                    let url = try url(response, to: target(uri, mode: mode, state: state))
                    #expect(url.utf8.starts(with: uri.utf8))
                    #expect(url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}'".utf8.contains($0) })
                    let added = url.utf8.dropFirst(uri.utf8.count).drop { "?&#".utf8.contains($0) }
                    let read = try AuthorizationParameters(encoded: String(Substring(added)))
                    #expect(read["state"].map { Array($0.utf8) } == (state.isEmpty ? nil : Array(state.utf8)))
                    #expect(read["iss"] == Self.issuer)
                    #expect(read.repeatedName == nil)
                    #expect(!added.contains(UInt8(ascii: "#")))
                }
            }
        }
    }
}
