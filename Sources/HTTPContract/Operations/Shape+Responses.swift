// SPDX-License-Identifier: Apache-2.0

/// The bodies of responses. Optional members are absent if there is nothing to report.
extension Shape {
    private static let count = Shape.integer(0...4_294_967_295)

    package static let creationOptions = Shape.object([
        .required(
            "auth_session", as: .string,
            description: "To be returned with the credential's response. It can be used once."),
        .optional(
            "verification_required", as: .array(of: .oneOf(["email", "phone"])),
            description: "The addresses whose codes the token request has to send in verification."),
        .required(
            "authn_params_public_key",
            as: .object([
                .required("challenge", as: .string(StringRule(alphabet: .base64URL))),
                .required("timeout", as: count, description: "In milliseconds."),
                .required("rp", as: .object([.required("id", as: .string), .required("name", as: .string)])),
                .required(
                    "user",
                    as: .object([
                        .required("id", as: .string(StringRule(alphabet: .base64URL))), .required("name", as: .string),
                        .required("displayName", as: .string),
                    ])),
                .required("pubKeyCredParams", as: .array(of: .anyObject)),
                .required("authenticatorSelection", as: .anyObject),
                .optional(
                    "excludeCredentials", as: .array(of: .anyObject),
                    description: "Present if the request asked for it."),
                .optional("attestation", as: .string),
            ])),
    ])

    package static let requestOptions = Shape.object([
        .required(
            "auth_session", as: .string,
            description: "To be returned with the credential's response. It can be used once."),
        .required(
            "authn_params_public_key",
            as: .object([
                .required("challenge", as: .string(StringRule(alphabet: .base64URL))),
                .required("timeout", as: count, description: "In milliseconds."), .required("rpId", as: .string),
                .required("userVerification", as: .string),
            ])),
    ])

    package static let passwordlessStart = Shape.object([
        .required("_id", as: .string, description: "Stands for nothing."),
        .optional("email", as: .string), .optional("email_verified", as: .boolean),
        .optional("phone_number", as: .string), .optional("phone_verified", as: .boolean),
    ])

    package static let codeChallenge = Shape.object([
        .required("auth_session", as: .string, description: "To be returned with the code.")
    ])

    package static let deviceKeyChallenge = Shape.object([
        .required("auth_session", as: .string, description: "To be returned with what the key has signed."),
        .required("challenge", as: .string), .required("expires_in", as: .integer(0...3600)),
        .optional("verification_required", as: .array(of: .oneOf(["email", "phone"]), maxItems: 2)),
    ])

    package static let deviceKey = Shape.object([
        .required("id", as: .string), .required("device_name", as: .string), .required("client_id", as: .string),
        .required("created_at", as: .string(StringRule(format: "date-time"))),
        .optional("last_used_at", as: .string(StringRule(format: "date-time"))),
        .optional(
            "unconfirmed_until", as: .string(StringRule(format: "date-time")),
            description: "Until when it proves nothing, and may be undone."),
        .optional(
            "replaced_by", as: .string,
            description: "The passkey that was added with this key and has settled, so that the key may go."),
    ])

    package static let deviceKeys = Shape.object([.required("device_keys", as: .array(of: deviceKey, maxItems: 10))])

    package static let legacyTokens = Shape.object([
        .required("id_token", as: .string), .required("access_token", as: .string),
        .required("token_type", as: .oneOf(["bearer"])), .optional("refresh_token", as: .string),
    ])

    package static let deviceCredentialID = Shape.object([.required("id", as: .string)])

    package static let deviceCredential = Shape.object([
        .required("id", as: .string), .required("device_name", as: .string), .optional("device_id", as: .string),
        .required("type", as: .oneOf(["public_key"])), .required("user_id", as: .string),
        .required("client_id", as: .string),
    ])

    package static let addressChange = Shape.object([
        .required("id", as: .string),
        .required("auth_session", as: .string, description: "To be returned with the code."),
    ])

    package static let address = Shape.object([
        .required("id", as: .string), .required("type", as: .oneOf(["email", "phone"])),
        .required("created_at", as: .string(StringRule(format: "date-time"))),
        .required("usage", as: .array(of: .oneOf(["primary"]), maxItems: 1)),
        .required("identity_user_id", as: .string), .required("confirmed", as: .boolean),
        .optional("email", as: .string), .optional("phone_number", as: .string),
        .optional(
            "unconfirmed_until", as: .string(StringRule(format: "date-time")),
            description: "Until when older ways in may take it back."),
    ])

