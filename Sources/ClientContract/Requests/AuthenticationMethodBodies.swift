// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// The types of authentication methods in Auth0's My Account API.
package enum AuthenticationMethodType: String, CaseIterable, Sendable {
    case passkey
    case password
    case recoveryCode = "recovery-code"
    case pushNotification = "push-notification"
    case totp
    case webAuthnPlatform = "webauthn-platform"
    case webAuthnRoaming = "webauthn-roaming"
    case phone
    case email
}

/// `POST /me/v1/authentication-methods`.
package struct AuthenticationMethodCreateBody: Sendable {
    package var type: AuthenticationMethodType?
    package var connection: String?
    package var identityUserID: String?
    package var excludesExistingCredentials = false
    package var isConditional = false

    package init(type: AuthenticationMethodType) {
        self.type = type
    }

    package init(_ body: JSONObject) {
        type = body.text("type").flatMap(AuthenticationMethodType.init)
        connection = body.text("connection")
        // nextjs-auth0 calls it identity.
        identityUserID = body.text("identity_user_id") ?? body.text("identity")
        excludesExistingCredentials = body["use_exclude_credentials"]?.boolValue ?? false
        isConditional = body.text("mediation") == "conditional"
    }

    package var json: JSONObject {
        var body = JSONObject()
        body.append(type?.rawValue, as: "type")
        body.append(connection, as: "connection")
        body.append(identityUserID, as: "identity_user_id")
        if excludesExistingCredentials { body.append(true, as: "use_exclude_credentials") }
        if isConditional { body.append("conditional", as: "mediation") }
        return body
    }
}

/// `POST /me/v1/authentication-methods/{id}/verify`.
package struct AuthenticationMethodVerifyBody: Sendable {
    package let ceremonySession: String
    package let credentialResponse: CredentialResponse
    /// The password that is set, if the method is the password.
    package var newPassword: String?
    package var currentPassword: String?
    /// The code that was sent to an address.
    package var oneTimeCode: String?
    /// Whether there is a response of a passkey. A password may be set without one.
    package let hasResponse: Bool

    package init(ceremonySession: String, credentialResponse: CredentialResponse) {
        self.ceremonySession = ceremonySession
        self.credentialResponse = credentialResponse
        hasResponse = true
    }

    /// Sets a password, which a passkey confirms, or the current password.
    package init(
        ceremonySession: String, newPassword: String, currentPassword: String? = nil,
        credentialResponse: CredentialResponse? = nil
    ) {
        self.ceremonySession = ceremonySession
        self.newPassword = newPassword
        self.currentPassword = currentPassword
        self.credentialResponse = credentialResponse ?? CredentialResponse(JSONObject())
        hasResponse = credentialResponse != nil
    }

    package init(_ body: JSONObject) {
        ceremonySession = body.text("auth_session") ?? ""
        credentialResponse = CredentialResponse(body["authn_response"]?.objectValue ?? JSONObject())
        hasResponse = body["authn_response"]?.objectValue != nil
        newPassword = body.text("new_password")
        currentPassword = body.text("current_password")
        oneTimeCode = body.text("otp_code")
    }

    package var json: JSONObject {
        var body = JSONObject()
        body.append(ceremonySession, as: "auth_session")
        if hasResponse { body.append(credentialResponse.json.map(JSONValue.object), as: "authn_response") }
        body.append(newPassword, as: "new_password")
        body.append(currentPassword, as: "current_password")
        return body
    }
}

/// `PATCH /me/v1/authentication-methods/{id}`.
package struct AuthenticationMethodUpdateBody: Sendable {
    /// The new name; `nil` removes it if `isNamePresent`.
    package let name: String?
    package let isNamePresent: Bool

    /// Gives the passkey a name, or removes its name.
    package init(name: String?) {
        self.name = name
        isNamePresent = true
    }

    package init(_ body: JSONObject) {
        name = body.text("name")
        isNamePresent = body["name"] != nil
    }

    package var json: JSONObject {
        isNamePresent ? ["name": name.map(JSONValue.string) ?? .null] : [:]
    }
}
