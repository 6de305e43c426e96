// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import WireFormats

/// `POST /otp/challenge`.
extension CodeChallengeBody: RequestBody {
    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("connection", as: .string(StringRule(length: 0...128)), description: "The connection's name."),
            email, phoneNumber,
            .optional(
                "allow_signup", as: .boolean, description: "Whether an address without an account may get one."),
            deliveryMethod,
        ])

    static let email = Member.optional("email", as: .string(StringRule(length: 0...320, alphabet: .withoutControls)))
    static let phoneNumber = Member.optional(
        "phone_number", as: .string(StringRule(length: 0...30, alphabet: .withoutControls)),
        description: "In E.164 format.")
    static let deliveryMethod = Member.optional(
        "delivery_method", as: .oneOf(["text", "voice"]), description: "How a phone number gets its code.")
}

/// `POST /passwordless/start`.
extension PasswordlessStartBody: RequestBody {
    package static let shape = Shape.object(
        ClientParameters.members + [
            .required("connection", as: .oneOf(["email", "sms"]), description: "What the code is sent by."),
            CodeChallengeBody.email, CodeChallengeBody.phoneNumber,
            .optional(
                "send", as: .oneOf(["code", "link"]),
                description: "Whether the mail has a link, too. It shows the code."),
            .optional("authParams", as: .anyObject, description: "Ignored: the application sends them with the code."),
        ])
}

/// `POST /me/v1/authentication-methods`: what may be added, an address among it.
package struct AuthenticationMethodCreation: RequestBody {
    package let method: AuthenticationMethodCreateBody
    package let address: AddressCreateBody
    /// How a phone number gets its code: `sms` or `voice`.
    package let preferredMethod: String?

    package init(_ body: JSONObject) {
        preferredMethod = body.text("preferred_authentication_method")
        method = AuthenticationMethodCreateBody(body)
        address = AddressCreateBody(body)
    }

    package static let byteLimit = AuthenticationMethodVerifyBody.byteLimit

    package static let shape = Shape.object(
        AuthenticationMethodCreateBody.members + [
            CodeChallengeBody.email, CodeChallengeBody.phoneNumber,
            .optional("preferred_authentication_method", as: .oneOf(["sms", "voice"])),
            .optional(
                "current_password", as: .string(StringRule(length: 0...1024)),
                description: "Confirms the change of an address, instead of a passkey."),
            .optional(
                "auth_session", as: .string(StringRule(length: 0...CeremonySession.length)),
                description: "From /me/v1/confirmations."),
            .optional("authn_response", as: .anyObject, description: "Of the passkey that confirms the change."),
        ])
}
