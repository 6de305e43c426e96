// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints

/// Advice for operators and developers about rejected requests, by code.
package enum ErrorRemedy {
    /// Returns the advice for a code, or `nil` if there is none. `client` is the client's ID from the log, safe to
    /// print.
    package static func text(for code: String, client: String?) -> String? {
        let text = remedies[code] ?? ceremonyText(for: code)
        return text?.replacing("CLIENT", with: client.map { "the client \($0)" } ?? "the client")
    }

    /// The remedies that stand beside their failures.
    private static let remedies: [String: String] = Dictionary(
        ErrorCode.all.compactMap { code in code.remedy.map { (code.code, $0) } },
        uniquingKeysWith: { first, _ in first })

    /// The advice for the responses of ceremonies, and for metadata. A row stands for all codes with its prefix. The
    /// longest prefix is the most specific.
    private static func ceremonyText(for code: String) -> String? {
        advice.filter { code.hasPrefix($0.code) }.max { $0.code.utf8.count < $1.code.utf8.count }?.text
    }

    private static let advice: [(code: String, text: String)] = ceremonies + metadata

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

    private static let metadata: [(code: String, text: String)] = [
        ("metadata.number-regressed", "Keep the BLOB that was accepted before, or download the current one."),
        (
            "metadata.",
            "Download the BLOB again from the metadata service, and verify it with that service's root."
        ),
    ]
}
