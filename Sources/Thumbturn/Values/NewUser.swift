// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WireFormats

/// A user who signs up. The server's connection decides which identifiers it needs.
public struct NewUser: Hashable, Sendable {
    /// The email address. The server takes it as verified only after a code that it has sent there.
    public var email: String?
    /// In international format, such as `+4930123456`.
    public var phoneNumber: String?
    /// The user name, where the connection has user names.
    public var username: String?
    /// The full name, for display.
    public var name: String?
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var familyName: String?
    /// The name that friends call the user.
    public var nickname: String?
    /// The address of a picture, with https.
    public var picture: String?
    /// Further data that the application wants to store about the user.
    public var metadata: [String: String] = [:]
    /// How a code reaches the phone number, where the connection has new users confirm it in a sign-up with a passkey or a device
    /// key.
    public var codeDelivery = CodeDelivery.text

    /// Describes a new user.
    public init(
        email: String? = nil, phoneNumber: String? = nil, username: String? = nil, name: String? = nil,
        givenName: String? = nil, familyName: String? = nil
    ) {
        self.email = email
        self.phoneNumber = phoneNumber
        self.username = username
        self.name = name
        self.givenName = givenName
        self.familyName = familyName
    }
}

extension PasskeyRegisterBody {
    init(_ user: NewUser, in context: ClientContext) {
        self.init(client: context.client)
        realm = context.options.connection
        organization = context.options.organization
        profile = user.profile
        if user.phoneNumber != nil, user.codeDelivery != .text { deliveryMethod = user.codeDelivery.method }
        for (name, value) in user.metadata.sorted(by: { $0.key < $1.key }) { metadata[name] = .string(value) }
    }
}

extension DeviceKeyRegisterBody {
    init(_ user: NewUser, named deviceName: String, publicKey: JSONObject, in context: ClientContext) {
        self.init(client: context.client, deviceName: deviceName, publicKey: publicKey)
        realm = context.options.connection
        profile = user.profile
        if user.phoneNumber != nil, user.codeDelivery != .text { deliveryMethod = user.codeDelivery.method }
        for (name, value) in user.metadata.sorted(by: { $0.key < $1.key }) { metadata[name] = .string(value) }
    }
}

extension DatabaseSignUpBody {
    init(_ user: NewUser, password: String, in context: ClientContext) {
        self.init(clientID: context.clientID)
        connection = context.options.connection
        self.password = password
        profile = user.profile
        for (name, value) in user.metadata.sorted(by: { $0.key < $1.key }) { metadata[name] = .string(value) }
    }
}

extension NewUser {
    /// The name for a sign-in with a password.
    var identifier: String? { email ?? phoneNumber ?? username }

    /// The members of the profile by their names in a request.
    var profile: [String: String] {
        let texts = [
            "email": email, "phone_number": phoneNumber, "username": username, "name": name, "given_name": givenName,
            "family_name": familyName, "nickname": nickname, "picture": picture,
        ]
        return texts.compactMapValues { $0 }
    }
}
