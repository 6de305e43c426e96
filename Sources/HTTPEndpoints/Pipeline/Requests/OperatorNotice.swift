// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
package import WireFormats

/// A notice for operators about something that they can fix. It contains no secrets.
package struct OperatorNotice: Sendable {
    /// The stable name of the notice, such as `cors.origin-not-allowed`.
    package var event: String
    package var fields: JSONObject
    /// Whether there is nothing for the operator to do.
    package var isRoutine = false
}

extension OperatorNotice {
    /// The notice of a sign-in that was accepted although it may be a sign of an attack.
    init(_ warning: SignIn.Warning, of receipt: SignInReceipt, reference: String) {
        self.init(
            event: warning.event,
            fields: ["reference": .string(reference), "user": .string(receipt.user.id.rawValue)])
        for way in receipt.signIn.ways { fields[way.kind.rawValue] = .string(way.id) }
        fields["explanation"] = .string(warning.explanation)
        fields["remedy"] = .string(warning.remedy)
    }

    /// The notice of a page whose browser may not read the response.
    static func originNotAllowed(_ origin: String, host: String, client: String?, reference: String) -> OperatorNotice {
        let code = RequestFailure.originNotAllowed.code
        var fields: JSONObject = ["reference": .string(reference), "received": .string(origin), "host": .string(host)]
        if let client { fields["client"] = .string(client) }
        fields["code"] = .string(code)
        let whose = client.map { "of the client \($0)" } ?? "of the client whose page it is"
        fields["explanation"] = .string(
            "A page of \(origin) sent a request, and its browser may not read the response.")
        fields["remedy"] =
            origin == "null"
            ? "The page has no origin: it is a file or a sandboxed frame. Serve it over HTTP."
            : .string(
                "If the page is yours, add \(origin) to web_origins \(whose), or to allowed_origins if it uses no passkeys."
            )
        return OperatorNotice(event: "cors.origin-not-allowed", fields: fields)
    }
}
