// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import POSIX
import Thumbturn
import WireFormats

/// A server in memory that verifies the addresses of new users. It gives each request the next of its prepared
/// responses, and keeps what it was sent.
final class CodeServer: HTTPTransport {
    static let user = "auth|1"

    /// A response to a request for tokens.
    enum Verdict: Sendable {
        case accepted
        /// The sign-up goes on in this session.
        case wrong(next: String)
        /// The sign-up can't go on.
        case ended
        case problem(status: Int, code: String)
        case lost
    }

    private struct State {
        var requests: [(path: String, body: JSONObject)] = []
        var verdicts: [Verdict]
    }

    private let required: [String]
    private let state: Locked<State>

    /// - Parameters:
    ///   - required: The identifiers that a sign-up has to prove.
    ///   - verdicts: What the requests for tokens are told, in order. The last one stays.
    init(requiring required: [String] = ["email"], _ verdicts: Verdict...) {
        self.required = required
        state = Locked(State(verdicts: verdicts))
    }

    /// The bodies of the requests so far to a path.
    func bodies(to path: String) -> [JSONObject] {
        state.withLock { $0.requests.filter { $0.path == path }.map(\.body) }
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let body = (try? request.httpBody.flatMap { try JSONReader.read([UInt8]($0)).objectValue }) ?? [:]
        let (status, answer) = try state.withLock { state in
            state.requests.append((url.path, body))
            return try respond(to: url.path, in: &state)
        }
        guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: [:])
        else { throw URLError(.badServerResponse) }
        return (Data(JSONValue.object(answer).serialized()), response)
    }

    private func respond(to path: String, in state: inout State) throws -> (Int, JSONObject) {
        switch path {
        case "/passkey/register": return (200, registration)
        case "/otp/challenge": return (200, ["auth_session": "session of a code"])
        case "/oauth/token":
            let verdict = state.verdicts.count > 1 ? state.verdicts.removeFirst() : state.verdicts.first
            return try respond(verdict ?? .accepted)
        case _ where path.hasPrefix("/me/"): return (200, ["authentication_methods": []])
        default: return (200, [:])
        }
    }

    private func respond(_ verdict: Verdict) throws -> (Int, JSONObject) {
        var problem: JSONObject = [
            "error": "invalid_grant", "error_description": "Wrong email or verification code.",
        ]
        switch verdict {
        case .accepted: return (200, Self.tokens)
        case .ended: return (403, problem)
        case .lost: throw URLError(.networkConnectionLost)
        case .problem(let status, let code):
            problem["code"] = .string(code)
            return (status, problem)
        case .wrong(let session):
            problem["auth_session"] = .string(session)
            problem["verification_required"] = .array(required.map(JSONValue.string))
            return (403, problem)
        }
    }

    private var registration: JSONObject {
        [
            "auth_session": "session of a sign-up", "verification_required": .array(required.map(JSONValue.string)),
            "authn_params_public_key": [
                "challenge": .string(Base64URL.encode(Array(repeating: 7, count: 32))),
                "rp": ["id": .string(SDKServer.relyingPartyID), "name": "Example"],
                "user": ["id": .string(Base64URL.encode([1, 2, 3])), "name": "ada", "displayName": "Ada"],
                "pubKeyCredParams": [["type": "public-key", "alg": -7]],
            ],
        ]
    }

    private static var tokens: JSONObject {
        let claims: JSONValue = [
            "iss": .string("https://\(SDKServer.host)/"), "sub": .string(user), "aud": "ios",
            "email": "ada@example.org", "email_verified": true,
        ]
        return [
            "access_token": "access", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "refresh",
            "id_token": .string("e30.\(Base64URL.encode(claims.serialized()))."),
        ]
    }
}
