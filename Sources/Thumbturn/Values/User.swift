// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The user who is signed in, as the ID token says.
public struct User: Hashable, Sendable, Identifiable {
    /// The account's identifier (`sub`).
    public let id: String
    /// The email address, verified or not.
    public let email: String?
    /// Whether the server has verified the email address.
    public let isEmailVerified: Bool
    /// The phone number in international format.
    public let phoneNumber: String?
    /// The user name, where the connection has user names.
    public let username: String?
    /// The full name, for display.
    public let name: String?
    /// The given name.
    public let givenName: String?
    /// The family name.
    public let familyName: String?
    /// The name that friends call the user.
    public let nickname: String?
    /// The address of a picture.
    public let picture: String?

    /// Describes a user, for tests and previews. Those who sign in come from the server.
    public init(
        id: String, email: String? = nil, isEmailVerified: Bool = false, phoneNumber: String? = nil,
        username: String? = nil, name: String? = nil, givenName: String? = nil, familyName: String? = nil,
        nickname: String? = nil, picture: String? = nil
    ) {
        self.id = id
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.phoneNumber = phoneNumber
        self.username = username
        self.name = name
        self.givenName = givenName
        self.familyName = familyName
        self.nickname = nickname
        self.picture = picture
    }

    init?(_ claims: JSONObject) {
        guard let id = claims["sub"]?.stringValue, !id.isEmpty else { return nil }
        self.id = id
        email = claims["email"]?.stringValue
        isEmailVerified = claims["email_verified"]?.boolValue ?? false
        phoneNumber = claims["phone_number"]?.stringValue
        username = claims["preferred_username"]?.stringValue
        name = claims["name"]?.stringValue
        givenName = claims["given_name"]?.stringValue
        familyName = claims["family_name"]?.stringValue
        nickname = claims["nickname"]?.stringValue
        picture = claims["picture"]?.stringValue
    }
}
