// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import POSIX
import Thumbturn
import WireFormats

/// A server in memory that accepts every assertion, unless a test has prepared another response, and keeps what it was
/// sent. Its clock is not that of the device.
final class DeviceKeyServer: HTTPTransport {
    static let user = "auth|1"
    /// 1994-11-06T08:49:37Z.
    static let time = 784_111_777
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    /// A response to one request.
    enum Response: Sendable {
        case problem(status: Int, code: String)
        /// The sign-up goes on in this session.
        case wrongCode(next: String)
        case lost
    }

    private struct State {
        var requests: [(route: String, body: JSONObject)] = []
        var prepared: [String: [Response]] = [:]
        var challenges = 0
        var keys: [JSONObject] = []
    }

    private let state: Locked<State>
    private let required: [String]

    /// - Parameters:
    ///   - required: The identifiers that a sign-up has to prove.
    ///   - prepared: The first responses to a route, such as `POST /oauth/token`.
    init(requiring required: [String] = [], _ prepared: [String: [Response]] = [:]) {
        self.required = required
        state = Locked(State(prepared: prepared))
    }

    /// The requests so far, without the query.
    var routes: [String] { state.withLock { $0.requests.map(\.route) } }

    func bodies(to route: String) -> [JSONObject] {
        state.withLock { $0.requests.filter { $0.route == route }.map(\.body) }
    }

    /// Prepares the next response to a route.
    func prepare(_ response: Response, to route: String) {
        state.withLock { $0.prepared[route, default: []].append(response) }
    }

    /// Changes the keys of the account.
    func setKeys(_ keys: [JSONObject]) { state.withLock { $0.keys = keys } }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let body = (try? request.httpBody.flatMap { try JSONReader.read([UInt8]($0)).objectValue }) ?? [:]
        let route = "\(request.httpMethod ?? "GET") \(url.path)"
        let (status, answer) = try state.withLock { state in
            state.requests.append((route, body))
            guard var prepared = state.prepared[route], !prepared.isEmpty else {
                return (200, respond(to: route, body, in: &state))
            }
            let response = prepared.removeFirst()
            state.prepared[route] = prepared
            return try respond(response)
        }
        let headers = ["Date": Self.date, "Location": "/me/v1/authentication-methods/passkey%7Cnew"]
        guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return (Data(JSONValue.object(answer).serialized()), response)
    }

    private func respond(_ response: Response) throws -> (Int, JSONObject) {
        var problem: JSONObject = ["error": "invalid_grant", "error_description": "Wrong device key."]
        switch response {
        case .lost: throw URLError(.networkConnectionLost)
        case .problem(let status, let code):
            problem["code"] = .string(code)
            if status == 401 { problem["error"] = "insufficient_user_authentication" }
            return (status, problem)
        case .wrongCode(let session):
            problem["code"] = "sign-in.code-mismatch"
            problem["auth_session"] = .string(session)
            problem["verification_required"] = .array(required.map(JSONValue.string))
            return (403, problem)
        }
    }

    private func respond(to route: String, _ body: JSONObject, in state: inout State) -> JSONObject {
        switch route {
        case "POST /device-keys/challenge", "POST /device-keys/register":
            state.challenges += 1
            var answer: JSONObject = [
                "auth_session": .string("session \(state.challenges)"),
                "challenge": .string("challenge \(state.challenges)"), "expires_in": 300,
            ]
            if route == "POST /device-keys/register" {
                answer["verification_required"] = .array(required.map(JSONValue.string))
            }
            return answer
        case "POST /device-keys":
            return Self.key("device-key|\(state.requests.count { $0.route == route })", name: body["device_name"])
        case "GET /device-keys": return ["device_keys": .array(state.keys.map(JSONValue.object))]
        case "POST /oauth/token": return Self.tokens
        case "POST /passkey/challenge":
            let options: JSONObject = [
                "challenge": .string(Base64URL.encode(Array(repeating: 7, count: 32))),
                "rpId": .string(SDKServer.relyingPartyID),
            ]
            return ["auth_session": "session of a passkey", "authn_params_public_key": .object(options)]
        case "POST /passkey/register", "POST /me/v1/authentication-methods":
            return ["auth_session": "session of a passkey", "authn_params_public_key": Self.creationOptions]
        case "POST /me/v1/authentication-methods/passkey|new/verify":
            return [
                "type": "passkey", "id": "passkey|1", "created_at": "2026-01-01T00:00:00.000Z", "key_id": "AQ",
                "user_handle": "AQ",
            ]
        case "GET /me/v1/authentication-methods": return ["authentication_methods": []]
        default: return [:]
        }
    }

    static func key(_ id: String, name: JSONValue? = "Phone", replacedBy passkey: String? = nil) -> JSONObject {
        var key: JSONObject = [
            "id": .string(id), "device_name": name ?? "", "client_id": "ios", "created_at": "2026-01-01T00:00:00.000Z",
        ]
        key["replaced_by"] = passkey.map(JSONValue.string)
        return key
    }

    private static let creationOptions: JSONValue = [
        "challenge": .string(Base64URL.encode(Array(repeating: 7, count: 32))),
        "rp": ["id": .string(SDKServer.relyingPartyID), "name": "Example"],
        "user": ["id": .string(Base64URL.encode([1, 2, 3])), "name": "ada", "displayName": "Ada"],
        "pubKeyCredParams": [["type": "public-key", "alg": -7]],
    ]

    private static var tokens: JSONObject {
        let claims: JSONValue = [
            "iss": .string("https://\(SDKServer.host)/"), "sub": .string(user), "aud": "ios",
        ]
        return [
            "access_token": "access", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "refresh",
            "id_token": .string("e30.\(Base64URL.encode(claims.serialized()))."),
        ]
    }
}
