// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import WebAuthnMessages
package import WireFormats

/// The sessions that end when a passkey is removed.
package enum EndedSessions: String, CaseIterable, Sendable {
    /// The sessions that the passkey opened.
    case opened
    case all
}

/// `POST /me/v1/authentication-methods`.
extension AuthenticationMethodCreateBody: RequestBody {
    package static let shape = Shape.object(members)

    static let members: [Member] = [
        .required(
            "type", as: .oneOf(AuthenticationMethodType.allCases.map(\.rawValue)),
            description: "A passkey, a password, an email address or a phone number can be added."),
        .optional("connection", as: .string(StringRule(length: 0...128, alphabet: .connectionName))),
        .optional("identity_user_id", as: .string(StringRule(length: 0...255, alphabet: .withoutBlanks))),
        .optional(
            "identity", as: .string(StringRule(length: 0...255, alphabet: .withoutBlanks)),
            description: "An alias of identity_user_id."),
        .optional(
            "use_exclude_credentials", as: .boolean,
            description: "Whether authenticators that already hold a passkey of the account are excluded."),
        mediation,
    ]

    static let mediation = Member.optional(
        "mediation", as: .oneOf(["conditional"]), description: "Requests a conditional creation, which shows no prompt."
    )
}

/// `POST /me/v1/authentication-methods/{id}/verify`.
extension AuthenticationMethodVerifyBody: RequestBody {
    /// A session and a response with its certificates.
    package static let byteLimit = 256 << 10

    package static let shape = Shape.object([
        .required("auth_session", as: .string(upTo: CeremonySession.length)),
        .optional(
            "authn_response", as: .anyObject,
            description: "The credential's response, in WebAuthn's JSON form. A passkey needs it."),
        .optional(
            "new_password", as: .string(StringRule(length: 1...1024)),
            description: "The password that is set. A password needs it."),
        .optional(
            "current_password", as: .string(StringRule(length: 0...1024)),
            description: "Confirms the change of a password, instead of a passkey."),
        .optional(
            "otp_code", as: .string(StringRule(length: 0...64)),
            description: "The code that was sent. An address needs it."),
    ])

    /// What the request lacks to finish a passkey.
    package func requirePasskey() throws(BodyRejection) {
        guard !hasResponse else { return }
        throw .shape([ShapeProblem(pointer: "/authn_response", detail: "is required")])
    }

    /// Returns the password that is set.
    package func requirePassword() throws(BodyRejection) -> String {
        guard let newPassword else { throw .shape([ShapeProblem(pointer: "/new_password", detail: "is required")]) }
        return newPassword
    }
}

/// `DELETE /me/v1/authentication-methods/{id}`. A passkey confirms the removal of a password, and may confirm that of a
/// passkey. Auth0.Android sends an empty object.
package struct AuthenticationMethodRemovalBody: RequestBody {
    /// `nil` if nothing confirms the removal.
    package let confirmation: ConfirmedActBody?

    package init(_ body: JSONObject) {
        confirmation = ConfirmedActBody.shape.problems(in: .object(body)).isEmpty ? ConfirmedActBody(body) : nil
    }

    package static let byteLimit = ConfirmedActBody.byteLimit

    package static let shape = Shape.object([
        .optional(
            "auth_session", as: .string(upTo: CeremonySession.length), description: "From /me/v1/confirmations."),
        .optional("authn_response", as: .anyObject, description: "The passkey's response, in WebAuthn's JSON form."),
    ])
}

/// An act that one of the account's passkeys confirms.
package struct ConfirmedActBody: RequestBody {
    package let ceremonySession: String
    package let credentialResponse: CredentialResponse

    package init(_ body: JSONObject) {
        let confirmation = AuthenticationMethodVerifyBody(body)
        ceremonySession = confirmation.ceremonySession
        credentialResponse = confirmation.credentialResponse
    }

    package static let byteLimit = AuthenticationMethodVerifyBody.byteLimit

    package static let shape = Shape.object([
        .required(
            "auth_session", as: .string(upTo: CeremonySession.length), description: "From /me/v1/confirmations."),
        .required("authn_response", as: .anyObject, description: "The passkey's response, in WebAuthn's JSON form."),
    ])
}

