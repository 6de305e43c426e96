// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import TestSupport
import Testing
import WireFormats

/// A client of the code flow, which checks everything that clients have to check.
struct RelyingParty: Sendable {
    enum Authentication: Sendable {
        case none
        case post
        case basic
        case privateKey
    }

    /// An authorization request, with what the client remembers of it.
    struct Attempt: Sendable {
        let state = Base64URL.encode(Randomness.bytes(12))
        let nonce = Base64URL.encode(Randomness.bytes(12))
        let verifier = Base64URL.encode(Randomness.bytes(32))
        var parameters: [(String, String)] = []

        var challenge: String { Base64URL.encode(DigestAlgorithm.sha256.hash(Array(verifier.utf8))) }

        var path: String {
            let pairs = parameters.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
            return "/authorize?" + pairs.joined(separator: "&")
        }
    }

    let server: TestServer
    var client = "web"
    var redirectURI: String? = TestServerConfiguration.callback
    var scope = "openid profile email offline_access"
    var authentication = Authentication.none
    var host = TestServer.host
    var key: ProofKey?

    init(at server: TestServer) {
        self.server = server
    }

    func with(_ change: (inout RelyingParty) -> Void) -> RelyingParty {
        var copy = self
        change(&copy)
        return copy
    }

    var issuer: String { "https://\(host)/" }

    // MARK: The authorization request

