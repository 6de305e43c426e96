// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A rule for passwords, in Auth0's words, and whether the password that was sent follows it.
package struct PasswordRuleAnswer: Hashable, Sendable {
    package let code: String
    /// The sentence, with its values.
    package let message: String
    /// The values in the sentence, as text.
    package let values: [String]
    package let items: [PasswordRuleAnswer]
    package let isMet: Bool

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let code = body.text("code"), let message = body.text("message"),
            let isMet = body["verified"]?.boolValue
        else { return nil }
        self.code = code
        self.isMet = isMet
        values = (body["format"]?.arrayValue ?? []).map { $0.stringValue ?? $0.intValue.map(String.init) ?? "" }
        items = (body["items"]?.arrayValue ?? []).compactMap { $0.objectValue.flatMap(PasswordRuleAnswer.init) }
        // `%d` or `%s` stands for each value. A sentence without values may contain a percent sign.
        let parts = values.isEmpty ? [message[...]] : message.split(separator: "%", omittingEmptySubsequences: false)
        self.message = zip(values, parts.dropFirst()).reduce(String(parts[0])) { $0 + $1.0 + $1.1.dropFirst() }
    }
}
