// SPDX-License-Identifier: Apache-2.0

/// What an operator or a developer can do about a refused request, by its code.
enum LogRemedy {
    /// The advice for a code; `client` is the client's id as the log has it, safe to show.
    static func text(code: String?, client: String?) -> String {
        guard let code else { return "Nothing: the request was not refused." }
        // A row stands for all codes that begin with its own; the longest knows most.
        let found = advice.filter { code.hasPrefix($0.code) }.max { $0.code.utf8.count < $1.code.utf8.count }
        let text =
            found?.text ?? "Look the code up in docs/compatibility.md, and compare the request with /openapi.json."
        return text.replacing("CLIENT", with: client.map { "the client \($0)" } ?? "the client")
    }

    private static let advice: [(code: String, text: String)] = {
        var advice = ceremonies + requests
        advice += signIns.map { ("sign-in.\($0)", $1) }
        advice += provider.map { ("oauth.\($0)", $1) }
        return advice
    }()

    /// The same for registrations and authentications.
    private static let ceremonies: [(code: String, text: String)] =
        either.map { ("registration.\($0)", $1) } + either.map { ("authentication.\($0)", $1) } + authentications

    private static let either: [(String, String)] = [
        (
            "origin-not-allowed",
            """
            If the page is yours, add the received origin to web_origins of CLIENT, exactly as it is written, and run \
            thumbturn apply. Of an Android application, add its certificate's fingerprint to \
            mobile.android.sha256_cert_fingerprints.
            """
        ),
        (
            "cross-origin-not-allowed",
            "Open the page in a window of its own: ceremonies inside frames of other sites are refused."
        ),
        ("top-origin-not-allowed", "Open the page in a window of its own."),
        (
            "challenge-mismatch",
            "Send the response together with the auth_session that came with its options, and each only once."
        ),
        (
            "relying-party-id-mismatch",
            """
            Use the options unchanged. If relying_party_identifier was changed, passkeys made before are bound to the old \
            one.
            """
        ),
        (
            "user-verification-missing",
            "Let the device verify its user, by a fingerprint or a PIN, or configure user_verification: preferred."
        ),
        ("response.", "Send what the browser's toJSON() returns, unchanged."),
        ("", "Put the options and the response into a case file, and run thumbturn verify --explain on it."),
    ]

    private static let authentications: [(code: String, text: String)] = [
        (
            "authentication.counter-regressed",
            "The passkey may have been copied. Remove it and register another, or configure counter_policy: flag."
        ),
        (
            "authentication.signature-invalid",
            "Use another passkey. If it happens with many, look at what changes the response on its way."
        ),
    ]

    private static let signIns: [(String, String)] = [
        (
            "client-not-admitted.passkey-grant",
            "Add urn:okta:params:oauth:grant-type:webauthn to grant_types of CLIENT."
        ),
        ("client-not-admitted.first-party", "Set is_first_party of CLIENT to true."),
        ("client-not-admitted.oidc-conformant", "Set oidc_conformant of CLIENT to true."),
        ("connection-unknown", "Name a connection in realm that lists CLIENT, or set the tenant's default_directory."),
        ("passkeys-disabled", "Set options.authentication_methods.passkey.enabled of the connection to true."),
        ("sign-up-disabled", "Set options.disable_signup of the connection to false, or invite people."),
        (
            "organization.",
            "Compare the request's organization with organization_usage of CLIENT and enabled_connections."
        ),
        ("profile.", "Compare user_profile with options.attributes of the connection."),
        ("account-exists", "Sign in instead, or use another identifier."),
        ("ceremony.expired", "Begin again. thumbturn.ceremony_lifetime_seconds says how long a ceremony may take."),
        ("ceremony.already-taken", "Begin again: each auth_session is good for one response."),
        ("ceremony.", "Bring the auth_session back to the host and with the client that it was started with."),
        (
            "credential-unknown",
            "The passkey is not stored here: it was removed, or registered after the backup that was restored. Let the "
                + "application send the signal that came with the error, and invite the person: thumbturn users invite."
        ),
        ("account-blocked", "If the person may sign in, run thumbturn users unblock."),
        ("account-unknown", "The account was deleted. The person signs up again."),
        ("invitation.", "Make another invitation: thumbturn users invite."),
        ("last-way-in", "Add another passkey first."),
        ("too-many-passkeys", "Remove a passkey that is not used any more."),
        ("storage-unavailable", "Look at the disk: it may be full or read-only. The server goes on when it can write."),
    ]

    private static let requests: [(code: String, text: String)] = [
        ("request.host", "Add the host to custom_domains, or ask a host that is served. A proxy has to pass Host on."),
        ("request.not-secure", "Let the proxy send X-Forwarded-Proto: https, and declare it with --trusted-proxy."),
        ("request.too-many", "Ask less often. If one server asks for many people, raise --rate-limits."),
        ("request.path", "Compare the path with /openapi.json."),
        ("request.method", "Compare the method with /openapi.json."),
        ("request.", "Compare the request's body and media type with /openapi.json."),
        ("invitation.origin", "Open the invitation's link as it was sent, on this server's own page."),
        ("cors.", "Compare the page's origin with web_origins and allowed_origins of CLIENT."),
        ("http.", "Look at what sends the request, and at proxies in between: it is not acceptable HTTP."),
        ("server.starting", "Try again in a moment: the host's keys are still made."),
        ("server.", "Report this with its cause: it is a fault of the server."),
    ]

    private static let provider: [(String, String)] = [
        ("client_unknown", "Use the client_id of a client that is configured at this server."),
        ("client_secret", "Send the client_secret that was configured, or configure another one for CLIENT."),
        ("client_method_not_allowed", "Authenticate as token_endpoint_auth_method of CLIENT says."),
        ("client_", "Compare the client's authentication with token_endpoint_auth_method of CLIENT."),
        ("grant_type_not_allowed", "Add the grant type to grant_types of CLIENT."),
        ("grant_type_unknown", "Use a grant type that /.well-known/openid-configuration lists."),
        ("audience_unknown", "Add the audience to resource_servers, or ask for one that is there."),
        ("audience_not_allowed", "Ask for an audience that CLIENT may use."),
        ("dpop_nonce", "Nothing: the client sends the request again with the nonce that came with the response."),
        ("dpop_", "Compare the DPoP proof with RFC 9449, section 4.3, and look at the device's clock."),
        ("refresh_token_reused", "Somebody used the token twice: the client, or a thief. The person signs in again."),
        ("refresh_token_audience", "Add the audience to refresh_token.policies of CLIENT."),
        ("refresh_token_", "The person signs in again."),
        ("user_blocked", "If the person may sign in, run thumbturn users unblock."),
        ("access_token_audience", "Ask for a token with the audience of this interface."),
        ("access_token_", "Get a new access token."),
        ("scope_insufficient", "Ask for the scope that the response names when signing in."),
        ("signing_key_missing", "Look at thumbturn keys list; the server makes missing keys when it starts."),
        ("parameter_", "Compare the parameters with /openapi.json."),
    ]
}
