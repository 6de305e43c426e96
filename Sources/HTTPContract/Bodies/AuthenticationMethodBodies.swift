// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The words that clients know for ways to sign in.
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

/// Which sessions end when a passkey is removed.
package enum EndedSessions: String, CaseIterable, Sendable {
    /// Those that it opened.
    case opened
    case all
}

/// `POST /me/v1/authentication-methods`.
package struct AuthenticationMethodCreateBody: RequestBody {
    package let type: AuthenticationMethodType?
    package let connection: String?
    package let identityUserID: String?
    package let excludesExistingCredentials: Bool
    package let isConditional: Bool

    package init(_ body: JSONObject) {
        type = body.text("type").flatMap(AuthenticationMethodType.init)
        connection = body.text("connection")
        // nextjs-auth0 calls it identity.
        identityUserID = body.text("identity_user_id") ?? body.text("identity")
        excludesExistingCredentials = body["use_exclude_credentials"]?.boolValue ?? false
        isConditional = body.text("mediation") == "conditional"
    }

    package static let shape = Shape.object([
        .required(
            "type", .word(AuthenticationMethodType.allCases.map(\.rawValue)), "passkey; others are not enrolled."),
        .optional("connection", .text(TextRule(length: 0...128, alphabet: .connectionName))),
        .optional("identity_user_id", .text(TextRule(length: 0...255, alphabet: .withoutBlanks))),
        .optional(
            "identity", .text(TextRule(length: 0...255, alphabet: .withoutBlanks)), "Another name of identity_user_id."),
        .optional("use_exclude_credentials", .flag, "Whether devices that have a passkey already are to refuse."),
        .optional("mediation", .word(["conditional"]), "Asks for a passkey that is created silently."),
    ])
}

/// `POST /me/v1/authentication-methods/{id}/verify`, and the end of an invitation.
package struct AuthenticationMethodVerifyBody: RequestBody {
    package let ceremonySession: String
    package let ceremonyResponse: [UInt8]

    package init(_ body: JSONObject) {
        ceremonySession = body.text("auth_session") ?? ""
        ceremonyResponse = body["authn_response"]?.serialized() ?? []
    }

    /// A ceremony and an answer with its certificates.
    package static let byteLimit = 256 << 10

    package static let shape = Shape.object([
        .required("auth_session", .text(upTo: CeremonySession.length)),
        .required("authn_response", .anyObject, "The credential's answer, in the JSON form of WebAuthn."),
    ])
}

/// `PATCH /me/v1/authentication-methods/{id}`.
package struct AuthenticationMethodUpdateBody: RequestBody {
    /// Nil takes the name away.
    package let name: String?
    package let isNamePresent: Bool

    package init(_ body: JSONObject) {
        name = body.text("name")
        isNamePresent = body["name"] != nil
    }

    package static let shape = Shape.object(
        [
            .optional("name", .text(TextRule(length: 0...100)), "What the person calls it; null takes the name away."),
            .optional("preferred_authentication_method", .word(["sms", "voice"]), "Of phones; without meaning here."),
        ], others: .refused)
}

/// `POST /invitation/contents`.
package struct InvitationBody: RequestBody {
    package let invitation: String

    package init(_ body: JSONObject) {
        invitation = body.text("invitation") ?? ""
    }

    package static let shape = Shape.object([.required("invitation", .text(upTo: 4096))])
}

/// What becomes of that with which the account of an invitation can be used already.
package enum ExistingAccessChoice: String, CaseIterable, Sendable {
    case keep
    case remove
}

extension Member {
    fileprivate static let existingAccess = optional(
        "existing", .word(ExistingAccessChoice.allCases.map(\.rawValue)),
        "What becomes of passkeys and sessions that the account has; without it what the invitation says.")
}

/// `POST /invitation/challenge`.
package struct InvitationChallengeBody: RequestBody {
    package let invitation: String
    package let existing: ExistingAccessChoice?

    package init(_ body: JSONObject) {
        invitation = InvitationBody(body).invitation
        existing = body.text("existing").flatMap(ExistingAccessChoice.init)
    }

    package static let shape = Shape.object([.required("invitation", .text(upTo: 4096)), .existingAccess])
}

/// `POST /invitation/verify`.
package struct InvitationVerifyBody: RequestBody {
    package let ceremonySession: String
    package let ceremonyResponse: [UInt8]
    package let existing: ExistingAccessChoice?

    package init(_ body: JSONObject) {
        let ceremony = AuthenticationMethodVerifyBody(body)
        ceremonySession = ceremony.ceremonySession
        ceremonyResponse = ceremony.ceremonyResponse
        existing = body.text("existing").flatMap(ExistingAccessChoice.init)
    }

    package static let shape = Shape.object([
        .required("auth_session", .text(upTo: CeremonySession.length)),
        .required("authn_response", .anyObject, "The credential's answer, in the JSON form of WebAuthn."),
        .existingAccess,
    ])
}
