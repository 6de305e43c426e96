// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

/// `/userinfo` (OpenID Connect Core, section 5.3).
enum UserInfoEndpoint {
    static let path: Path = "/userinfo"

    private static let family = Family(dialect: .resource, isCrossOrigin: true)

    static let rows = [get, post]

    private static let get = Row(
        .get, path, in: family, by: .userInfo(), taking: .nothing, id: "userInfo",
        summary: "Returns claims about the user", success: .json("Claims.", .claims)
    ) { request in
        try await response(about: request.caller, in: request.context)
    }

    private static let post = Row(
        .post, path, in: family, by: .userInfo(\.?.accessToken), taking: .optionalForm(UserInfoBody.self),
        id: "userInfoByPost", summary: "Returns claims about the user", success: .json("Claims.", .claims)
    ) { request in
        try await response(about: request.caller, in: request.context)
    }

    private static func response(
        about token: VerifiedAccessToken, in context: RequestContext
    ) async throws -> HTTPResponse {
        let user = try await context.services.storage.read { try $0.users.find(token.user) }
        return .json(.object(try UserInfo.claims(for: token, of: user)))
    }
}

extension Access where Caller == VerifiedAccessToken {
    /// An access token for the claims about its user, in the header or in the body.
    @inline(__always) fileprivate static func userInfo(
        _ bodyToken: @escaping @Sendable (Input) -> String? = { _ in nil }
    ) -> Access {
        Access(
            security: .accessToken(scope: StandardScope.openID), failures: [401, 403],
            check: .input { context, body in
                try await context.authorize(
                    audience: context.issuer.userInfo, scope: StandardScope.openID, bodyToken: bodyToken(body))
            })
    }
}
