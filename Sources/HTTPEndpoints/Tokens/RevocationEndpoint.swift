// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import OpenIDProvider

/// `/oauth/revoke` (RFC 7009).
struct RevocationEndpoint: Sendable {
    let services: Services

    func respond(to context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(RevocationBody.self, form: .jsonOrForm)
        let client = try context.authenticate(body.client)
        var use = RefreshTokens.Use(
            token: body.token, client: client.client, host: context.host.host, proof: nil, sender: context.sender)
        use.assertion = client.assertion
        let (revocation, time) = (use, context.time)
        let verification = AccessTokenVerification(issuer: context.issuer, keys: try context.keys)
        try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await RefreshTokens(storage: services.storage).revoke(revocation, at: time)
            guard !verification.recognizes(body.token) else { throw .tokenTypeNotSupported }
        }
        return HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"])
    }
}
