// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension Operation {
    /// All operations of the interface.
    package static let all =
        passkeys + ceremonyAPI + authorization + pages + offeredPasskey + devicePages + accountPages + logout + setup
        + tokens
        + account + invitations + webFiles + documents

    private static let passkeys: [Operation] = [
        Operation(
            .post, at: .passkeyRegister, id: "beginSignUp", summary: "Begins a sign-up with a passkey",
            success: Success(
                200, description: "Options for navigator.credentials.create, and the session to return.",
                body: .creationOptions)
        ).taking(PasskeyRegisterBody.self, form: .jsonOrForm).needing(
            .client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .post, at: .passkeyChallenge, id: "beginSignIn", summary: "Begins a sign-in with a passkey",
            success: Success(
                200, description: "Options for navigator.credentials.get, and the session to return.",
                body: .requestOptions)
        ).taking(PasskeyChallengeBody.self, form: .jsonOrForm).needing(
            .client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .post, at: .passkeyReport, id: "reportPasskeyFailure",
            summary: "Reports why a ceremony failed on the device",
            success: Success(204, description: "The report is in the log.")
        ).taking(PasskeyReportBody.self).needing(.nothing, failing: 400, 403, 413, 415, 429, 503),
    ]

    private static let authorization: [Operation] = [
        Operation(
            .get, at: .authorization, id: "authorize", summary: "Begins a sign-in on the server's pages",
            success: Success(303, description: "The browser goes to a page, or back to the client.").with(
                headers: ["Location"])
        ).needing(.nothing, failing: 400, 429, 503),
        Operation(
            .post, at: .authorization, id: "authorizeByPost", summary: "Begins a sign-in with posted parameters",
            success: Success(303, description: "The browser continues with a GET request.").with(headers: ["Location"])
        ).taking(AuthorizationBody.self, form: .jsonOrForm).needing(.nothing, failing: 400, 413, 415, 429, 503),
        Operation(
            .post, at: .pushedAuthorization, id: "pushAuthorizationRequest",
            summary: "Takes an authorization request directly from the client",
            success: Success(201, description: "The request_uri for /authorize.", body: .pushedAuthorization)
        ).taking(PushedAuthorizationBody.self, form: .jsonOrForm).needing(
            .client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .post, at: .deviceAuthorization, id: "authorizeDevice", summary: "Begins a sign-in on another device",
            success: Success(200, description: "The codes for the device and for its user.", body: .deviceAuthorization)
        ).taking(DeviceAuthorizationBody.self, form: .jsonOrForm).needing(
            .client, failing: 400, 401, 403, 413, 415, 429, 503),
    ]

    private static let pages: [Operation] = [
        page(.signIn, id: "signInPage", summary: "Returns the sign-in page"),
        form(
            .signIn, taking: TransactionBody.self, id: "signInForm",
            summary: "Returns the sign-in page to browsers without scripts"),
        script(
            .signInChallenge, taking: TransactionBody.self, id: "beginPageSignIn",
            summary: "Begins the sign-in of the page",
            body: .startedCeremony),
        script(
            .signInPasskey, taking: PageCeremonyBody.self, id: "finishPageSignIn",
            summary: "Finishes the sign-in of the page",
            body: .nextLocation),
        page(
            .accountSelection, id: "accountSelectionPage", summary: "Returns the page that offers the session's account"
        ),
        form(
            .accountSelection, taking: TransactionBody.self, id: "selectAccount",
            summary: "Continues with the chosen account"),
        page(.continuation, id: "continueAuthorization", summary: "Continues an authorization request"),
        page(.signUp, id: "signUpPage", summary: "Returns the sign-up page of the current step"),
        form(
            .signUp, taking: SignUpFormBody.self, id: "submitSignUp", summary: "Checks the identifiers of a new account"
        ),
        script(
            .signUpChallenge, taking: SignUpFormBody.self, id: "beginPageSignUp",
            summary: "Begins the sign-up of the page",
            body: .startedCeremony),
        script(
            .signUpPasskey, taking: PageCeremonyBody.self, id: "finishPageSignUp",
            summary: "Finishes the sign-up of the page",
            body: .nextLocation),
        form(
            .signUpSkip, taking: TransactionBody.self, id: "signUpWithoutPasskey",
            summary: "Creates the account without a passkey"),
        page(.signUpProfile, id: "profilePage", summary: "Returns the page for the new user's name"),
        form(.signUpProfile, taking: SignUpFormBody.self, id: "submitProfile", summary: "Stores the new user's name"),
        page(.consent, id: "consentPage", summary: "Returns the page that asks for the user's consent"),
        form(.consent, taking: TransactionBody.self, id: "submitConsent", summary: "Stores the user's decision"),
        Operation(
            .get, at: .asset, id: "asset", summary: "Returns a file of the pages",
            success: Success(200, description: "A style sheet, a script or an icon.").with(mediaType: "text/css")
        ).needing(.nothing, failing: 404, 429).revalidated(),
    ]

    static func page(_ route: Route, id: String, summary: String) -> Operation {
        Operation(
            .get, at: route, id: id, summary: summary,
            success: Success(200, description: "An HTML page, or 303 to another one.").with(mediaType: "text/html")
        ).needing(.nothing, failing: 400, 403, 429, 503)
    }

    static func form(
        _ route: Route, taking body: (some RequestBody).Type, id: String, summary: String
    ) -> Operation {
        Operation(
            .post, at: route, id: id, summary: summary,
            success: Success(303, description: "The browser goes to the next page.").with(headers: ["Location"])
        ).taking(body, form: .jsonOrForm).needing(.nothing, failing: 400, 403, 413, 415, 429, 503)
    }

    static func script(
        _ route: Route, taking body: (some RequestBody).Type, id: String, summary: String, body success: Shape
    ) -> Operation {
        Operation(
            .post, at: route, id: id, summary: summary, success: Success(200, description: "JSON.", body: success)
        ).taking(body).needing(.nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503)
    }

    private static let tokens: [Operation] = [
        Operation(
            .post, at: .token, id: "token", summary: "Finishes a sign-up or a sign-in, or refreshes tokens",
            success: Success(200, description: "Tokens.", body: .tokens)
        ).taking(TokenBody.self, form: .jsonOrForm).needing(.client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .post, at: .revocation, id: "revoke", summary: "Revokes a refresh token and its family",
            success: Success(200, description: "The token is revoked or unknown.")
        ).taking(RevocationBody.self, form: .jsonOrForm).needing(.client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .get, at: .userInfo, id: "userInfo", summary: "Returns claims about the user",
            success: Success(200, description: "Claims.", body: .claims)
        )
        .needing(.accessToken(scope: "openid"), failing: 401, 403, 429, 503),
        Operation(
            .post, at: .userInfo, id: "userInfoByPost", summary: "Returns claims about the user",
            success: Success(200, description: "Claims.", body: .claims)
        )
        .optionallyTaking(UserInfoBody.self, form: .jsonOrForm)
        .needing(.accessToken(scope: "openid"), failing: 400, 401, 403, 413, 429, 503),
    ]

    private static let account: [Operation] = [
        Operation(
            .delete, at: .ownAccount, id: "deleteOwnAccount",
            summary: "Ends the account's sessions and tokens, and has it erased after three days",
            success: Success(202, description: "When the account is erased.", body: .deletion)
        ).optionallyTaking(OwnAccountDeletionBody.self)
            .needing(
                .accessToken(scope: "delete:me:account"), failing: 400, 401, 403, 409, 413, 415, 429, 503),
        Operation(
            .get, at: .authenticationMethods, id: "listAuthenticationMethods",
            summary: "Lists the authentication methods of the account",
            success: Success(200, description: "At most twenty authentication methods.", body: .authenticationMethods)
        ).asking(
            .optional(
                "type", as: .oneOf(AuthenticationMethodType.allCases.map(\.rawValue)),
                description: "Lists only methods of this type.")
        ).needing(.accessToken(scope: "read:me:authentication_methods"), failing: 400, 401, 403, 429, 503),
        Operation(
            .post, at: .authenticationMethods, id: "beginEnrollment", summary: "Begins the enrollment of a passkey",
            success: Success(
                202, description: "Options for navigator.credentials.create; Location is the URL to finish at.",
                body: .creationOptions
            )
            .with(headers: ["Location"])
        ).taking(AuthenticationMethodCreateBody.self)
            .needing(
                .accessToken(scope: "create:me:authentication_methods"), failing: 400, 401, 403, 409, 413, 415, 429, 503
            ),
        Operation(
            .get, at: .authenticationMethod, id: "getAuthenticationMethod",
            summary: "Returns one authentication method",
            success: Success(200, description: "The passkey.", body: .passkey)
        ).needing(.accessToken(scope: "read:me:authentication_methods"), failing: 401, 403, 404, 429, 503),
        Operation(
            .patch, at: .authenticationMethod, id: "renameAuthenticationMethod", summary: "Renames a passkey",
            success: Success(200, description: "The passkey, with signals for the client to send.", body: .passkey)
        ).taking(AuthenticationMethodUpdateBody.self)
            .needing(
                .accessToken(scope: "update:me:authentication_methods"), failing: 400, 401, 403, 404, 413, 415, 429, 503
            ),
        Operation(
            .delete, at: .authenticationMethod, id: "removeAuthenticationMethod", summary: "Removes a passkey",
            success: Success(204, description: "The passkey is removed.")
        ).asking(
            .optional(
                "end_sessions", as: .oneOf(EndedSessions.allCases.map(\.rawValue)),
                description: "The sessions that end: those that the passkey opened (default), or all of the account.")
        ).needing(
            .accessToken(scope: "delete:me:authentication_methods"), failing: 400, 401, 403, 404, 409, 413, 429, 503),
        Operation(
            .post, at: .authenticationMethodVerification, id: "finishEnrollment",
            summary: "Finishes the enrollment of a passkey",
            success: Success(201, description: "The passkey, with signals for the client to send.", body: .passkey)
                .with(headers: ["Location"])
        ).taking(AuthenticationMethodVerifyBody.self)
            .needing(
                .accessToken(scope: "create:me:authentication_methods"),
                failing: 400, 401, 403, 404, 409, 413, 415, 429, 503),
        Operation(
            .get, at: .factors, id: "listFactors", summary: "Lists the factors that can be enrolled",
            success: Success(200, description: "The factors.", body: .factors)
        ).needing(.accessToken(scope: "read:me:factors"), failing: 401, 403, 429, 503),
    ]

    private static let invitations: [Operation] = [
        Operation(
            .get, at: .invitation, id: "invitationPage", summary: "Returns the page that an invitation's link opens",
            success: Success(200, description: "An HTML page.").with(mediaType: "text/html")
        ).needing(.nothing, failing: 429),
        Operation(
            .post, at: .invitationContents, id: "showInvitation",
            summary: "Returns the existing passkeys and sessions of an invited account",
            success: Success(
                200, description: "The passkeys and sessions, and whether accepting the invitation removes them.",
                body: .invitationContents)
        ).taking(InvitationBody.self).needing(.nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503),
        Operation(
            .post, at: .invitationChallenge, id: "beginInvitation",
            summary: "Begins accepting an invitation with a new passkey",
            success: Success(
                200, description: "Options for navigator.credentials.create, and the session to return.",
                body: .startedCeremony)
        ).taking(InvitationChallengeBody.self).needing(.nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503),
        Operation(
            .post, at: .invitationVerification, id: "finishInvitation",
            summary: "Finishes accepting an invitation with a new passkey",
            success: Success(201, description: "The passkey, with signals for the client to send.", body: .passkey)
        ).taking(InvitationVerifyBody.self).needing(
            .nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503),
    ]

    private static let documents: [Operation] = [
        Operation(
            .get, at: .home, id: "home", summary: "Returns links to the server's documents",
            success: Success(200, description: "Links as JSON, or an HTML page.", body: .anyObject).with(
                otherMediaType: "text/html")
        ).needing(.nothing, failing: 429),
        document(.discovery, id: "discovery", summary: "Returns the OpenID Provider metadata"),
        document(.keys, id: "keys", summary: "Returns the keys that verify tokens"),
        document(
            .appleAssociation, id: "appleAssociation", summary: "Lists the Apple applications that may use passkeys"
        )
        .revalidated(),
        document(
            .appleAssociationAtRoot, id: "appleAssociationAtRoot",
            summary: "Lists the same applications at the path of older systems"
        ).revalidated(),
        Operation(
            .get, at: .androidAssociation, id: "androidAssociation",
            summary: "Lists the Android applications that may use passkeys",
            success: Success(200, description: "A list of statements.", body: .array(of: .anyObject))
        ).needing(.nothing, failing: 429).revalidated(),
        document(.relatedOrigins, id: "relatedOrigins", summary: "Lists the origins that may use this site's passkeys")
            .revalidated(),
        document(
            .passkeyEndpoints, id: "passkeyEndpoints", summary: "Returns the URLs for creating and managing passkeys"
        ).revalidated(),
        document(.description, id: "describe", summary: "Returns this description"),
        document(.liveness, id: "isAlive", summary: "Reports whether the process is running"),
        Operation(
            .get, at: .readiness, id: "isReady", summary: "Reports whether the server is ready for requests",
            success: Success(200, description: "The server is ready.", body: .anyObject)
        ).needing(.nothing, failing: 503),
    ]

    private static func document(_ route: Route, id: String, summary: String) -> Operation {
        Operation(
            .get, at: route, id: id, summary: summary,
            success: Success(200, description: "A document.", body: .anyObject)
        ).needing(.nothing, failing: 429)
    }
}
