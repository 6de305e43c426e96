// SPDX-License-Identifier: Apache-2.0

/// Advice for operators and developers about rejected requests, by code.
enum LogRemedy {
    /// Returns the advice for a code. `client` is the client's ID from the log, safe to print.
    static func text(code: String?, client: String?) -> String {
        guard let code else { return "Nothing. The request was not rejected." }
        // A row stands for all codes with its prefix. The longest prefix is the most specific.
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

    /// The advice for registrations and authentications.
    private static let ceremonies: [(code: String, text: String)] =
        either.map { ("registration.\($0)", $1) } + either.map { ("authentication.\($0)", $1) } + authentications

    private static let either: [(String, String)] = [
        (
            "origin-not-allowed",
            """
            If the page is yours, add the received origin to web_origins of CLIENT, exactly as it is shown, and run \
            thumbturn apply. For an Android app, add its certificate's fingerprint to \
            mobile.android.sha256_cert_fingerprints.
            """
        ),
        (
            "cross-origin-not-allowed",
            "Open the page in its own window. Ceremonies in frames of other sites are rejected."
        ),
        ("top-origin-not-allowed", "Open the page in its own window."),
        (
            "challenge-mismatch",
            "Send the response with the auth_session that came with its options, and each only once."
        ),
        (
            "relying-party-id-mismatch",
            """
            Use the options unchanged. If relying_party_identifier was changed, existing passkeys are bound to the old \
            one.
            """
        ),
        (
            "user-verification-missing",
            "Have the device verify its user, with a fingerprint or PIN, or configure user_verification: preferred."
        ),
        ("response.", "Send what the browser's toJSON() returns, unchanged."),
        ("", "Put the options and the response into a case file and run thumbturn verify --explain on it."),
    ]

    private static let authentications: [(code: String, text: String)] = [
        (
            "authentication.counter-regressed",
            "The passkey may have been copied. Remove it and register another, or configure counter_policy: flag."
        ),
        (
            "authentication.signature-invalid",
            "Use another passkey. If it happens with many, find out what changes the response in transit."
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
        ("sign-up-disabled", "Set options.disable_signup of the connection to false, or invite users."),
        (
            "organization.",
            "Compare the request's organization with organization_usage of CLIENT and enabled_connections."
        ),
        ("profile.", "Compare user_profile with options.attributes of the connection."),
        ("account-exists", "Sign in instead, or use another identifier."),
        ("ceremony.expired", "Start again. thumbturn.ceremony_lifetime_seconds says how long a ceremony may take."),
        ("ceremony.already-taken", "Start again. Each auth_session is valid for one response."),
        ("ceremony.", "Return the auth_session to the host and with the client that started it."),
        (
            "credential-unknown",
            "The passkey was removed, or registered after the backup that was restored. Have the application send the "
                + "signal that came with the error, and invite the user with thumbturn users invite."
        ),
        ("account-blocked", "If the user may sign in, run thumbturn users unblock."),
        ("account-unknown", "The account was deleted. The user has to sign up again."),
        ("invitation.", "Create another invitation with thumbturn users invite."),
        ("last-way-in", "Add another passkey first."),
        ("too-many-passkeys", "Remove a passkey that is no longer used."),
        ("storage-unavailable", "Check the disk: it may be full or read-only. The server recovers when it can write."),
    ]

    private static let requests: [(code: String, text: String)] = [
        (
            "request.host",
            "Add the host to custom_domains, or use a configured host. A proxy must pass on the Host header."
        ),
        ("request.not-secure", "Have the proxy send X-Forwarded-Proto: https, and declare it with --trusted-proxy."),
        ("request.too-many", "Send fewer requests. If one server sends requests for many users, raise --rate-limits."),
        ("request.path", "Compare the path with /openapi.json."),
        ("request.method", "Compare the method with /openapi.json."),
        ("request.", "Compare the request's body and media type with /openapi.json."),
        ("invitation.origin", "Open the invitation's link as it was sent."),
        ("cors.", "Compare the page's origin with web_origins and allowed_origins of CLIENT."),
        ("http.", "The request is not valid HTTP. Check the client and the proxies in between."),
        ("server.starting", "Try again in a moment. The host's keys are still being created."),
        ("server.", "This is a fault of the server. Report it with its cause."),
    ]

    private static let provider: [(String, String)] = [
        ("client_unknown", "Use the client_id of a configured client."),
        ("client_secret", "Send the configured client_secret, or configure another one for CLIENT."),
        ("client_method_not_allowed", "Authenticate as token_endpoint_auth_method of CLIENT says."),
        ("client_", "Compare the client's authentication with token_endpoint_auth_method of CLIENT."),
        ("grant_type_not_allowed", "Add the grant type to grant_types of CLIENT."),
        ("grant_type_unknown", "Use a grant type that /.well-known/openid-configuration lists."),
        ("audience_unknown", "Add the audience to resource_servers, or request a configured one."),
        ("audience_not_allowed", "Request an audience that CLIENT may use."),
        ("dpop_nonce", "Nothing. The client repeats the request with the nonce from the response."),
        ("dpop_", "Compare the DPoP proof with RFC 9449, section 4.3, and check the device's clock."),
        ("refresh_token_reused", "The token was used twice, by the client or a thief. The user has to sign in again."),
        ("refresh_token_audience", "Add the audience to refresh_token.policies of CLIENT."),
        ("refresh_token_", "The user has to sign in again."),
        ("user_blocked", "If the user may sign in, run thumbturn users unblock."),
        ("access_token_audience", "Request a token with the audience of this API."),
        ("access_token_", "Get a new access token."),
        ("scope_insufficient", "Request the scope that the response names when signing in."),
        ("signing_key_missing", "Check thumbturn keys list. The server creates missing keys when it starts."),
        ("parameter_", "Compare the parameters with /openapi.json."),
    ]
}
