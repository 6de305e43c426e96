// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

/// A user with a device and an application who signs up and in over HTTP.
struct TestClient: Sendable {
    /// A ceremony that a server has started.
    struct StartedCeremony: Sendable {
        var session: String
        let options: [UInt8]
        var path = ""
    }

    static let grant = "urn:okta:params:oauth:grant-type:webauthn"

    let server: TestServer
    var device: SoftwareAuthenticator
    var client = "spa"
    var host = TestServer.host
    var origin = TestServer.page
    var profile: JSONObject = ["email": "ada@example.org"]
    var realm: String?
    var organization: String?
    /// The members of every body that authenticate the client.
    var proof: JSONObject = [:]
    /// Additional members of a sign-up's first request.
    var registrationParameters: JSONObject = [:]
    /// Additional members of a token request.
    var tokenParameters: JSONObject = ["scope": "openid profile email offline_access"]
    var key: ProofKey?
    var settings = CeremonySettings()
    var mutation: ResponseMutation?

    init(at server: TestServer, device: AuthenticatorProfile = .iCloudKeychain) {
        self.server = server
        self.device = SoftwareAuthenticator(profile: device)
    }

    func with(_ change: (inout TestClient) -> Void) -> TestClient {
        var copy = self
        change(&copy)
        return copy
    }

    /// Returns a copy in a native application, whose origin no browser checks.
    func inApplication(_ origin: String) -> TestClient {
        with {
            $0.client = "native"
            $0.origin = origin
            $0.settings.client = .native
        }
    }

    /// Returns the members of a body with those that identify the client.
    func body(_ members: JSONObject) -> JSONObject {
        var body: JSONObject = ["client_id": .string(client)]
        body["realm"] = realm.map(JSONValue.string)
        body["organization"] = organization.map(JSONValue.string)
        for member in proof.members + members.members { body[member.name] = member.value }
        return body
    }

    // MARK: Sign-up and sign-in

    var registration: Message {
        var members: JSONObject = ["user_profile": .object(profile)]
        members.members += registrationParameters.members
        return .post("/passkey/register", json: body(members)).at(host)
    }

    var challenge: Message { .post("/passkey/challenge", json: body([:])).at(host) }

    func beginSignUp() async throws -> StartedCeremony {
        try StartedCeremony(await server.send(registration).require(200))
    }

    func beginSignIn() async throws -> StartedCeremony {
        try StartedCeremony(await server.send(challenge).require(200))
    }

    /// Returns the device's response to a sign-up or an enrollment.
    func created(_ started: StartedCeremony) throws -> [UInt8] {
        try device.create(optionsJSON: started.options, origin: origin, settings: settings, mutation: mutation)
    }

    /// Returns the device's response to a sign-in.
    func signed(_ started: StartedCeremony) throws -> [UInt8] {
        try device.get(optionsJSON: started.options, origin: origin, settings: settings, mutation: mutation)
    }

    /// The token request. A response that is not JSON is sent as a string.
    func tokenRequest(_ session: String, response: [UInt8]) -> Message {
        var body = body(tokenParameters)
        body["grant_type"] = .string(Self.grant)
        body["auth_session"] = .string(session)
        let value = try? JSONReader.read(response)
        body["authn_response"] = value ?? .string(String(decoding: response, as: UTF8.self))
        return .post("/oauth/token", json: body).at(host)
    }

    func finish(_ session: String, response: [UInt8]) async throws -> TestResponse {
        try await send(tokenRequest(session, response: response), nonce: ProofKey.tokenNonce)
    }

    func signUp() async throws -> TestResponse {
        let started = try await beginSignUp()
        return try await finish(started.session, response: created(started))
    }

    func signIn() async throws -> TestResponse {
        let started = try await beginSignIn()
        return try await finish(started.session, response: signed(started))
    }

    func refresh(_ token: String, adding members: JSONObject = [:]) async throws -> TestResponse {
        var body = body(["grant_type": "refresh_token", "refresh_token": .string(token)])
        for member in members.members { body[member.name] = member.value }
        return try await send(.post("/oauth/token", json: body).at(host), nonce: ProofKey.tokenNonce)
    }

    /// Sends a request, with a proof if there is a key, and again with the nonce that the server asks for.
    func send(_ message: Message, nonce: @Sendable (TestResponse) -> String?, token: String? = nil) async throws
        -> TestResponse
    {
        guard let key else { return try await server.send(message) }
        let first = try await server.send(key.proving(message, token: token, at: server.clock.now))
        guard let nonce = nonce(first) else { return first }
        return try await server.send(key.proving(message, nonce: nonce, token: token, at: server.clock.now))
    }

    // MARK: The user's own account

    static let accountScope =
        "openid create:me:authentication_methods read:me:authentication_methods update:me:authentication_methods "
        + "delete:me:authentication_methods read:me:factors"

    var accountTokenParameters: JSONObject {
        ["scope": .string(Self.accountScope), "audience": .string("https://\(host)/me/")]
    }

    /// Signs in for an access token for the user's own account.
    func accountToken() async throws -> String {
        let tokenParameters = accountTokenParameters
        return try await with { $0.tokenParameters = tokenParameters }.signIn().require(200).text("access_token")
    }

    func account(_ message: Message, token: String) async throws -> TestResponse {
        let scheme = key == nil ? "Bearer" : "DPoP"
        return try await send(
            message.at(host).setting("Authorization", to: "\(scheme) \(token)"), nonce: ProofKey.resourceNonce,
            token: token)
    }

    func beginEnrollment(_ token: String, body: JSONObject = ["type": "passkey"]) async throws -> StartedCeremony {
        let response = try await account(.post("/me/v1/authentication-methods", json: body), token: token).require(202)
        return try StartedCeremony(response, at: host)
    }

    func enrollment(_ started: StartedCeremony, response: [UInt8]) -> Message {
        var body: JSONObject = ["auth_session": .string(started.session)]
        body["authn_response"] = (try? JSONReader.read(response)) ?? .string(String(decoding: response, as: UTF8.self))
        return .post(started.path + "/verify", json: body)
    }

    func enroll(_ token: String) async throws -> TestResponse {
        let started = try await beginEnrollment(token)
        return try await account(enrollment(started, response: created(started)), token: token)
    }
}

extension TestClient.StartedCeremony {
    init(_ response: TestResponse, at host: String? = nil) throws {
        // The server's own pages have shorter names.
        session = try response.value("session")?.stringValue ?? response.text("auth_session")
        options = try #require(response.value("options") ?? response.value("authn_params_public_key")).serialized()
        guard let host, let location = response.headers["Location"] else { return }
        path = String(location.dropFirst("https://\(host)".count))
    }
}
