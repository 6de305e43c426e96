// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WebAuthnMessages
package import WireFormats

/// The form that sets a password with the current one, or without a proof where the account has no way in.
package struct AccountPasswordBody: RequestBody {
    /// The token of the page's session.
    package let formToken: String
    package let password: String?
    package let currentPassword: String?

    package init(_ body: JSONObject) {
        formToken = body.text("csrf") ?? ""
        password = body.text("password")
        currentPassword = body.text("current_password")
    }

    package static let shape = Shape.object([
        AccountFormBody.formToken, password, name,
        .optional(
            "current_password", as: .string(StringRule(length: 0...4096)), description: "The account's password."),
        AccountActBody.optionalAct,
    ])

    static let password = Member.optional(
        "password", as: .string(StringRule(length: 0...4096)), description: "The new password.")
    /// The field is for password managers.
    static let name = Member.optional(
        "username", as: .string(StringRule(length: 0...320)), description: "The account's name. It has no effect.")
}

/// A script's request for the options with which a passkey confirms an act.
package struct AccountActBody: RequestBody {
    package let formToken: String
    package let act: String
    package let password: String?
    /// The new address.
    package let identifier: String

    package init(_ body: JSONObject) {
        formToken = body.text("csrf") ?? ""
        act = body.text("act") ?? ""
        password = body.text("password")
        identifier = body.text("identifier") ?? ""
    }

    package static let shape = Shape.object([
        AccountFormBody.formToken,
        .required("act", as: .oneOf(acts), description: "What the passkey confirms."),
        .optional(
            "password", as: .string(StringRule(length: 0...4096)),
            description: "The new password, which is judged before the user is asked for a passkey."),
        AccountAddressBody.identifier, AccountAddressBody.kind,
    ])

    static let acts = [
        "set-password", "remove-password", "restore-password", "use-passkeys-only", "use-password", "change-email",
        "change-phone",
    ]
    /// Without its script, a page posts its form.
    static let optionalAct = Member.optional("act", as: .oneOf(acts), description: "What the passkey confirms.")
}

/// The response of a passkey that confirms an act, with what the act needs.
package struct AccountConfirmationBody: RequestBody {
    package let formToken: String
    package let act: String
    package let password: String?
    /// The new address.
    package let identifier: String
    package let session: String
    package let response: CredentialResponse

    package init(_ body: JSONObject) {
        let act = AccountActBody(body)
        (formToken, self.act, password) = (act.formToken, act.act, act.password)
        identifier = act.identifier
        (session, response) = PageCeremony.read(body)
    }

    package static let byteLimit = PageCeremony.byteLimit
    package static let shape = Shape.object(
        [
            AccountFormBody.formToken,
            .required("act", as: .oneOf(AccountActBody.acts), description: "What the passkey confirms."),
            AccountPasswordBody.password, AccountAddressBody.identifier, AccountAddressBody.kind,
        ] + PageCeremony.members)
}

/// The form of a mailed link, which sets a password.
package struct PasswordResetBody: RequestBody {
    package let link: String
    package let password: String

    package init(_ body: JSONObject) {
        link = body.text("t") ?? ""
        password = body.text("password") ?? ""
    }

    package static let shape = Shape.object([
        LinkBody.member, AccountPasswordBody.password, AccountPasswordBody.name,
    ])
}

/// The form of a page that a mailed link opens.
package struct LinkBody: RequestBody {
    package let link: String

    package init(_ body: JSONObject) {
        link = body.text("t") ?? ""
    }

    fileprivate static let member = Member.optional(
        "t", as: .string(StringRule(length: 0...2048)), description: "What the link has.")
    package static let shape = Shape.object([member])
}
