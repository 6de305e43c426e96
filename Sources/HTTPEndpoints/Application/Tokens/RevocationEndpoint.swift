// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import OpenIDProvider
import RateLimiting

/// `/oauth/revoke` (RFC 7009).
enum RevocationEndpoint {
    static let path: Path = "/oauth/revoke"

    static let revoke = Row(
        .post, path, in: Family(limit: .token, isCrossOrigin: true), by: .verifiedClient,
        taking: .jsonOrForm(RevocationBody.self), id: "revoke", summary: "Revokes a refresh token and its family",
        success: .init(200, "The token is revoked or unknown.")
    ) { request in
        let (context, client, token) = (request.context, request.caller, request.input.token)
        var use = RefreshTokens.Use(
            token: token, client: client.client, host: context.host.host, proof: nil, sender: context.sender)
        use.assertion = client.assertion
        let verification = AccessTokenVerification(issuer: context.issuer, keys: try context.keys)
        try await RefreshTokens(storage: context.services.storage).revoke(use, at: context.time)
        guard !verification.recognizes(token) else { throw OAuthFailure.tokenTypeNotSupported }
        return HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"])
    }
}
