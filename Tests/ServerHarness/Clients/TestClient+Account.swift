// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import SoftwareAuthenticator
package import WireFormats

extension TestClient {
    /// Uses a refresh token, by default the current one.
    package func refresh(_ token: String? = nil, adding members: JSONObject = [:]) throws -> WireResponse {
        let grant: JSONObject = [
            "grant_type": "refresh_token", "refresh_token": .string(token ?? tokens?.refresh ?? ""),
        ]
        return try post("/oauth/token", members: credentials.merging(grant).merging(members))
    }

    package func revoke(_ token: String) throws -> WireResponse {
        try post("/oauth/revoke", members: credentials.merging(["token": .string(token)]))
    }

    /// Sends a request with the access token.
    package func sendAuthorized(_ request: WireRequest) throws -> WireResponse {
        try wire.send(request.authorized(by: tokens?.access ?? ""))
    }

    package func list() throws -> WireResponse {
        try sendAuthorized(WireRequest("GET", path: Route.authenticationMethods.rawValue))
    }

    package func beginEnrollment() throws -> StartedCeremony {
        let request = WireRequest("POST", path: Route.authenticationMethods.rawValue, json: ["type": "passkey"])
        return try started(sendAuthorized(request), status: 202)
    }

    package func finishEnrollment(_ submission: Submission) throws -> WireResponse {
        let path = Route.authenticationMethodVerification.path(naming: "passkey|new")
        return try sendAuthorized(
            WireRequest(
                "POST", path: path,
                json: ["auth_session": .string(submission.session), "authn_response": submission.response]))
    }

    package func rename(_ passkey: String, to name: String) throws -> WireResponse {
        let path = Route.authenticationMethod.path(naming: passkey)
        return try sendAuthorized(WireRequest("PATCH", path: path, json: ["name": .string(name)]))
    }

    package func remove(_ passkey: String) throws -> WireResponse {
        try sendAuthorized(WireRequest("DELETE", path: Route.authenticationMethod.path(naming: passkey)))
    }

    package func userInfo() throws -> WireResponse {
        try sendAuthorized(WireRequest("GET", path: Route.userInfo.rawValue))
    }
}
