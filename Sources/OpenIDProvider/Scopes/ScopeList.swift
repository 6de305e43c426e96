// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Scopes as a request lists them: between blanks, each counted once, in their order.
package struct ScopeList: Hashable, Sendable {
    package let names: [String]

    /// What a request gets that names none: there are SDKs that never do.
    package static let defaults = ScopeList(names: ["openid", "profile", "email"])

    /// Nil when there is nothing between the blanks.
    package init?(_ text: String?) {
        var seen: Set<ExactText> = []
        let names = (text ?? "").utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        self.names = names.filter { seen.insert(ExactText($0)).inserted }
        guard !self.names.isEmpty else { return nil }
    }

    private init(names: [String]) {
        self.names = names
    }
}

/// Scopes that every client may ask for, whatever the interface (OpenID Connect Core, section 5.4).
package enum StandardScope {
    package static let openID = "openid"
    package static let profile = "profile"
    package static let email = "email"
    package static let phone = "phone"
    package static let offlineAccess = "offline_access"
    /// Auth0's, for a refresh token that ends with the browser's session.
    static let onlineAccess = "online_access"

    /// Claims that are asked for by their name, as some clients do in place of a scope.
    package static let claims = [
        "name", "given_name", "family_name", "nickname", "preferred_username", "picture", "updated_at",
        "email_verified", "phone_number", "phone_number_verified",
    ]

    package static let published = [openID, profile, email, phone, offlineAccess] + claims

    /// Those that say something about a person.
    static func isAboutPerson(_ scope: String) -> Bool {
        [openID, profile, email, phone].contains(scope) || claims.contains(scope)
    }
}
