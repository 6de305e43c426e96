// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import OpenIDProvider

/// `/oauth/revoke` (RFC 7009).
struct RevocationEndpoint: Sendable {
    let services: Services

    func answer(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(RevocationBody.self, .jsonOrForm)
        let client = try context.verifiedClient(body.client)
        var use = RefreshTokens.Use(
            token: body.token, client: client.client, host: context.host.host, proof: nil)
        use.assertion = client.assertion
        use.address = context.address
        use.reference = context.reference
        do {
            try await RefreshTokens(storage: services.storage).revoke(use, at: context.time)
        } catch {
            throw HTTPProblem(unexpected: error)
        }
        return HTTPResponse(status: 200, headers: ["Cache-Control": "no-store"])
    }
}
