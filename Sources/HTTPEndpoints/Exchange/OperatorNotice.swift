// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Something beside a request that operators should know, and can do something about. Nothing in it is secret.
package struct OperatorNotice: Sendable {
    /// A stable name, such as `cors.origin-not-allowed`.
    package var event: String
    package var fields: JSONObject
}

extension OperatorNotice {
    /// A browser was not allowed to read the response of a page's request.
    static func originNotAllowed(_ origin: String, host: String, client: String?, reference: String) -> OperatorNotice {
        var fields: JSONObject = ["reference": .string(reference), "received": .string(origin), "host": .string(host)]
        if let client { fields["client"] = .string(client) }
        fields["code"] = "cors.origin-not-allowed"
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
