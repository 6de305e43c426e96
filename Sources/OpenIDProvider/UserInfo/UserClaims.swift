// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import JOSE
package import WireFormats

/// The claims of tokens and of the userinfo endpoint about a user, by scope (OpenID Connect Core, sections 5.1 and
/// 5.4).
///
/// `TokenIssuer` writes them into ID tokens, and `UserInfo` into the response of the userinfo endpoint.
package struct UserClaims: Sendable {
    /// The format of `updated_at`.
    package enum Format: Hashable, Sendable {
        /// A number (OpenID Connect Core, section 5.1).
        case openIDConnect
        /// Text with milliseconds, which Auth0's SDKs read.
        case auth0

        /// Returns the format of tokens: those of the code and the device flow belong to a grant, and speak OpenID
        /// Connect.
        init(grantID: String?) {
            self = grantID == nil ? .auth0 : .openIDConnect
        }
    }

    private let user: User
    private let format: Format

    package init(_ user: User, format: Format) {
        self.user = user
        self.format = format
    }

    /// The names of all claims, in the order of the response.
    package static let names = groups.flatMap { $0.claims.map(\.name) }

    /// Returns the scopes that claims belong to.
    static func scopes(of names: [String]) -> [String] {
        guard !names.isEmpty else { return [] }
        return groups.filter { $0.claims.contains { names.contains($0.name) } }.map(\.scope)
    }

    /// Returns the claims without `sub`: those of the scope, and those that the `claims` parameter names. Claims
    /// without a value are left out.
    package func claims(for scope: [String], requested names: [String] = []) -> JSONObject {
        var claims = JSONObject()
        append(to: &claims, for: scope, requested: names)
        return claims
    }

    func append(to claims: inout JSONObject, for scope: [String], requested names: [String] = []) {
        guard scope.contains(StandardScope.openID) else { return }
        for group in Self.groups {
            let isWhole = scope.contains(group.scope)
            for claim in group.claims where isWhole || scope.contains(claim.name) || names.contains(claim.name) {
                claims.append(claim.value(self), as: claim.name)
            }
        }
    }

    private struct Claim: Sendable {
        let name: String
        let value: @Sendable (UserClaims) -> JSONValue?

        init(_ name: String, value: @escaping @Sendable (UserClaims) -> JSONValue?) {
            self.name = name
            self.value = value
        }

        static func text(_ name: String, value: @escaping @Sendable (UserClaims) -> String?) -> Claim {
            Claim(name) { claims in value(claims).map(JSONValue.string) }
        }
    }

    private struct Group: Sendable {
        /// The scope that stands for all of the claims.
        let scope: String
        let claims: [Claim]
    }

    /// The claims, in the order of the response.
    private static let groups = [
        Group(
            scope: StandardScope.profile,
            claims: [
                .text("name") { $0.fullName }, .text("given_name") { $0.user.profile.givenName },
                .text("family_name") { $0.user.profile.familyName }, .text("nickname") { $0.nickname },
                .text("preferred_username") { $0.user[.username]?.value },
                .text("picture") { $0.user.profile.picture },
                Claim("updated_at") { $0.updatedAt },
            ]),
        Group(
            scope: StandardScope.email,
            claims: [
                .text("email") { $0.user[.email]?.value },
                Claim("email_verified") { $0.user[.email].map { .bool($0.isVerified) } },
            ]),
        Group(
            scope: StandardScope.phone,
            claims: [
                .text("phone_number") { $0.user[.phoneNumber]?.value },
                Claim("phone_number_verified") { $0.user[.phoneNumber].map { .bool($0.isVerified) } },
            ]),
    ]

    private var updatedAt: JSONValue {
        switch format {
        case .openIDConnect: JSONValue(user.updatedAt)
        case .auth0: .string(user.updatedAt.withMilliseconds)
        }
    }

    /// The name, or the identifier that comes closest to one.
    private var fullName: String? {
        name ?? user[.email]?.value ?? user[.username]?.value ?? user[.phoneNumber]?.value
    }

    private var name: String? {
        if let name = user.profile.name { return name }
        let parts = [user.profile.givenName, user.profile.familyName].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The nickname, or what Auth0 derives for a user without one.
    private var nickname: String? {
        user.profile.nickname ?? user[.username]?.value
            ?? user[.email].flatMap { email in
                // An address begins with its local part.
                String(Substring(email.value.utf8.prefix { $0 != UInt8(ascii: "@") }))
            }
    }
}
