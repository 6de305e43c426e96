// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import OpenIDProvider

/// `/oauth/revoke` (RFC 7009).
struct RevocationEndpoint: Sendable {
    let services: Services

    func answer(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let body = try exchange.body(RevocationBody.self, .jsonOrForm)
        let client = try exchange.verifiedClient(body.client)
        var use = RefreshTokens.Use(
            token: body.token, client: client.client, host: exchange.host.host, proof: nil)
        use.assertion = client.assertion
        use.address = exchange.address
        use.reference = exchange.reference
        do {
            try await RefreshTokens(storage: services.storage).revoke(use, at: exchange.time)
        } catch {
            throw Refusal(unexpected: error)
        }
        return HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"])
    }
}
