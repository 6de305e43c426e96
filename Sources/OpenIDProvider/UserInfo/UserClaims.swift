// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The claims of tokens and of the userinfo endpoint about a user, by scope (OpenID Connect Core, sections 5.1 and 5.4).
package struct UserClaims: Sendable {
    private let user: User

    package init(_ user: User) {
        self.user = user
    }

    /// Returns the claims without `sub`. Claims without a value are left out.
    package func claims(for scope: [String]) -> JSONObject {
        var claims = JSONObject()
        guard scope.contains(StandardScope.openID) else { return claims }
        let all = values
        for (group, names) in Self.groups {
            let isWhole = group.map(scope.contains) ?? false
            for name in names where isWhole || scope.contains(name) {
                claims[name] = all[name]
            }
        }
        return claims
    }

    /// The scopes with the claims that each stands for, in the order of the response.
    private static let groups: [(String?, [String])] = [
        (
            StandardScope.profile,
            [
                "name", "given_name", "family_name", "nickname", "preferred_username", "picture", "updated_at",
            ]
        ),
        (StandardScope.email, ["email", "email_verified"]),
        (StandardScope.phone, ["phone_number", "phone_number_verified"]),
    ]

    private var values: JSONObject {
        var values = JSONObject()
        let email = user[.email]
        let phone = user[.phoneNumber]
        values["name"] = (name ?? email?.value ?? user[.username]?.value ?? phone?.value).map(JSONValue.string)
        values["given_name"] = user.profile.givenName.map(JSONValue.string)
        values["family_name"] = user.profile.familyName.map(JSONValue.string)
        values["nickname"] = nickname.map(JSONValue.string)
        values["preferred_username"] = user[.username].map { .string($0.value) }
        values["picture"] = user.profile.picture.map(JSONValue.string)
        // OpenID Connect has a number here, Auth0 a string, which its SDKs read.
        values["updated_at"] = .string(user.updatedAt.withMilliseconds)
        values["email"] = email.map { .string($0.value) }
        values["email_verified"] = email.map { .bool($0.isVerified) }
        values["phone_number"] = phone.map { .string($0.value) }
        values["phone_number_verified"] = phone.map { .bool($0.isVerified) }
        return values
    }

    private var name: String? {
        let parts = [user.profile.givenName, user.profile.familyName].compactMap(\.self)
        return user.profile.name ?? (parts.isEmpty ? nil : parts.joined(separator: " "))
    }

    /// The nickname, or what Auth0 derives for a user without one.
    private var nickname: String? {
        let local = user[.email]?.value.split(separator: "@", maxSplits: 1).first.map(String.init)
        return user.profile.nickname ?? user[.username]?.value ?? local
    }
}

/// The response of the userinfo endpoint (OpenID Connect Core, section 5.3).
package enum UserInfo {
    /// Returns the claims, unless the account was removed or blocked since the token was issued.
    package static func claims(
        for token: VerifiedAccessToken, of user: User?
    ) throws(OAuthFailure) -> JSONObject {
        try token.require(StandardScope.openID)
        guard let user, user.id == token.user, !user.isBlocked else { throw .accessTokenRefused(.userGone) }
        guard user.tokenGeneration == token.generation else { throw .accessTokenRefused(.revoked) }
        var claims: JSONObject = ["sub": .string(user.id.rawValue)]
        claims.members += UserClaims(user).claims(for: token.scope).members
        return claims
    }
}
