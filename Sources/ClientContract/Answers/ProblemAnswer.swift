// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The answer to a request that failed.
package struct ProblemAnswer: Error, Hashable, Sendable {
    package var status: Int
    /// The OAuth error, such as `invalid_grant`.
    package var error: String
    /// The explanation for people.
    package var description: String?
    /// The stable code. Auth0 has none.
    package var code: String?
    /// The member of the profile to correct. Auth0 names none.
    package var field: String?
    /// The request's reference in the server's log.
    package var reference: String?
    /// The signal that the client passes on to its device.
    package var signal: SignalAnswer?
    /// Auth0's name of the kind of a rejected password.
    package var name: String?
    /// The seconds to wait before another attempt.
    package var retryAfter: Int?
    /// The rules of the connection, if a password does not follow one of them.
    package var passwordRules: [PasswordRuleAnswer] = []
    /// The session of a sign-up that goes on: the same response may be sent again, with other codes.
    package var session: String?
    /// The identifiers whose codes are wrong or missing.
    package var verificationRequired: [String]

    /// Returns `nil` if the body does not describe an error.
    package init?(_ body: JSONObject, status: Int) {
        // Auth0's My Account API has a title in place of an error, and its sign-up with a password a code.
        guard let error = body.text("error") ?? body.text("title") ?? body.text("code") else { return nil }
        self.status = status
        self.error = error
        description = body.text("error_description") ?? body.text("detail") ?? body.text("description")
        // A sign-up with a password has Auth0's code, and the stable one beside it.
        code = body.text("reason") ?? body.text("code")
        field = body.text("field")
        reference = body.text("reference")
        signal = body["signal"]?.objectValue.map(SignalAnswer.init)
        name = body.text("name")
        session = body.text("auth_session")
        verificationRequired = body.texts("verification_required")
        let rules = body["description"]?.objectValue?["rules"]?.arrayValue ?? []
        passwordRules = rules.compactMap { $0.objectValue.flatMap(PasswordRuleAnswer.init) }
    }
}