/// `POST /me/v1/confirmations`.
package struct ConfirmationBody: RequestBody {
    package let act: String

    package init(_ body: JSONObject) {
        act = body.text("act") ?? ""
    }

    package static let shape = Shape.object([
        .required("act", as: .string(upTo: 100), description: "What the passkey confirms, such as remove-password.")
    ])
}

/// `PATCH /me/v1/authentication-methods/{id}`.
extension AuthenticationMethodUpdateBody: RequestBody {
    package static let shape = Shape.object(
        [
            .optional(
                "name", as: .string(StringRule(length: 0...100)),
                description: "The user's name for the passkey; null removes it."),
            .optional(
                "preferred_authentication_method", as: .oneOf(["sms", "voice"]),
                description: "Accepted for phone methods and ignored."),
        ], others: .rejected)
}

/// `DELETE /me/v1`. An account without a passkey is deleted without a response.
package struct OwnAccountDeletionBody: RequestBody {
    package let ceremonySession: String?
    package let credentialResponse: CredentialResponse

    package init(_ body: JSONObject) {
        ceremonySession = body.text("auth_session")
        credentialResponse = AuthenticationMethodVerifyBody(body).credentialResponse
    }

    package static let byteLimit = AuthenticationMethodVerifyBody.byteLimit

    package static let shape = Shape.object([
        .optional(
            "auth_session", as: .string(upTo: CeremonySession.length),
            description: "Of a sign-in that began at /passkey/challenge. Required if the account has a passkey."),
        .optional(
            "authn_response", as: .anyObject,
            description: "The response of one of the account's passkeys, in WebAuthn's JSON form."),
    ])
}

/// `POST /invitation/contents`.
package struct InvitationBody: RequestBody {
    package let invitation: String

    package init(_ body: JSONObject) {
        invitation = body.text("invitation") ?? ""
    }

    package static let shape = Shape.object([.required("invitation", as: .string(upTo: 4096))])
}

/// The fate of the passkeys and sessions that an invited account already has.
package enum ExistingAccessChoice: String, CaseIterable, Sendable {
    case keep
    case remove
}

extension Member {
    fileprivate static let existingAccess = optional(
        "existing", as: .oneOf(ExistingAccessChoice.allCases.map(\.rawValue)),
        description: "Whether the account's passkeys and sessions stay. Defaults to what the invitation says.")
}

/// `POST /invitation/challenge`.
package struct InvitationChallengeBody: RequestBody {
    package let invitation: String
    package let existing: ExistingAccessChoice?

    package init(_ body: JSONObject) {
        invitation = InvitationBody(body).invitation
        existing = body.text("existing").flatMap(ExistingAccessChoice.init)
    }

    package static let shape = Shape.object([.required("invitation", as: .string(upTo: 4096)), .existingAccess])
}

/// `POST /invitation/verify`.
package struct InvitationVerifyBody: RequestBody {
    package let ceremonySession: String
    package let credentialResponse: CredentialResponse
    package let existing: ExistingAccessChoice?

    package init(_ body: JSONObject) {
        let ceremony = AuthenticationMethodVerifyBody(body)
        ceremonySession = ceremony.ceremonySession
        credentialResponse = ceremony.credentialResponse
        existing = body.text("existing").flatMap(ExistingAccessChoice.init)
    }

    package static let byteLimit = AuthenticationMethodVerifyBody.byteLimit

    package static let shape = Shape.object([
        .required("auth_session", as: .string(upTo: CeremonySession.length)),
        .required("authn_response", as: .anyObject, description: "The credential's response, in WebAuthn's JSON form."),
        .existingAccess,
    ])
}