    package static let startedCeremony = Shape.object([
        .required("options", as: .anyObject, description: "The options for the browser's WebAuthn API."),
        .required("session", as: .string, description: "To be returned with the response. It can be used once."),
    ])

    package static let deletion = Shape.object([
        .required(
            "deletes_at", as: .string(StringRule(format: "date-time")), description: "When the account is erased.")
    ])

    package static let nextLocation = Shape.object([
        .required("location", as: .string, description: "Where the browser goes next.")
    ])

    package static let signaledLocation = Shape.object([
        .required("location", as: .string, description: "Where the browser goes next."),
        .required("signal", as: signal, description: "What the page should signal to the user's device."),
    ])

    package static let pushedAuthorization = Shape.object([
        .required("request_uri", as: .string), .required("expires_in", as: count, description: "In seconds."),
    ])

    package static let deviceAuthorization = Shape.object([
        .required("device_code", as: .string), .required("user_code", as: .string),
        .required("verification_uri", as: .string), .required("verification_uri_complete", as: .string),
        .required("expires_in", as: count, description: "In seconds."),
        .required("interval", as: count, description: "The seconds between two polls."),
    ])

    package static let tokens = Shape.object([
        .required("access_token", as: .string), .required("token_type", as: .oneOf(["Bearer", "DPoP"])),
        .required("expires_in", as: count, description: "In seconds."),
        .optional("scope", as: .string, description: "The granted scopes, if any."),
        .optional("id_token", as: .string), .optional("refresh_token", as: .string),
        .optional(
            "login_ticket", as: .string,
            description: "What the page posts to /authorize to begin a browser session, within 60 seconds."),
    ])

    package static let claims = Shape.object([
        .required("sub", as: .string), .optional("name", as: .string), .optional("given_name", as: .string),
        .optional("family_name", as: .string), .optional("nickname", as: .string),
        .optional("preferred_username", as: .string),
        .optional("picture", as: .string),
        .optional(
            "updated_at", as: .anyOf([count, .string(StringRule(format: "date-time"))]),
            description: "In seconds since 1970; for tokens of the passkey grant, text."),
        .optional("email", as: .string), .optional("email_verified", as: .boolean),
        .optional("phone_number", as: .string),
        .optional("phone_number_verified", as: .boolean),
    ])

    package static let passkey = Shape.object([
        .required("id", as: .string), .required("type", as: .oneOf(["passkey"])),
        .required("created_at", as: .string(StringRule(format: "date-time"))),
        .required("usage", as: .array(of: .oneOf(["primary"]), maxItems: 1)),
        .required("identity_user_id", as: .string),
        .required("key_id", as: .string(StringRule(alphabet: .base64URL)), description: "The credential ID."),
        .required("public_key", as: .string, description: "A COSE key, in base64 with padding."),
        .required("user_handle", as: .string(StringRule(alphabet: .base64URL))),
        .required("credential_device_type", as: .oneOf(["single_device", "multi_device"])),
        .required("credential_backed_up", as: .boolean), .required("transports", as: .array(of: .string)),
        .required("aaguid", as: .string), .required("relying_party_id", as: .string),
        .optional("user_agent", as: .string),
        .optional("last_auth_at", as: .string(StringRule(format: "date-time"))), .optional("name", as: .string),
        .optional(
            "superseded_by", as: .string, description: "The passkey that has replaced this one on the same device."),
        .optional(
            "unconfirmed_until", as: .string(StringRule(format: "date-time")),
            description: "Until when it neither removes nor outranks older passkeys."),
        .optional("signal", as: signal),
    ])

    package static let invitationContents = Shape.object([
        .required("existing", as: .oneOf(["keep", "remove"]), description: "Whether they stay by default."),
        .required(
            "passkeys",
            as: .array(
                of: .object([
                    .required("created_at", as: .string(StringRule(format: "date-time"))),
                    .optional("last_auth_at", as: .string(StringRule(format: "date-time"))),
                    .optional("name", as: .string),
                    .optional("user_agent", as: .string),
                    .optional("browser", as: .string, description: "The browser and system, if they are known."),
                ]))),
        .required("device_keys", as: .array(of: .string), description: "The devices that have device keys."),
        .required("sessions", as: count, description: "The number of sessions."),
        .required("unverified", as: .array(of: .string), description: "Identifiers that are not verified."),
    ])

