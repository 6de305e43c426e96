// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A user as far as a password may give them away.
package struct PasswordOwner: Sendable {
    package var identifiers: [Identifier]
    package var profile: User.Profile
    package var metadata: JSONObject
    /// What the site is called, which many of its users think of.
    private let siteNames: [FoldedText]

    package init(
        identifiers: [Identifier], profile: User.Profile = User.Profile(), metadata: JSONObject = JSONObject(),
        at configuration: ConfigurationSnapshot? = nil
    ) {
        self.identifiers = identifiers
        self.profile = profile
        self.metadata = metadata
        siteNames = configuration?.siteNames ?? []
    }

    package init(_ user: User, at configuration: ConfigurationSnapshot) {
        self.init(
            identifiers: user.identifiers, profile: user.profile, metadata: user.metadata, at: configuration)
    }

    /// Whether more than half of a password is part of the site's name.
    func isOfSite(_ password: FoldedText) -> Bool {
        siteNames.contains { $0.longestRun(sharedWith: password) * 2 > password.characters.count }
    }

    /// Whether more than half of a password is part of an identifier, or it contains a word of one of the fields.
    func isRecognizable(in password: FoldedText, by fields: [PersonalField]) -> Bool {
        identifiers.contains { FoldedText($0.value).longestRun(sharedWith: password) * 2 > password.characters.count }
            || fields.contains { field in
                text(of: field).map(FoldedText.init)?.words.contains(where: password.contains) ?? false
            }
    }

    private func text(of field: PersonalField) -> String? {
        switch field.name {
        case "name": profile.name
        case "given_name": profile.givenName
        case "family_name": profile.familyName
        case "nickname": profile.nickname
        // The provider's name is no part of the user's.
        case "email": identifier(.email).map { String($0.prefix { $0 != "@" }) }
        case "phone_number": identifier(.phoneNumber)
        case "username": identifier(.username)
        default: metadata[String(field.name.dropFirst(PersonalField.metadataPrefix.count))]?.stringValue
        }
    }

    private func identifier(_ kind: Identifier.Kind) -> String? {
        identifiers.first { $0.kind == kind }?.value
    }
}

extension ConfigurationSnapshot {
    /// The name of the site, and its domains.
    fileprivate var siteNames: [FoldedText] {
        ([tenant.friendlyName].compactMap(\.self) + domains.keys).map { FoldedText($0) }
    }
}

/// The name of a part of a user's profile that passwords must not contain, such as `nickname` or `user_metadata.first`.
package struct PersonalField: Hashable, Sendable {
    static let metadataPrefix = "user_metadata."
    private static let names = [
        "name", "given_name", "family_name", "nickname", "username", "email", "phone_number",
    ]

    /// The fields of Auth0's older dialect, which has no list of them.
    package static let usual = [
        "name", "username", "nickname", "email", "user_metadata.name", "user_metadata.first", "user_metadata.last",
    ].compactMap(PersonalField.init)

    package let name: String

    /// Returns `nil` if a user has no such field.
    package init?(_ name: String) {
        guard Self.names.contains(name) || name.hasPrefix(Self.metadataPrefix) else { return nil }
        self.name = name
    }
}
