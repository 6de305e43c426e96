// SPDX-License-Identifier: Apache-2.0

extension Operation {
    /// The plain ceremony API for web applications at the server's own origin.
    static let ceremonyAPI: [Operation] = [
        Operation(
            .post, at: .registrationOptions, id: "registrationOptions", summary: "Begins the registration of a passkey",
            success: Success(200, description: "Options, with binary members in padded base64.", body: .anyObject)
        ).taking(RegistrationOptionsBody.self).needing(.nothing, failing: 400, 401, 403, 404, 409, 413, 415, 429, 503),
        Operation(
            .post, at: .registrationVerification, id: "verifyRegistration", summary: "Finishes a registration",
            success: Success(200, description: "The credential is registered.", body: .plainRegistration)
        ).taking(RegistrationVerificationBody.self).needing(
            .nothing, failing: 400, 401, 403, 404, 409, 413, 415, 429, 503),
        Operation(
            .get, at: .authenticationOptions, id: "authenticationOptions", summary: "Begins a sign-in",
            success: Success(200, description: "Options, with binary members in padded base64.", body: .anyObject)
        ).asking(username).needing(.nothing, failing: 400, 403, 404, 429, 503),
        Operation(
            .post, at: .authenticationVerification, id: "verifyAuthentication", summary: "Finishes a sign-in",
            success: Success(200, description: "A token; the session is a cookie.", body: .plainSignIn)
        ).taking(AuthenticationVerificationBody.self).needing(.nothing, failing: 400, 403, 404, 413, 415, 429, 503),
        Operation(
            .get, at: .passkeyCheck, id: "checkPasskeys", summary: "Returns whether a user name has passkeys",
            success: Success(
                200, description: "The truth for the signed-in user's own name; one passkey for every other.",
                body: .object([
                    .required("hasPasskeys", as: .boolean), .required("count", as: .integer(0...1_000)),
                ]))
        ).asking(username).needing(.nothing, failing: 400, 403, 404, 429, 503),
        Operation(
            .get, at: .ownPasskeys, id: "listOwnPasskeys", summary: "Lists the signed-in user's passkeys",
            success: Success(200, description: "The passkeys, and what to signal to the device.", body: .anyObject)
        ).needing(.nothing, failing: 401, 403, 404, 429, 503),
        Operation(
            .patch, at: .ownPasskey, id: "renameOwnPasskey", summary: "Renames one of the user's passkeys",
            success: Success(200, description: "Done.", body: .plainSuccess)
        ).taking(PasskeyNameBody.self).needing(.nothing, failing: 400, 401, 403, 404, 413, 415, 429, 503),
        Operation(
            .delete, at: .ownPasskey, id: "removeOwnPasskey", summary: "Removes one of the user's passkeys",
            success: Success(200, description: "Done.", body: .plainSuccess)
        ).needing(.nothing, failing: 401, 403, 404, 409, 429, 503),
        Operation(
            .post, at: .ownSignOut, id: "endOwnSession", summary: "Ends the session of the cookie",
            success: Success(200, description: "Done.", body: .plainSuccess)
        ).needing(.nothing, failing: 403, 404, 429, 503),
    ]

    private static let username = Member.optional(
        "username", as: .string, description: "An identifier of the account.")
}

extension Shape {
    fileprivate static let plainRegistration = Shape.object([
        .required("verified", as: .boolean), .required("credentialId", as: .string),
        .optional("token", as: .string, description: "A short-lived access token, if the user was signed in."),
        .optional("user", as: plainUser), .optional("signal", as: signal),
    ])

    fileprivate static let plainSignIn = Shape.object([
        .required("verified", as: .boolean), .required("token", as: .string), .required("user", as: plainUser),
    ])

    private static let plainUser = Shape.object([.required("username", as: .string)])

    fileprivate static let plainSuccess = Shape.object([
        .required("success", as: .boolean), .optional("signal", as: signal),
    ])
}