    /// Returns a new request. A change to `nil` removes a parameter.
    func attempt(_ changes: [String: String?] = [:]) -> Attempt {
        var attempt = Attempt()
        let usual: [(String, String?)] = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirectURI), ("scope", scope),
            ("state", attempt.state), ("nonce", attempt.nonce), ("code_challenge", attempt.challenge),
            ("code_challenge_method", "S256"),
        ]
        for (name, value) in usual {
            if let value = changes[name] ?? value { attempt.parameters.append((name, value)) }
        }
        let names = Set(usual.map(\.0))
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            if let value { attempt.parameters.append((name, value)) }
        }
        return attempt
    }

    /// Returns the code of a response that came to the client.
    func code(in visit: Visit, of attempt: Attempt, sourceLocation: SourceLocation = #_sourceLocation) throws -> String
    {
        if let redirectURI {
            try #require(visit.address.hasPrefix(redirectURI), "\(visit.address)", sourceLocation: sourceLocation)
        }
        let parameters = visit.parameters
        #expect(parameters["state"] == attempt.state, sourceLocation: sourceLocation)
        #expect(parameters["iss"] == issuer, sourceLocation: sourceLocation)
        return try #require(parameters["code"], "\(visit.address)", sourceLocation: sourceLocation)
    }

    // MARK: The token request

    /// Sends a token request with the client's authentication.
    func requestTokens(_ members: JSONObject) async throws -> TestResponse {
        let message = Message.form("/oauth/token", fields: fields(members)).at(host)
        let request = authenticated(message)
        guard let key else { return try await server.send(request) }
        let first = try await server.send(key.proving(request, at: server.clock.now))
        guard let nonce = ProofKey.tokenNonce(first) else { return first }
        return try await server.send(key.proving(request, nonce: nonce, at: server.clock.now))
    }

    /// Returns the fields of a request with those that identify the client.
    func fields(_ members: JSONObject) -> [(String, String)] {
        var fields = members.members.compactMap { member in member.value.stringValue.map { (member.name, $0) } }
        switch authentication {
        case .none: fields.append(("client_id", client))
        case .post: fields += [("client_id", client), ("client_secret", TestServerConfiguration.secret)]
        case .basic: break
        case .privateKey:
            let assertion = ClientAssertion.members(at: server.clock.now, audience: issuer, client: client)
            fields += assertion.members.map { ($0.name, $0.value.stringValue ?? "") }
        }
        return fields
    }

    func authenticated(_ message: Message) -> Message {
        guard authentication == .basic else { return message }
        let text = "\(client):\(TestServerConfiguration.secret)"
        return message.setting("Authorization", to: "Basic \(Base64.encode(Array(text.utf8)))")
    }

    /// Exchanges a code. A change to `nil` removes a parameter.
    func exchange(
        _ code: String, of attempt: Attempt, changing changes: [String: String?] = [:]
    ) async throws -> TestResponse {
        try await requestTokens(exchangeMembers(code, of: attempt, changing: changes))
    }

    func exchangeMembers(_ code: String, of attempt: Attempt, changing changes: [String: String?] = [:]) -> JSONObject {
        let sent = { (name: String) in attempt.parameters.last { $0.0 == name }?.1 }
        var members: JSONObject = ["grant_type": "authorization_code", "code": .string(code)]
        members["redirect_uri"] = sent("redirect_uri").map(JSONValue.string)
        members["code_verifier"] = sent("code_challenge").map { _ in .string(attempt.verifier) }
        for (name, value) in changes { members[name] = value.map(JSONValue.string) }
        return members
    }

    /// Exchanges the code of a response, and verifies the ID token.
    func tokens(
        from visit: Visit, of attempt: Attempt, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Tokens {
        let code = try code(in: visit, of: attempt, sourceLocation: sourceLocation)
        let response = try await exchange(code, of: attempt).require(200, sourceLocation: sourceLocation)
        let token = try await VerifiedToken(response.text("id_token"), at: server, host: host)
        #expect(token["iss"] == .string(issuer), sourceLocation: sourceLocation)
        #expect(token["aud"] == .string(client), sourceLocation: sourceLocation)
        let nonce = attempt.parameters.first { $0.0 == "nonce" }?.1
        #expect(token["nonce"]?.stringValue == nonce, sourceLocation: sourceLocation)
        let now = server.clock.now.secondsSince1970
        #expect((token["exp"]?.intValue).map { Int64($0) > now } == true, sourceLocation: sourceLocation)
        return Tokens(response: response, identity: token)
    }

    func refresh(_ token: String) async throws -> TestResponse {
        try await requestTokens(["grant_type": "refresh_token", "refresh_token": .string(token)])
    }

    func userInfo(_ accessToken: String) async throws -> TestResponse {
        try await server.send(.get("/userinfo").at(host).setting("Authorization", to: "Bearer \(accessToken)"))
    }
}

/// The tokens of a client, whose ID token is verified.
struct Tokens: Sendable {
    let response: TestResponse
    let identity: VerifiedToken

    var access: String { get throws { try response.text("access_token") } }
    var refresh: String { get throws { try response.text("refresh_token") } }
    var sessionID: String? { identity["sid"]?.stringValue }
}

extension TestBrowser {
    /// Begins a request of a client.
    func authorize(_ attempt: RelyingParty.Attempt) async throws -> Visit { try await visit(attempt.path) }

    /// Signs up through a client.
    @discardableResult
    func signUp(at party: RelyingParty, email: String = "ada@example.org", name: String = "") async throws -> Tokens {
        let attempt = party.attempt(["screen_hint": "signup"])
        let visit = try await signUp(on: authorize(attempt), email: email, name: name)
        return try await party.tokens(from: visit, of: attempt)
    }

    /// Signs in with the device through a client.
    func signIn(at party: RelyingParty, asking changes: [String: String?] = ["prompt": "login"]) async throws -> Tokens
    {
        let attempt = party.attempt(changes)
        let visit = try await authenticate(on: authorize(attempt))
        return try await party.tokens(from: visit, of: attempt)
    }

    /// Uses the browser's session for a client, without a page unless the user has to confirm it.
    func continueSession(
        at party: RelyingParty, asking changes: [String: String?] = [:], isConfirmed: Bool = false
    ) async throws -> Tokens {
        let attempt = party.attempt(changes)
        var visit = try await authorize(attempt)
        if isConfirmed { visit = try await submit(visit.page.form("/login/select"), pressing: "current") }
        return try await party.tokens(from: visit, of: attempt)
    }
}
