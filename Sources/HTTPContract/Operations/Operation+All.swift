// SPDX-License-Identifier: Apache-2.0

extension Operation {
    /// Everything that can be asked for.
    package static let all = passkeys + tokens + account + invitations + documents

    private static let passkeys: [Operation] = [
        Operation(
            .post, .passkeyRegister, "beginSignUp", "Begins a sign-up with a passkey",
            Success(200, "Options for navigator.credentials.create, and a session to bring back.", .creationAnswer)
        ).taking(PasskeyRegisterBody.self, .jsonOrForm).needing(.client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .post, .passkeyChallenge, "beginSignIn", "Begins a sign-in with a passkey",
            Success(200, "Options for navigator.credentials.get, and a session to bring back.", .requestAnswer)
        ).taking(PasskeyChallengeBody.self, .jsonOrForm).needing(.client, failing: 400, 401, 403, 413, 415, 429, 503),
    ]

    private static let tokens: [Operation] = [
        Operation(
            .post, .token, "token", "Finishes a sign-up or a sign-in, or refreshes tokens",
            Success(200, "Tokens.", .tokens)
        ).taking(TokenBody.self, .jsonOrForm).needing(.client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(
            .post, .revocation, "revoke", "Ends a refresh token and all that came from the same sign-in",
            Success(200, "It is ended, or there was none.")
        ).taking(RevocationBody.self, .jsonOrForm).needing(.client, failing: 400, 401, 403, 413, 415, 429, 503),
        Operation(.get, .userInfo, "userInfo", "What is known of the person", Success(200, "Claims.", .claims))
            .needing(.accessToken(scope: "openid"), failing: 401, 403, 429, 503),
        Operation(.post, .userInfo, "userInfoByPost", "What is known of the person", Success(200, "Claims.", .claims))
            .needing(.accessToken(scope: "openid"), failing: 400, 401, 403, 413, 429, 503),
    ]

    private static let account: [Operation] = [
        Operation(
            .get, .authenticationMethods, "listAuthenticationMethods", "The ways to sign in to one's account",
            Success(200, "At most twenty.", .authenticationMethods)
        ).asking(
            .optional("type", .word(AuthenticationMethodType.allCases.map(\.rawValue)), "Only those of this type.")
        ).needing(.accessToken(scope: "read:me:authentication_methods"), failing: 400, 401, 403, 429, 503),
        Operation(
            .post, .authenticationMethods, "beginEnrollment", "Begins to add a passkey",
            Success(202, "Options for navigator.credentials.create; Location is where to finish.", .creationAnswer)
                .with(headers: ["Location"])
        ).taking(AuthenticationMethodCreateBody.self)
            .needing(
                .accessToken(scope: "create:me:authentication_methods"), failing: 400, 401, 403, 409, 413, 415, 429, 503
            ),
        Operation(
            .get, .authenticationMethod, "getAuthenticationMethod", "One way to sign in",
            Success(200, "The passkey.", .passkey)
        ).needing(.accessToken(scope: "read:me:authentication_methods"), failing: 401, 403, 404, 429, 503),
        Operation(
            .patch, .authenticationMethod, "renameAuthenticationMethod", "Names a passkey",
            Success(200, "The passkey, with what the client should signal.", .passkey)
        ).taking(AuthenticationMethodUpdateBody.self)
            .needing(
                .accessToken(scope: "update:me:authentication_methods"), failing: 400, 401, 403, 404, 413, 415, 429, 503
            ),
        Operation(
            .delete, .authenticationMethod, "removeAuthenticationMethod", "Removes a passkey",
            Success(204, "It is gone.")
        ).asking(
            .optional(
                "end_sessions", .word(EndedSessions.allCases.map(\.rawValue)),
                "Which sessions end with it: those that it opened (default), or all of the account.")
        ).needing(
            .accessToken(scope: "delete:me:authentication_methods"), failing: 400, 401, 403, 404, 409, 413, 429, 503),
        Operation(
            .post, .authenticationMethodVerification, "finishEnrollment", "Finishes adding a passkey",
            Success(201, "The passkey, with what the client should signal.", .passkey).with(headers: ["Location"])
        ).taking(AuthenticationMethodVerifyBody.self)
            .needing(
                .accessToken(scope: "create:me:authentication_methods"),
                failing: 400, 401, 403, 404, 409, 413, 415, 429, 503),
        Operation(
            .get, .factors, "listFactors", "The kinds of ways to sign in that can be added",
            Success(200, "The kinds.", .factors)
        ).needing(.accessToken(scope: "read:me:factors"), failing: 401, 403, 429, 503),
    ]

    private static let invitations: [Operation] = [
        Operation(
            .get, .invitation, "invitationPage", "The page that an invitation's link opens",
            Success(200, "A page.").with(mediaType: "text/html")
        ).needing(.nothing, failing: 429),
        Operation(
            .post, .invitationContents, "showInvitation",
            "Shows what the account of an invitation can be used with already",
            Success(200, "What there is, and whether it goes when the invitation is accepted.", .invitationContents)
        ).taking(InvitationBody.self).needing(.nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503),
        Operation(
            .post, .invitationChallenge, "beginInvitation", "Begins to add a passkey by an invitation",
            Success(200, "Options for navigator.credentials.create, and a session to bring back.", .creationAnswer)
        ).taking(InvitationChallengeBody.self).needing(.nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503),
        Operation(
            .post, .invitationVerification, "finishInvitation", "Finishes adding a passkey by an invitation",
            Success(201, "The passkey, with what the client should signal.", .passkey)
        ).taking(InvitationVerifyBody.self).needing(
            .nothing, failing: 400, 401, 403, 409, 413, 415, 429, 503),
    ]

    private static let documents: [Operation] = [
        Operation(
            .get, .home, "home", "What this server is, and where to go from here",
            Success(200, "Addresses, or a page for people.", .anyObject).with(otherMediaType: "text/html")
        ).needing(.nothing, failing: 429),
        document(.discovery, "discovery", "What the OpenID Provider says about itself"),
        document(.keys, "keys", "The keys that tokens are verified with"),
        document(.appleAssociation, "appleAssociation", "The applications of Apple's systems that may use passkeys")
            .revalidated(),
        document(.appleAssociationAtRoot, "appleAssociationAtRoot", "The same, where older systems look").revalidated(),
        Operation(
            .get, .androidAssociation, "androidAssociation", "The applications of Android that may use passkeys",
            Success(200, "A list of statements.", .list(.anyObject, upTo: nil))
        ).needing(.nothing, failing: 429).revalidated(),
        document(.relatedOrigins, "relatedOrigins", "The sites that may use the passkeys of this one").revalidated(),
        document(.passkeyEndpoints, "passkeyEndpoints", "Where passkeys are made and looked after").revalidated(),
        document(.description, "describe", "This description"),
        document(.liveness, "isAlive", "Whether the process runs"),
        Operation(
            .get, .readiness, "isReady", "Whether requests can be answered", Success(200, "They can.", .anyObject)
        ).needing(.nothing, failing: 503),
    ]

    private static func document(_ route: Route, _ id: String, _ summary: String) -> Operation {
        Operation(.get, route, id, summary, Success(200, "A document.", .anyObject)).needing(.nothing, failing: 429)
    }
}