    package static let authenticationMethods = Shape.object([
        .required("authentication_methods", as: .array(of: .anyOf([passkey, password, address]))),
        .required("signal", as: signal),
    ])

    package static let factors = Shape.object([
        .required(
            "factors",
            as: .array(of: .object([.required("type", as: .string), .required("usage", as: .array(of: .string))])))
    ])

    /// The arguments of the WebAuthn Signal API.
    package static let signal = Shape.object([
        .optional(
            "all_accepted_credentials", as: .anyObject,
            description: "For PublicKeyCredential.signalAllAcceptedCredentials."),
        .optional(
            "current_user_details", as: .anyObject, description: "For PublicKeyCredential.signalCurrentUserDetails."),
        .optional(
            "unknown_credential", as: .anyObject, description: "For PublicKeyCredential.signalUnknownCredential."),
    ])

    /// An error with the members of OAuth (RFC 6749).
    package static let authenticationError = Shape.object(errorMembers)

    /// An error of the My Account API, with the members of both OAuth and Auth0's Management API.
    package static let accountError = Shape.object(
        errorMembers + [
            .required("type", as: .string(StringRule(format: "uri"))), .required("title", as: .string),
            .required("status", as: .integer(400...599)), .required("detail", as: .string),
        ])

    /// An error of the plain ceremony API, whose `error` is a sentence.
    package static let ceremonyAPIError = Shape.object(
        [
            .required("verified", as: .boolean), .required("success", as: .boolean),
            .required("error", as: .string, description: "What happened, for the user."),
        ] + commonErrorMembers)

    /// An account that was created by a sign-up at a database connection.
    package static let databaseAccount = Shape.object([
        .required("_id", as: .string, description: "The user's ID without the provider."),
        .optional("email", as: .string), .optional("email_verified", as: .boolean),
        .optional("username", as: .string), .optional("phone_number", as: .string),
        .optional("phone_verified", as: .boolean), .optional("name", as: .string),
        .optional("given_name", as: .string), .optional("family_name", as: .string),
        .optional("nickname", as: .string), .optional("picture", as: .string),
    ])

    /// The begin of a password's change.
    package static let passwordChange = Shape.object([
        .required("id", as: .string), .required("auth_session", as: .string, description: "To be returned."),
        .required("policy", as: .anyObject, description: "The rules for the password."),
        .optional(
            "authn_params_public_key", as: .anyObject,
            description: "Options for navigator.credentials.get, if a passkey can confirm the change."),
    ])

    package static let password = Shape.object([
        .required("id", as: .string), .required("type", as: .oneOf(["password"])),
        .required("created_at", as: .string(StringRule(format: "date-time"))),
        .required("usage", as: .array(of: .oneOf(["primary"]), maxItems: 1)),
        .required("identity_user_id", as: .string),
        .required("last_password_reset", as: .string(StringRule(format: "date-time"))),
        .optional("is_disabled", as: .boolean, description: "Whether only passkeys sign in."),
        .optional(
            "unconfirmed_until", as: .string(StringRule(format: "date-time")),
            description: "Until when older ways in may stop it."),
    ])

    private static let errorMembers: [Member] =
        [.required("error", as: .string), .required("error_description", as: .string)] + commonErrorMembers

    private static let commonErrorMembers: [Member] = [
        .required("code", as: .string, description: "A stable error code."),
        .required("reference", as: .string, description: "The request's reference in the server's log."),
        .optional(
            "validation_errors",
            as: .array(
                of: .object([
                    .required("detail", as: .string), .optional("field", as: .string),
                    .optional("pointer", as: .string),
                    .optional("source", as: .string),
                    .optional("message", as: .string, description: "The same as `detail`, where Auth0 says it so."),
                ]))),
        .optional("signal", as: signal),
    ]
}

/// The bodies of the plain ceremony API.
extension Shape {
    package static let plainRegistration = Shape.object([
        .required("verified", as: .boolean), .required("credentialId", as: .string),
        .optional("token", as: .string, description: "A short-lived access token, if the user was signed in."),
        .optional("user", as: plainUser), .optional("signal", as: signal),
    ])

    package static let plainSignIn = Shape.object([
        .required("verified", as: .boolean), .required("token", as: .string), .required("user", as: plainUser),
    ])

    private static let plainUser = Shape.object([.required("username", as: .string)])

    package static let plainSuccess = Shape.object([
        .required("success", as: .boolean), .optional("signal", as: signal),
    ])
}
