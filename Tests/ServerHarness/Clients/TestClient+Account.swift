// SPDX-License-Identifier: Apache-2.0

package import ClientContract
import HTTPContract
import SoftwareAuthenticator

extension TestClient {
    /// Uses a refresh token, by default the current one.
    package func refresh(
        _ token: String? = nil, scope: String? = nil, audience: String? = nil
    ) throws -> WireResponse {
        try send(
            .tokens(
                TokenBody(
                    client: credentials, grantType: "refresh_token", scope: scope, audience: audience,
                    refreshToken: token ?? tokens?.refreshToken ?? "")))
    }

    package func revoke(_ token: String) throws -> WireResponse {
        try send(.revocation(RevocationBody(client: credentials, token: token)))
    }

    /// Sends a request with the access token.
    package func sendAuthorized(_ request: WireRequest) throws -> WireResponse {
        try wire.send(request.authorized(by: tokens?.accessToken ?? ""))
    }

    private func sendAuthorized(_ request: APIRequest<some Any>) throws -> WireResponse {
        try sendAuthorized(WireRequest(request))
    }

    package func list() throws -> WireResponse {
        try sendAuthorized(.passkeys)
    }

    package func beginEnrollment() throws -> CeremonyAnswer {
        let request = APIRequest.enrollment(AuthenticationMethodCreateBody(type: .passkey))
        return try sendAuthorized(request).answer(to: request).ceremony
    }

    /// Begins an enrollment, or returns `nil` if the ladder demands a passkey that has settled.
    package func beginEnrollmentIfAllowed() throws -> CeremonyAnswer? {
        let request = APIRequest.enrollment(AuthenticationMethodCreateBody(type: .passkey))
        let response = try sendAuthorized(request)
        return response.code == "sign-in.confirmation-required" ? nil : try response.answer(to: request).ceremony
    }

    package func finishEnrollment(_ submission: Submission) throws -> WireResponse {
        let body = AuthenticationMethodVerifyBody(
            ceremonySession: submission.session, credentialResponse: submission.response)
        return try sendAuthorized(.verification(of: "passkey|new", body))
    }

    package func rename(_ passkey: String, to name: String) throws -> WireResponse {
        try sendAuthorized(.update(of: passkey, AuthenticationMethodUpdateBody(name: name)))
    }

    package func remove(_ passkey: String) throws -> WireResponse {
        try sendAuthorized(.removal(of: passkey))
    }

    package func userInfo() throws -> WireResponse {
        try sendAuthorized(WireRequest("GET", path: "/userinfo"))
    }
}
