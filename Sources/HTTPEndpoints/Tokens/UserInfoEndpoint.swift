// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

/// `/userinfo` (OpenID Connect Core, section 5.3).
struct UserInfoEndpoint: Sendable {
    let services: Services

    func respond(to context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = context.incoming.isForm ? try context.body(UserInfoBody.self, form: .jsonOrForm) : nil
        let token = try await context.authorize(
            audience: context.issuer.userInfo, scope: StandardScope.openID, bodyToken: body?.accessToken,
            services: services)
        let user: User?
        do {
            user = try await services.storage.read { try $0.users.find(token.user) }
        } catch {
            throw HTTPProblem(unexpected: error)
        }
        let claims = try context.atResource { () throws(OAuthFailure) in
            try UserInfo.claims(for: token, of: user)
        }
        return .json(.object(claims))
    }
}
