// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The scopes that every client may request for every API (OpenID Connect Core, section 5.4).
package enum StandardScope {
    package static let openID = "openid"
    package static let profile = "profile"
    package static let email = "email"
    package static let phone = "phone"
    package static let offlineAccess = "offline_access"
    /// Auth0's scope for a refresh token that ends with the browser session.
    package static let onlineAccess = "online_access"

    /// Claims that some clients request by name instead of by scope.
    package static let claims = [
        "name", "given_name", "family_name", "nickname", "preferred_username", "picture", "updated_at",
        "email_verified", "phone_number", "phone_number_verified",
    ]

    package static let published = [openID, profile, email, phone, offlineAccess, onlineAccess] + claims

    /// Whether the scope stands for claims about the user.
    static func isAboutPerson(_ scope: String) -> Bool {
        scopesAboutPerson.contains(scope)
    }

    /// Whether the scope stands for a refresh token.
    static func isForRefreshing(_ scope: String) -> Bool { scope == offlineAccess || scope == onlineAccess }

    private static let scopesAboutPerson = Set([openID, profile, email, phone] + claims)
}
