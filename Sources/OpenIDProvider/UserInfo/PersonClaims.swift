// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// What tokens and the userinfo endpoint say about a person, by scope (OpenID Connect Core, sections 5.1 and 5.4).
package struct PersonClaims: Sendable {
    private let user: User

    package init(_ user: User) {
        self.user = user
    }

    /// Without `sub`. A claim that there is no value for is left out.
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

    /// The scopes with the claims that each stands for, in the order of the answer.
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
        // OpenID Connect has a number here; Auth0 has a text, and its SDKs read that.
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

    /// As Auth0 makes it where the person has given none.
    private var nickname: String? {
        let local = user[.email]?.value.split(separator: "@", maxSplits: 1).first.map(String.init)
        return user.profile.nickname ?? user[.username]?.value ?? local
    }
}
