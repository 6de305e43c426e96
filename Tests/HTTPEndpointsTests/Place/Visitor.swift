// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// Somebody with a device and an application, who signs up and in over HTTP.
struct Visitor: Sendable {
    /// A ceremony that a server has begun.
    struct Begun: Sendable {
        var session: String
        let options: [UInt8]
        var path = ""
    }

    static let grant = "urn:okta:params:oauth:grant-type:webauthn"

    let place: Place
    var device: SoftwareAuthenticator
    var client = "spa"
    var host = Place.host
    var origin = Place.page
    var profile: JSONObject = ["email": "ada@example.org"]
    var realm: String?
    var organization: String?
    /// What the client adds to every body to prove who it is.
    var proof: JSONObject = [:]
    /// What it adds to the body at the token endpoint.
    var wish: JSONObject = ["scope": "openid profile email offline_access"]
    var key: ProofKey?
    var settings = CeremonySettings()
    var tamper: Tamper?

    init(at place: Place, device: AuthenticatorProfile = .iCloudKeychain) {
        self.place = place
        self.device = SoftwareAuthenticator(profile: device)
    }

    func with(_ change: (inout Visitor) -> Void) -> Visitor {
        var copy = self
        change(&copy)
        return copy
    }

    /// In an application for Android or Apple's systems, whose origin no browser checks.
    func inApplication(_ origin: String) -> Visitor {
        with {
            $0.client = "native"
            $0.origin = origin
            $0.settings.client = .native
        }
    }

    /// Somebody who sends the client's other requests with the same device.
    func bodies(_ members: JSONObject) -> JSONObject {
        var body: JSONObject = ["client_id": .string(client)]
        body["realm"] = realm.map(JSONValue.string)
        body["organization"] = organization.map(JSONValue.string)
        for member in proof.members + members.members { body[member.name] = member.value }
        return body
    }

    // MARK: Sign-up and sign-in

    var registration: Message { .post("/passkey/register", bodies(["user_profile": .object(profile)])).at(host) }
    var challenge: Message { .post("/passkey/challenge", bodies([:])).at(host) }

    func beginSignUp() async throws -> Begun { try Begun(await place.send(registration).require(200)) }

    func beginSignIn() async throws -> Begun { try Begun(await place.send(challenge).require(200)) }

    /// The device's answer to a sign-up or an enrolment.
    func created(_ begun: Begun) throws -> [UInt8] {
        try device.create(optionsJSON: begun.options, origin: origin, settings: settings, tamper: tamper)
    }

    /// The device's answer to a sign-in.
    func signed(_ begun: Begun) throws -> [UInt8] {
        try device.get(optionsJSON: begun.options, origin: origin, settings: settings, tamper: tamper)
    }

    /// The request for tokens. A response that is no JSON is sent in a text.
    func exchange(_ session: String, _ response: [UInt8]) -> Message {
        var body = bodies(wish)
        body["grant_type"] = .string(Self.grant)
        body["auth_session"] = .string(session)
        let value = try? JSONReader.read(response)
        body["authn_response"] = value ?? .string(String(decoding: response, as: UTF8.self))
        return .post("/oauth/token", body).at(host)
    }

    func finish(_ session: String, _ response: [UInt8]) async throws -> Answer {
        try await send(exchange(session, response), nonce: ProofKey.tokenNonce)
    }

    func signUp() async throws -> Answer {
        let begun = try await beginSignUp()
        return try await finish(begun.session, created(begun))
    }

    func signIn() async throws -> Answer {
        let begun = try await beginSignIn()
        return try await finish(begun.session, signed(begun))
    }

    func refresh(_ token: String, _ members: JSONObject = [:]) async throws -> Answer {
        var body = bodies(["grant_type": "refresh_token", "refresh_token": .string(token)])
        for member in members.members { body[member.name] = member.value }
        return try await send(.post("/oauth/token", body).at(host), nonce: ProofKey.tokenNonce)
    }

    /// Sends with a proof of possession if there is a key, and once more with the nonce that is asked for.
    func send(_ message: Message, nonce: @Sendable (Answer) -> String?, token: String? = nil) async throws -> Answer {
        guard let key else { return try await place.send(message) }
        let first = try await place.send(key.proving(message, token: token, at: place.clock.now))
        guard let nonce = nonce(first) else { return first }
        return try await place.send(key.proving(message, nonce: nonce, token: token, at: place.clock.now))
    }

    // MARK: One's own account

    static let accountScope =
        "openid create:me:authentication_methods read:me:authentication_methods update:me:authentication_methods "
        + "delete:me:authentication_methods read:me:factors"

    var accountWish: JSONObject {
        ["scope": .string(Self.accountScope), "audience": .string("https://\(host)/me/")]
    }

    /// Signs in, and gets an access token for the own account.
    func accountToken() async throws -> String {
        let wish = accountWish
        return try await with { $0.wish = wish }.signIn().require(200).text("access_token")
    }

    func account(_ message: Message, token: String) async throws -> Answer {
        let scheme = key == nil ? "Bearer" : "DPoP"
        return try await send(
            message.at(host).with("Authorization", "\(scheme) \(token)"), nonce: ProofKey.resourceNonce, token: token)
    }

    func beginEnrolment(_ token: String, _ body: JSONObject = ["type": "passkey"]) async throws -> Begun {
        let answer = try await account(.post("/me/v1/authentication-methods", body), token: token).require(202)
        return try Begun(answer, at: host)
    }

    func enrolment(_ begun: Begun, _ response: [UInt8]) -> Message {
        var body: JSONObject = ["auth_session": .string(begun.session)]
        body["authn_response"] = (try? JSONReader.read(response)) ?? .string(String(decoding: response, as: UTF8.self))
        return .post(begun.path + "/verify", body)
    }

    func enrol(_ token: String) async throws -> Answer {
        let begun = try await beginEnrolment(token)
        return try await account(enrolment(begun, created(begun)), token: token)
    }
}

extension Visitor.Begun {
    init(_ answer: Answer, at host: String? = nil) throws {
        session = try answer.text("auth_session")
        options = try #require(answer.value("authn_params_public_key")).serialized()
        guard let host, let location = answer.headers["Location"] else { return }
        path = String(location.dropFirst("https://\(host)".count))
    }
}
