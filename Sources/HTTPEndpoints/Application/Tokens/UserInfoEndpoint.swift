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
        try response(about: request.caller)
    }

    private static let post = Row(
        .post, path, in: family, by: .userInfo(\.?.accessToken), taking: .optionalForm(UserInfoBody.self),
        id: "userInfoByPost", summary: "Returns claims about the user", success: .json("Claims.", .claims)
    ) { request in
        try response(about: request.caller)
    }

    private static func response(about user: TokenUser) throws -> HTTPResponse {
        .json(.object(try UserInfo.claims(for: user.token, of: user.account)))
    }
}

/// The user of an access token for claims.
private struct TokenUser: Sendable {
    let token: VerifiedAccessToken
    /// The account, unless it was removed.
    let account: User?
}

extension Access where Caller == TokenUser {
    /// An access token for the claims about its user, in the header or in the body.
    @inline(__always) fileprivate static func userInfo(
        _ bodyToken: @escaping @Sendable (Input) -> String? = { _ in nil }
    ) -> Access {
        Access(
            security: .accessToken(scope: StandardScope.openID), failures: [401, 403],
            check: .input { context, body in
                let (token, account) = try await context.authorizeWithUser(
                    audience: context.issuer.userInfo, scope: StandardScope.openID, bodyToken: bodyToken(body))
                return TokenUser(token: token, account: account)
            })
    }
}
