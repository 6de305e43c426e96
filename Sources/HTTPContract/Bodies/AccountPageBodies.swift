// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WireFormats

/// A form of the account page.
package struct AccountFormBody: RequestBody {
    /// The token of the page's session.
    package let formToken: String
    /// The ID of the passkey, session or client that the form is about.
    package let id: String?
    package let name: String?

    package init(_ body: JSONObject) {
        formToken = body.text("csrf") ?? ""
        id = body.text("id")
        name = body.text("name")
    }

    package static let shape = Shape.object([
        formToken,
        .optional(
            "id", as: .string(StringRule(length: 0...600)),
            description: "The passkey, the session or the client; others stands for all other sessions."),
        .optional(
            "name", as: .string(StringRule(length: 0...1000)), description: "The name of the user or the passkey."),
    ])

    static let formToken = Member.required(
        "csrf", as: .string(StringRule(length: 1...200)),
        description: "The token that the page got for the session of the browser.")
}

/// `POST /oidc/logout`: any parameters of a logout request.
package struct LogoutBody: RequestBody {
    package init(_ body: JSONObject) {}

    package static let shape = Shape.object([], others: .strings(count: 60, maxLength: 16_384))
}
