// SPDX-License-Identifier: Apache-2.0

extension Operation {
    /// The page on which users manage their accounts, with its forms.
    static let accountPages: [Operation] = [
        page(.account, id: "accountPage", summary: "Returns the page of the signed-in user's account"),
        form(
            .account, taking: AccountFormBody.self, id: "accountForm", summary: "Returns to the page without a script"),
        form(
            .accountProfile, taking: AccountFormBody.self, id: "submitAccountProfile", summary: "Stores the user's name"
        ),
        script(
            .accountPasskeyChallenge, taking: AccountFormBody.self, id: "beginAccountPasskey",
            summary: "Begins the registration of another passkey", body: .startedCeremony),
        script(
            .accountPasskeys, taking: AccountCeremonyBody.self, id: "finishAccountPasskey",
            summary: "Finishes the registration of another passkey", body: .signaledLocation),
        form(
            .accountPasskeyRename, taking: AccountFormBody.self, id: "renameAccountPasskey",
            summary: "Renames a passkey"
        )
        .needing(.nothing, failing: 400, 403, 404, 413, 415, 429, 503),
        form(
            .accountPasskeyRemoval, taking: AccountFormBody.self, id: "removeAccountPasskey",
            summary: "Removes a passkey"
        )
        .needing(.nothing, failing: 400, 403, 404, 409, 413, 415, 429, 503),
        form(
            .accountSessionRemoval, taking: AccountFormBody.self, id: "endAccountSession",
            summary: "Ends one of the user's sessions, or all others"),
        form(
            .accountConsentRemoval, taking: AccountFormBody.self, id: "withdrawConsent",
            summary: "Disconnects a client from the user's account"),
        form(
            .accountDeviceRemoval, taking: AccountFormBody.self, id: "disconnectDevice",
            summary: "Disconnects a device from the user's account"),
        page(
            .accountDeletion, id: "accountDeletionPage",
            summary: "Returns the page on which users delete their accounts"
        ),
        script(
            .accountDeletionChallenge, taking: AccountFormBody.self, id: "beginAccountDeletion",
            summary: "Begins the proof that the user has a passkey of the account", body: .startedCeremony),
        script(
            .accountDeletionPasskey, taking: AccountCeremonyBody.self, id: "finishAccountDeletion",
            summary: "Ends the account's sessions and tokens, and has it erased after three days", body: .nextLocation),
        form(
            .accountDeletion, taking: AccountFormBody.self, id: "deleteAccount",
            summary: "Does the same for an account without a passkey"
        ),
        page(
            .accountKeeping, id: "accountKeepingPage",
            summary: "Returns the page on which users keep an account that is going to be erased"),
        form(.accountSignOut, taking: AccountFormBody.self, id: "signOut", summary: "Ends the session of the browser"),
    ]

    /// The page on which the owner of a new server creates the first account.
    static let setup: [Operation] = [
        page(.setup, id: "setupPage", summary: "Returns the page that creates the account of the server's owner")
            .needing(.nothing, failing: 400, 403, 404, 429, 503),
        form(.setup, taking: SetupBody.self, id: "setupForm", summary: "Returns to the page without a script"),
        script(
            .setupChallenge, taking: SetupBody.self, id: "beginSetup",
            summary: "Checks the one-time code, and begins the registration of the owner's passkey",
            body: .startedCeremony),
        script(
            .setupPasskey, taking: PageCeremonyBody.self, id: "finishSetup",
            summary: "Stores the owner's account and passkey", body: .nextLocation),
    ]

    /// The end of a browser's session (OpenID Connect RP-Initiated Logout 1.0, and Auth0's endpoint).
    static let logout: [Operation] = [
        page(.logout, id: "logout", summary: "Ends the session of the browser, or asks the user whether to"),
        Operation(
            .post, at: .logout, id: "logoutByPost",
            summary: "Ends the session of the browser, or asks the user whether to",
            success: Success(303, description: "The browser goes to the client, or sees a page.").with(
                headers: ["Location"])
        ).taking(LogoutBody.self, form: .jsonOrForm).needing(.nothing, failing: 400, 403, 413, 415, 429, 503)
            .answeringScripts(
                with: .object([.required("session", as: .oneOf(["ended", "none", "interaction_required"]))])),
        page(
            .compatibleLogout, id: "compatibleLogout",
            summary: "Ends the session of the browser, as Auth0's SDKs request it"
        ),
    ]
}
