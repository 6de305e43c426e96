// SPDX-License-Identifier: Apache-2.0

// What is answered. Optional members are absent when there is nothing to say.

extension Shape {
    private static let count = Shape.whole(0...4_294_967_295)

    static let creationAnswer = Shape.object([
        .required("auth_session", .text, "To be brought back with the answer, once."),
        .required(
            "authn_params_public_key",
            .object([
                .required("challenge", .text(TextRule(alphabet: .base64URL))),
                .required("timeout", count, "In milliseconds."),
                .required("rp", .object([.required("id", .text), .required("name", .text)])),
                .required(
                    "user",
                    .object([
                        .required("id", .text(TextRule(alphabet: .base64URL))), .required("name", .text),
                        .required("displayName", .text),
                    ])),
                .required("pubKeyCredParams", .list(.anyObject, upTo: nil)),
                .required("authenticatorSelection", .anyObject),
                .optional("excludeCredentials", .list(.anyObject, upTo: nil), "Where it was asked for."),
                .optional("attestation", .text),
            ])),
    ])

    static let requestAnswer = Shape.object([
        .required("auth_session", .text, "To be brought back with the answer, once."),
        .required(
            "authn_params_public_key",
            .object([
                .required("challenge", .text(TextRule(alphabet: .base64URL))),
                .required("timeout", count, "In milliseconds."), .required("rpId", .text),
                .required("userVerification", .text),
            ])),
    ])

    static let tokens = Shape.object([
        .required("access_token", .text), .required("token_type", .word(["Bearer", "DPoP"])),
        .required("expires_in", count, "In seconds."), .optional("scope", .text, "What was granted, if anything was."),
        .optional("id_token", .text), .optional("refresh_token", .text),
    ])

    static let claims = Shape.object([
        .required("sub", .text), .optional("name", .text), .optional("given_name", .text),
        .optional("family_name", .text), .optional("nickname", .text), .optional("preferred_username", .text),
        .optional("picture", .text), .optional("updated_at", .text(TextRule(format: "date-time"))),
        .optional("email", .text), .optional("email_verified", .flag), .optional("phone_number", .text),
        .optional("phone_number_verified", .flag),
    ])

    static let passkey = Shape.object([
        .required("id", .text), .required("type", .word(["passkey"])),
        .required("created_at", .text(TextRule(format: "date-time"))),
        .required("usage", .list(.word(["primary"]), upTo: 1)), .required("identity_user_id", .text),
        .required("key_id", .text(TextRule(alphabet: .base64URL)), "The credential's id."),
        .required("public_key", .text, "A COSE key, in base64 with padding."),
        .required("user_handle", .text(TextRule(alphabet: .base64URL))),
        .required("credential_device_type", .word(["single_device", "multi_device"])),
        .required("credential_backed_up", .flag), .required("transports", .list(.text, upTo: nil)),
        .required("aaguid", .text), .required("relying_party_id", .text), .optional("user_agent", .text),
        .optional("last_auth_at", .text(TextRule(format: "date-time"))), .optional("name", .text),
        .optional("superseded_by", .text, "The passkey that has replaced this one on the same device."),
        .optional("signal", signal),
    ])

    static let invitationContents = Shape.object([
        .required("existing", .word(["keep", "remove"]), "What becomes of it, unless the page says otherwise."),
        .required(
            "passkeys",
            .list(
                .object([
                    .required("created_at", .text(TextRule(format: "date-time"))),
                    .optional("last_auth_at", .text(TextRule(format: "date-time"))), .optional("name", .text),
                    .optional("user_agent", .text),
                ]), upTo: nil)),
        .required("sessions", count, "How many sign-ins there are."),
        .required("unverified", .list(.text, upTo: nil), "Identifiers that nobody has proven to hold."),
    ])

    static let authenticationMethods = Shape.object([
        .required("authentication_methods", .list(passkey, upTo: nil)), .required("signal", signal),
    ])

    static let factors = Shape.object([
        .required(
            "factors",
            .list(.object([.required("type", .text), .required("usage", .list(.text, upTo: nil))]), upTo: nil))
    ])

    /// The arguments of the WebAuthn Signal API.
    static let signal = Shape.object([
        .optional("all_accepted_credentials", .anyObject, "For PublicKeyCredential.signalAllAcceptedCredentials."),
        .optional("current_user_details", .anyObject, "For PublicKeyCredential.signalCurrentUserDetails."),
        .optional("unknown_credential", .anyObject, "For PublicKeyCredential.signalUnknownCredential."),
    ])

    /// An error where clients expect OAuth's words.
    package static let authenticationError = Shape.object(errorMembers)

    /// An error of the interface to one's own account: both families of words.
    package static let accountError = Shape.object(
        errorMembers + [
            .required("type", .text(TextRule(format: "uri"))), .required("title", .text),
            .required("status", .whole(400...599)), .required("detail", .text),
        ])

    private static let errorMembers: [Member] = [
        .required("error", .text), .required("error_description", .text),
        .required("code", .text, "The stable name of the reason."),
        .required("reference", .text, "The name of the request in the server's log."),
        .optional(
            "validation_errors",
            .list(
                .object([
                    .required("detail", .text), .optional("field", .text), .optional("pointer", .text),
                    .optional("source", .text),
                ]), upTo: nil)),
        .optional("signal", signal),
    ]
}
