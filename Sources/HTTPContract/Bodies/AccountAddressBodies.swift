// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WireFormats

/// A form about an address of the account: another address, or the code that was sent to it.
package struct AccountAddressBody: RequestBody {
    package let formToken: String
    /// `email` or `phone`.
    package let kindName: String?
    /// The address; empty if the account's own is meant.
    package let identifier: String
    package let currentPassword: String?
    package let code: String
    /// The code that is meant, as the page got it.
    package let session: String?

    package init(_ body: JSONObject) {
        formToken = body.text("csrf") ?? ""
        kindName = body.text("kind")
        identifier = body.text("identifier") ?? ""
        currentPassword = body.text("current_password")
        code = body.text("code") ?? ""
        session = body.text("session")
    }

    package static let shape = Shape.object([
        AccountFormBody.formToken, kind, identifier,
        .optional(
            "current_password", as: .string(StringRule(length: 0...4096)), description: "The account's password."),
        CodeFormBody.code,
        .optional("session", as: .string(StringRule(length: 0...64)), description: "The code that is meant."),
        .optional("again", as: .oneOf(["1"]), description: "Whether another code is sent."),
        AccountActBody.optionalAct,
    ])

    static let kind = Member.optional(
        "kind", as: .oneOf(["email", "phone"]), description: "The kind of address.")
    static let identifier = Member.optional(
        "identifier", as: .string(StringRule(length: 0...320)), description: "The address.")
}
