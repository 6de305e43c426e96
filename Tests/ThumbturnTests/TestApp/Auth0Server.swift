// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import POSIX
import Thumbturn
import WireFormats

/// Answers as Auth0's documentation says that Auth0 does: the Authentication API for passkeys and the My Account API,
/// with nothing that this project adds, and with Auth0's errors for members that Auth0 does not know.
final class Auth0Server: HTTPTransport {
    static let host = "login.example.test"
    static let relyingPartyID = "example.test"
    static let client = "tO7wxtLmDSBZy1ZlRvnhMdvs9eAkzVqD"

    /// The state of the server, which has one user.
    private struct State {
        var challenges: [String: String] = [:]
        var handle: String?
        var passkeys: [(id: String, credentialID: String)] = []
        var refreshTokens: Set<String> = []
        var names = 0
        var requests: [String] = []

        mutating func name(_ prefix: String) -> String {
            names += 1
            return "\(prefix)_\(names)"
        }
    }

    private struct Answer {
        var status = 200
        var body: JSONObject?
        var location: String?
    }

    private struct Rejection: Error {
        var status = 400
        var error: String
        var description: String
    }

    private let state = Locked(State())

    /// The requests so far, as methods with paths.
    var requests: [String] { state.withLock { $0.requests } }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url, url.host == Self.host else { throw URLError(.cannotFindHost) }
        let answer = state.withLock { state in
            let path = "\(request.httpMethod ?? "GET") \(url.path)"
            state.requests.append(path)
            do {
                return try Self.answer(to: request, at: path, in: &state)
            } catch let rejection as Rejection {
                return Self.error(rejection, isAccount: url.path.hasPrefix("/me/"))
            } catch {
                return Self.error(Rejection(error: "invalid_request", description: "\(error)"), isAccount: false)
            }
        }
        var headers = ["Content-Type": "application/json", "x-ratelimit-limit": "50"]
        headers["Location"] = answer.location
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return (Data(answer.body.map { JSONValue.object($0).serialized() } ?? []), response)
    }

    private static func answer(to request: URLRequest, at path: String, in state: inout State) throws -> Answer {
        let body = try request.httpBody.map { try JSONReader.read([UInt8]($0)).objectValue ?? [:] } ?? [:]
        switch path {
        case "POST /passkey/register": return try register(body, in: &state)
        case "POST /passkey/challenge": return try challenge(body, in: &state)
        case "POST /oauth/token": return try tokens(body, in: &state)
        case "POST /oauth/revoke":
            try expect(body, only: ["client_id", "token"])
            body["token"]?.stringValue.map { _ = state.refreshTokens.remove($0) }
            return Answer()
        case _ where path.contains(" /me/v1/authentication-methods"):
            return try account(request, body, at: path, in: &state)
        default: throw Rejection(status: 404, error: "Not Found", description: "There is no \(path).")
        }
    }

    // MARK: The Authentication API

    private static func register(_ body: JSONObject, in state: inout State) throws -> Answer {
        try expect(body, only: ["client_id", "user_profile", "realm", "organization", "user_metadata"])
        let profile = body["user_profile"]?.objectValue ?? [:]
        try expect(
            profile,
            only: [
                "email", "phone_number", "username", "name", "given_name", "family_name", "nickname", "picture",
            ])
        guard state.handle == nil else {
            throw Rejection(error: "invalid_request", description: "The user already exists.")
        }
        state.handle = Base64URL.encode(Array("a handle of the service".utf8))
        return Answer(body: creation(named: profile["email"]?.stringValue ?? "", in: &state))
    }

    private static func creation(named name: String, in state: inout State) -> JSONObject {
        let session = state.name("session")
        let challenge = Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
        state.challenges[session] = challenge
        let algorithms: [JSONValue] = [-8, -7, -257].map { ["type": "public-key", "alg": .number(JSONNumber($0))] }
        return [
            "auth_session": .string(session),
            "authn_params_public_key": [
                "challenge": .string(challenge), "timeout": 60000,
                "rp": ["id": .string(relyingPartyID), "name": .string(relyingPartyID)],
                "user": [
                    "id": .string(state.handle ?? ""), "name": .string(name), "displayName": .string(name),
                ],
                "pubKeyCredParams": .array(algorithms),
                "authenticatorSelection": ["residentKey": "required", "userVerification": "preferred"],
            ],
        ]
    }

    private static func challenge(_ body: JSONObject, in state: inout State) throws -> Answer {
        try expect(body, only: ["client_id", "realm", "organization"])
        let session = state.name("session")
        let challenge = Base64URL.encode((0..<32).map { _ in UInt8.random(in: 0...255) })
        state.challenges[session] = challenge
        return Answer(body: [
            "auth_session": .string(session),
            "authn_params_public_key": [
                "challenge": .string(challenge), "timeout": 60000, "rpId": .string(relyingPartyID),
                "userVerification": "preferred",
            ],
        ])
    }

    private static func tokens(_ body: JSONObject, in state: inout State) throws -> Answer {
        switch body["grant_type"]?.stringValue {
        case "urn:okta:params:oauth:grant-type:webauthn":
            try expect(
                body,
                only: [
                    "grant_type", "client_id", "auth_session", "authn_response", "realm", "scope", "audience",
                    "organization",
                ])
            try accept(body["authn_response"], for: body["auth_session"], isRegistration: nil, in: &state)
        case "refresh_token":
            try expect(body, only: ["grant_type", "client_id", "refresh_token", "scope", "audience"])
            guard let token = body["refresh_token"]?.stringValue, state.refreshTokens.remove(token) != nil else {
                throw Rejection(
                    status: 403, error: "invalid_grant", description: "Unknown or invalid refresh token.")
            }
        default: throw Rejection(status: 403, error: "unauthorized_client", description: "Grant type not allowed.")
        }
        let refreshToken = state.name("refresh")
        state.refreshTokens.insert(refreshToken)
        return Answer(body: [
            "access_token": .string(state.name("access")), "id_token": .string(idToken()),
            "refresh_token": .string(refreshToken), "token_type": "Bearer", "expires_in": 86400,
            "scope": body["scope"] ?? "openid profile email offline_access",
        ])
    }

    private static func idToken() -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let header: JSONValue = ["alg": "RS256", "typ": "JWT", "kid": "k"]
        let claims: JSONValue = [
            "iss": .string("https://\(host)/"), "sub": "auth0|1", "aud": .string(client), "email": "ada@example.org",
            "email_verified": false, "nickname": "ada", "name": "Ada", "iat": .number(JSONNumber(now)),
            "exp": .number(JSONNumber(now + 36000)), "sid": "s",
        ]
        return [header, claims].map { Base64URL.encode($0.serialized()) }.joined(separator: ".") + ".c2lnbmF0dXJl"
    }

    /// Accepts a response to a challenge that was not used before.
    private static func accept(
        _ value: JSONValue?, for session: JSONValue?, isRegistration: Bool?, in state: inout State
    ) throws {
        guard let credential = value?.objectValue else {
            throw Rejection(error: "invalid_request", description: "\"authn_response\" must be of type object")
        }
        guard let challenge = session?.stringValue.flatMap({ state.challenges.removeValue(forKey: $0) }) else {
            throw Rejection(status: 403, error: "invalid_grant", description: "Auth session has expired")
        }
        try expect(
            credential,
            only: ["id", "rawId", "type", "authenticatorAttachment", "clientExtensionResults", "response"])
        guard let id = credential["id"]?.stringValue, id.utf8.count <= 1364, credential["rawId"] == .string(id),
            credential["type"] == "public-key", let response = credential["response"]?.objectValue,
            let text = response["clientDataJSON"]?.stringValue, text.utf8.count <= 1000,
            let bytes = Base64URL.decode(text)
        else { throw Rejection(error: "invalid_request", description: "The response is not complete.") }
        let clientData = try JSONReader.read(bytes)
        guard clientData["challenge"] == .string(challenge),
            clientData["origin"] == .string("https://\(relyingPartyID)")
        else { throw Rejection(status: 403, error: "access_denied", description: "Another challenge or origin.") }
        if clientData["type"] == "webauthn.create" {
            try expect(response, only: ["attestationObject", "clientDataJSON", "transports"])
            guard isRegistration != false, let object = response["attestationObject"]?.stringValue,
                object.utf8.count <= 2000
            else { throw Rejection(error: "invalid_request", description: "Not a registration.") }
            state.passkeys.append((state.name("passkey|dev"), id))
        } else {
            try expect(response, only: ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
            guard isRegistration != true, state.passkeys.contains(where: { $0.credentialID == id }),
                response["userHandle"]?.stringValue == state.handle, response["signature"] != nil
            else { throw Rejection(status: 403, error: "access_denied", description: "Unknown passkey.") }
        }
    }

    // MARK: The My Account API

    private static func account(
        _ request: URLRequest, _ body: JSONObject, at path: String, in state: inout State
    ) throws -> Answer {
        guard request.value(forHTTPHeaderField: "Authorization")?.hasPrefix("Bearer access_") == true else {
            throw Rejection(status: 401, error: "Unauthorized", description: "Missing token.")
        }
        let base = "/me/v1/authentication-methods"
        let segments = path.split(separator: "/").dropFirst(4).map(String.init)
        switch (request.httpMethod, segments.first, segments.count) {
        case ("GET", _, 0):
            return Answer(body: ["authentication_methods": .array(state.passkeys.map { .object(json(of: $0, state)) })])
        case ("POST", _, 0):
            try expect(body, only: ["type", "connection", "identity_user_id"])
            var answer = Answer(status: 202, body: creation(named: "ada@example.org", in: &state))
            answer.location = "https://\(host)\(base)/passkey%7Cnew"
            return answer
        case ("POST", "passkey|new", 2):
            try expect(body, only: ["auth_session", "authn_response"])
            try accept(body["authn_response"], for: body["auth_session"], isRegistration: true, in: &state)
            guard let passkey = state.passkeys.last else { break }
            var answer = Answer(status: 201, body: json(of: passkey, state))
            answer.location = "https://\(host)\(base)/\(passkey.id.replacingOccurrences(of: "|", with: "%7C"))"
            return answer
        case ("DELETE", let id?, 1):
            state.passkeys.removeAll { $0.id == id }
            return Answer(status: 204)
        default: break
        }
        throw Rejection(status: 404, error: "Not Found", description: "There is no \(path).")
    }

    private static func json(of passkey: (id: String, credentialID: String), _ state: State) -> JSONObject {
        [
            "id": .string(passkey.id), "type": "passkey", "created_at": "2026-08-20T12:34:56.789Z",
            "usage": ["primary"], "identity_user_id": "1", "key_id": .string(passkey.credentialID),
            "public_key": "pQECAyYgASFYIA==", "user_handle": .string(state.handle ?? ""),
            "credential_device_type": "multi_device", "credential_backed_up": true, "transports": ["internal"],
            "user_agent": "Notes/1 CFNetwork", "aaguid": "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
            "relying_party_id": .string(relyingPartyID), "last_auth_at": "2026-08-21T12:34:56.789Z",
        ]
    }

    // MARK: Errors

    private static func expect(_ body: JSONObject, only names: Set<String>) throws {
        guard let unknown = body.members.first(where: { !names.contains($0.name) }) else { return }
        throw Rejection(error: "invalid_request", description: "\(unknown.name) is not known.")
    }

    private static func error(_ rejection: Rejection, isAccount: Bool) -> Answer {
        guard isAccount else {
            return Answer(
                status: rejection.status,
                body: [
                    "error": .string(rejection.error), "error_description": .string(rejection.description),
                ])
        }
        return Answer(
            status: rejection.status,
            body: [
                "type": .string("https://auth0.com/api-errors#A0E-\(rejection.status)-0001"),
                "status": .number(JSONNumber(Int64(rejection.status))), "title": .string(rejection.error),
                "detail": .string(rejection.description),
            ])
    }
}
