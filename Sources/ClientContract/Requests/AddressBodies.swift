// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// `POST /me/v1/authentication-methods` with an address that is to become the account's. The current password confirms
/// it, or a passkey's response to a challenge for the act.
package struct AddressCreateBody: Sendable {
    package var type: AuthenticationMethodType?
    package var email: String?
    package var phoneNumber: String?
    package var currentPassword: String?
    /// The session of the challenge, from `/me/v1/confirmations`.
    package var ceremonySession: String?
    package var credentialResponse: CredentialResponse?

    package init(type: AuthenticationMethodType) {
        self.type = type
    }

    package init(_ body: JSONObject) {
        type = body.text("type").flatMap(AuthenticationMethodType.init)
        email = body.text("email")
        phoneNumber = body.text("phone_number")
        currentPassword = body.text("current_password")
        ceremonySession = body.text("auth_session")
        credentialResponse = body["authn_response"]?.objectValue.map { CredentialResponse($0) }
    }

    package var json: JSONObject {
        var body = JSONObject()
        body.append(type?.rawValue, as: "type")
        body.append(email, as: "email")
        body.append(phoneNumber, as: "phone_number")
        body.append(currentPassword, as: "current_password")
        body.append(ceremonySession, as: "auth_session")
        body.append(credentialResponse?.json.map(JSONValue.object), as: "authn_response")
        return body
    }
}

/// `POST /me/v1/authentication-methods/{id}/verify` with the code that the new address has received.
package struct AddressVerifyBody: Sendable {
    package let session: String
    package let oneTimeCode: String

    package init(session: String, oneTimeCode: String) {
        self.session = session
        self.oneTimeCode = oneTimeCode
    }

    package init(_ body: JSONObject) {
        self.init(session: body.text("auth_session") ?? "", oneTimeCode: body.text("otp_code") ?? "")
    }

    package var json: JSONObject {
        ["auth_session": .string(session), "otp_code": .string(oneTimeCode)]
    }
}
