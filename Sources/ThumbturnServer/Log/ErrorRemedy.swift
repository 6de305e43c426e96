// SPDX-License-Identifier: Apache-2.0

/// Advice for operators and developers about rejected requests, by code.
package enum ErrorRemedy {
    /// Returns the advice for a code, or `nil` if there is none. `client` is the client's ID from the log, safe to
    /// print.
    package static func text(for code: String, client: String?) -> String? {
        // A row stands for all codes with its prefix. The longest prefix is the most specific.
        let found = advice.filter { code.hasPrefix($0.code) }.max { $0.code.utf8.count < $1.code.utf8.count }
        return found?.text.replacing("CLIENT", with: client.map { "the client \($0)" } ?? "the client")
    }

    private static let advice: [(code: String, text: String)] = {
        var advice = ceremonies + metadata + requests
        advice += signIns.map { ("sign-in.\($0)", $1) }
        advice += provider.map { ("oauth.\($0)", $1) }
        return advice
    }()

    /// The advice for registrations and authentications.
    private static let ceremonies: [(code: String, text: String)] =
        both.map { ("registration.\($0)", $1) } + both.map { ("authentication.\($0)", $1) }
        + registrations.map { ("registration.\($0)", $1) } + authentications.map { ("authentication.\($0)", $1) }

    private static let both: [(String, String)] = [
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
            "Send the response with the auth_session that came with its options. Send each response only once."
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
        ("type-mismatch", "Send the response of create() for a registration, and that of get() for a sign-in."),
        ("user-presence-missing", "Let the user confirm on the device."),
        ("public-key.algorithm-unavailable", "Run the server with OpenSSL 3.5 or later."),
        ("", "Put the options and the response into a case file and run thumbturn verify --explain on it."),
    ]

    private static let registrations: [(String, String)] = [
        ("algorithm-not-offered", "Use the options unchanged; the device must choose from pubKeyCredParams."),
        ("attestation.algorithm-unavailable", "Run the server with OpenSSL 3.5 or later."),
        ("attestation.safetynet-timestamp-invalid", "Send the response at once, and check the server's clock."),
        ("trust.metadata-stale", "Fetch the metadata service's current BLOB."),
        ("trust.authenticator-compromised", "Register another authenticator: this model is reported as compromised."),
        ("trust.", "To accept the authenticator, add its maker's root to the trust anchors."),
        ("credential-already-registered", "Sign in instead, or remove the passkey before it is registered again."),
    ]

    private static let authentications: [(String, String)] = [
        (
            "counter-regressed",
            "The passkey may have been copied. Remove it and register another, or configure counter_policy: flag."
        ),
        (
            "signature-invalid",
            "Use another passkey. If it happens with many passkeys, find out what changes responses in transit."
        ),
        ("credential-not-allowed", "Use one of the passkeys that allowCredentials lists."),
        ("user-handle-missing", "Use a discoverable credential; its response has a userHandle."),
    ]

    private static let metadata: [(String, String)] = [
        ("metadata.number-regressed", "Keep the BLOB that was accepted before, or download the current one."),
        (
            "metadata.",
            "Download the BLOB again from the metadata service, and verify it with that service's root."
        ),
    ]

    private static let signIns: [(String, String)] = [
        (
            "client-not-admitted.grant-missing",
            "Add urn:okta:params:oauth:grant-type:webauthn to grant_types of CLIENT."
        ),
        ("client-not-admitted.third-party", "Set is_first_party of CLIENT to true."),
        ("client-not-admitted.not-oidc-conformant", "Set oidc_conformant of CLIENT to true."),
        ("client-not-admitted.domain-mismatch", "Add the host to thumbturn.domains of CLIENT."),
        ("connection-unknown", "In realm, name a connection that lists CLIENT, or set the tenant's default_directory."),
        ("connection-mismatch", "In realm, name the connection that the user signed up with."),
        ("identifier-mismatch", "Choose the passkey of the account that was entered, or enter nothing."),
        ("passkeys-disabled", "Set options.authentication_methods.passkey.enabled of the connection to true."),
        ("passkey-required", "Create a passkey, or set thumbturn.sign_up_passkey of the connection to optional."),
        ("sign-up-disabled", "Set options.disable_signup of the connection to false, or invite users."),
        (
            "organization.",
            "Compare the request's organization with organization_usage of CLIENT and enabled_connections."
        ),
        ("profile.", "Compare user_profile with options.attributes of the connection."),
        ("account-exists", "Sign in instead, or use another identifier."),
        (
            "only-way-in",
            "None needed. The user adds a passkey to the account that is signed in, or signs out of it at /oidc/logout."
        ),
        ("ceremony.expired", "Start again. thumbturn.ceremony_lifetime_seconds sets how long a ceremony may take."),
        ("ceremony.consumed", "Start again. Each auth_session is valid for one response."),
        ("ceremony.", "Return the auth_session to the host and with the client that started it."),
        (
            "credential-unknown",
            "The passkey was removed, or registered after the backup that was restored. Have the application send the "
                + "signal that came with the error, and invite the user with thumbturn users invite."
        ),
        ("account-blocked", "If the user may sign in, run thumbturn users unblock."),
        (
            "account-to-be-deleted",
            "The user asked for the deletion. To keep the account, the user signs in at /account/keep, or run thumbturn "
                + "users keep."
        ),
        ("passkey-too-new", "Use a passkey that the account has had for three days, or its oldest one."),
        ("proof-missing", "Begin a sign-in at /passkey/challenge, and send its session and the passkey's response."),
        ("account-unknown", "The account was deleted. The user has to sign up again."),
        ("identity-unknown", "Send the user_id of one of the account's identities, or omit identity_user_id."),
        (
            "too-old",
            "Sign the user in again, with max_age or prompt=login, and repeat the request. enrollment_max_age of CLIENT "
                + "sets the time."
        ),
        ("token-revoked", "Sign in again. The account's tokens were revoked."),
        ("invitation.", "Create another invitation with thumbturn users invite."),
        ("setup.finished", "None needed. The owner signs in at /account."),
        ("setup.", "Run thumbturn setup, and open the address that it prints."),
        ("passkey-name.", "Send another name for the passkey."),
        ("passkey-unknown", "List the account's passkeys again. This one was removed."),
        ("last-credential", "Add another passkey first."),
        ("too-many-passkeys", "Remove a passkey that is no longer used."),
        ("modified-concurrently", "Start again. Another request changed the same account first."),
        ("replayed", "Send a new client assertion and a new DPoP proof with each request."),
        ("too-busy", "Try again in a moment. If it persists, look for an address that sends many registrations."),
        ("storage-unavailable", "Check the disk: it may be full or read-only. The server recovers when it can write."),
    ]

    private static let requests: [(code: String, text: String)] = [
        (
            "request.host-unknown",
            "Add the host to custom_domains, or use a configured host. A proxy must pass on the Host header."
        ),
        ("request.insecure", "Have the proxy send X-Forwarded-Proto: https, and declare it with --trusted-proxy."),
        (
            "request.rate-limited",
            "Send fewer requests. If one server sends requests for many users, raise --rate-limits."
        ),
        ("request.username-missing", "Send username with the user's email address, user name or phone number."),
        ("request.path-unknown", "Compare the path with /openapi.json."),
        ("request.method-not-allowed", "Compare the method with /openapi.json."),
        ("request.query-invalid", "Compare the query with /openapi.json."),
        ("request.", "Compare the request's body and media type with /openapi.json."),
        ("account.type-not-supported", "Send type: passkey."),
        ("invitation.origin-mismatch", "Open the invitation's link exactly as it was sent."),
        ("page.origin-mismatch", "Open the page at the server's own host. Other sites can't send its forms."),
        ("page.navigation-missing", "Link to the page. Pages of other sites can't request it in another way."),
        ("page.form-token-mismatch", "Open the page again. Its session was replaced or has ended."),
        ("page.sign-in-required", "Sign in again."),
        ("cors.", "Compare the page's origin with web_origins and allowed_origins of CLIENT."),
        ("http.host-not-served", "Add the host to custom_domains, or use a configured host."),
        (
            "http.buffers-full",
            "Try again in a moment. If it persists, look for an address that sends many large requests."
        ),
        ("http.handler-deadline-passed", "Try again in a moment. If it persists, look at the disk and at the load."),
        ("http.response-malformed", "This is a fault of the server. Report it."),
        ("http.", "The request is not valid HTTP. Check the client and the proxies in between."),
        ("server.starting", "Try again in a moment. The host's keys are still being created."),
        ("server.", "This is a fault of the server. Report it with its cause."),
    ]

    private static let provider: [(String, String)] = [
        ("client-unknown", "Use the client_id of a configured client."),
        ("client-secret-mismatch", "Send the configured client_secret, or configure another one for CLIENT."),
        ("client-method-not-allowed", "Authenticate as token_endpoint_auth_method of CLIENT says."),
        ("client-", "Compare the client's authentication with token_endpoint_auth_method of CLIENT."),
        ("grant-type-not-allowed", "Add the grant type to grant_types of CLIENT."),
        ("grant-type-unknown", "Use a grant type that /.well-known/openid-configuration lists."),
        ("audience-unknown", "Add the audience to resource_servers, or request a configured one."),
        ("audience-not-allowed", "Request an audience that CLIENT may use."),
        ("dpop-nonce", "None needed. The client repeats the request with the nonce from the response."),
        ("dpop-", "Compare the DPoP proof with RFC 9449, section 4.3, and check the device's clock."),
        ("refresh-token-reused", "The token was used twice, by the client or a thief. The user has to sign in again."),
        ("refresh-token-", "The user has to sign in again."),
        ("token-type-not-supported", "Revoke the refresh token. The access token expires by itself."),
        ("device-code-pending", "None needed. The device asks again."),
        ("device-code-polled-too-fast", "Wait five seconds between two requests."),
        ("device-code-", "Start again on the device."),
        ("user-code-client-unknown", "Add the client to clients, or the host to thumbturn.domains of CLIENT."),
        ("user-code-connection-not-allowed", "Add CLIENT to enabled_clients of the connection."),
        ("user-code-", "Get a new code on the device."),
        ("device-organization-required", "Use the code flow, or set organization_usage of CLIENT to allow."),
        ("device-requests-too-many", "Look for a client that begins many device authorizations."),
        ("authorization-code-withdrawn", "Start again. The user has to sign in or allow the client again."),
        ("authorization-code-reused", "Use each code once. What was issued for it is revoked."),
        (
            "authorization-code-",
            "Start the sign-in again, and compare the token request with the authorization request."
        ),
        (
            "authorization-redirect-uri-not-registered",
            "Add the redirect URI to callbacks of CLIENT, exactly as it is sent."
        ),
        ("authorization-web-origin-not-registered", "Add the origin to web_origins of CLIENT."),
        ("authorization-client-not-at-host", "Add the domain to thumbturn.domains of CLIENT."),
        ("authorization-grant-type-not-allowed", "Add authorization_code to grant_types of CLIENT."),
        ("authorization-audience-unknown", "Add the audience to resource_servers, or request a configured one."),
        ("authorization-connection-not-allowed", "Add CLIENT to enabled_clients of the connection."),
        ("authorization-organization-", "Compare the organization with organization_usage of CLIENT."),
        ("login-ticket-origin-not-allowed", "Add the page's origin to web_origins of CLIENT, exactly as it is sent."),
        ("authorization-login-ticket-invalid", "Get a ticket with a new sign-in, and post it once, within a minute."),
        (
            "authorization-login-ticket-origin-",
            "Post the form from the page that signed the user in. Its Referrer-Policy must not hide its origin."
        ),
        ("authorization-login-ticket-", "Send the ticket in a form that is posted to /authorize."),
        ("authorization-login-required", "None needed. The client repeats the request without prompt=none."),
        ("authorization-consent-required", "None needed. The client repeats the request without prompt=none."),
        ("authorization-interaction-required", "None needed. The client repeats the request without prompt=none."),
        ("authorization-account-selection-", "None needed. The client repeats the request without prompt=none."),
        ("authorization-user-blocked", "If the user may sign in, run thumbturn users unblock."),
        ("authorization-access-denied", "None needed. The user may start again."),
        ("authorization-transaction-", "Start the sign-in again from the application."),
        ("authorization-request-uri-", "Push the request again, and use its request_uri once and at once."),
        ("authorization-server-failed", "This is a fault of the server. Report it with its cause."),
        ("authorization-temporarily-unavailable", "Check the server's disk and storage."),
        ("authorization-", "Compare the authorization request with /.well-known/openid-configuration."),
        ("logout-redirect-uri-not-registered", "Add the URL to allowed_logout_urls of CLIENT, exactly as it is sent."),
        ("logout-origin-not-allowed", "Add the page's origin to web_origins of CLIENT, exactly as it is sent."),
        ("logout-", "Compare the logout request with OpenID Connect RP-Initiated Logout."),
        ("user-blocked", "If the user may sign in, run thumbturn users unblock."),
        ("access-token-audience-mismatch", "Request a token with the audience of this API."),
        ("access-token-missing", "Send the access token in the Authorization header."),
        ("access-token-repeated", "Send the access token in the Authorization header only."),
        ("access-token-", "Get a new access token."),
        ("scope-insufficient", "Request the scope that the response names when signing in."),
        ("session-transfer-not-supported", "Send the browser to /authorize. In a session, it needs no new sign-in."),
        ("scope-not-offered", "Omit the scope."),
        ("scope-not-granted", "Add the scope to the client's entry in client_grants, or don't request it."),
        ("signing-key-missing", "Check thumbturn keys list. The server creates missing keys when it starts."),
        ("parameter-", "Compare the parameters with /openapi.json."),
    ]
}
