// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The answer that begins a ceremony: what the device needs, and what comes back with its response.
package struct CeremonyAnswer: Sendable {
    /// Carries the ceremony, sealed.
    package let session: String
    /// The options in WebAuthn's JSON form.
    package let options: JSONValue
    /// The identifiers that a sign-up has to prove, `email` or `phone`. Their codes have been sent.
    package var verificationRequired: [String] = []

    package init(session: String, options: JSONValue) {
        self.session = session
        self.options = options
    }

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let session = body.text("auth_session"), let options = body["authn_params_public_key"] else { return nil }
        self.init(session: session, options: options)
        verificationRequired = body.texts("verification_required")
    }

    package var json: JSONObject {
        var body: JSONObject = ["auth_session": .string(session), "authn_params_public_key": options]
        if !verificationRequired.isEmpty {
            body.append(.array(verificationRequired.map(JSONValue.string)), as: "verification_required")
        }
        return body
    }
}
