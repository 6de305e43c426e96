// SPDX-License-Identifier: Apache-2.0

package import ClientContract
package import WebAuthnMessages
package import WireFormats

/// A form or a request of a page's script, with the sealed transaction that it belongs to.
package struct TransactionBody: RequestBody {
    package let state: String
    /// The button that was pressed: `decision` of the consent page, `choice` of the account selection.
    package let choice: String?

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        choice = body.text("decision") ?? body.text("choice")
    }

    package static let shape = Shape.object([
        state,
        .optional("decision", as: .oneOf(["allow", "deny"]), description: "The user's decision on the consent page."),
        .optional(
            "choice", as: .oneOf(["current", "another", "cancel"]),
            description: "The account that the user continues with, or that the user goes back to the client."),
    ])

    static let state = Member.required(
        "state", as: .string(StringRule(length: 1...32_768)),
        description: "The authorization request, sealed for the browser that began it.")
}

/// A script's request for the ceremony of the offered passkey.
package struct OfferedPasskeyBody: RequestBody {
    package let state: String
    /// Whether the passkey is created without a prompt.
    package let isConditional: Bool

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        isConditional = body.text("mediation") == "conditional"
    }

    package static let shape = Shape.object([TransactionBody.state, AuthenticationMethodCreateBody.mediation])
}

/// The response of a device to a ceremony on a page, with the transaction of the page.
package struct PageCeremonyBody: RequestBody {
    package let state: String
    package let session: String
    package let response: CredentialResponse
    /// The identifier that the user entered to select the account; `nil` if the field is empty.
    package let identifier: String?
    /// Whether the user keeps an account that is going to be erased.
    package let keepsAccount: Bool

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        identifier = body.text("identifier").flatMap { $0.isEmpty ? nil : $0 }
        keepsAccount = body.text("account") == "keep"
        (session, response) = PageCeremony.read(body)
    }

    package static let byteLimit = PageCeremony.byteLimit
    package static let shape = Shape.object(
        [
            TransactionBody.state,
            .optional(
                "identifier", as: .string(StringRule(length: 0...320)),
                description: "The identifier of the account that the user wants to sign in to."),
            .optional(
                "account", as: .oneOf(["keep"]), description: "Keeps an account that is going to be erased."),
        ] + PageCeremony.members)
}

/// The response of a device to a ceremony on a page, with the token of the session's forms.
package struct AccountCeremonyBody: RequestBody {
    package let formToken: String
    package let session: String
    package let response: CredentialResponse

    package init(_ body: JSONObject) {
        formToken = body.text("csrf") ?? ""
        (session, response) = PageCeremony.read(body)
    }

    package static let byteLimit = PageCeremony.byteLimit
    package static let shape = Shape.object([AccountFormBody.formToken] + PageCeremony.members)
}

/// The members that the script of every page sends when a ceremony ends.
enum PageCeremony {
    /// A session and a response with its certificates.
    static let byteLimit = 256 << 10

    static let members: [Member] = [
        .required(
            "session", as: .string(StringRule(length: 1...CeremonySession.length)),
            description: "The session of the ceremony."),
        .required("response", as: .anyObject, description: "The credential's response, in WebAuthn's JSON form."),
    ]

    static func read(_ body: JSONObject) -> (session: String, response: CredentialResponse) {
        (body.text("session") ?? "", CredentialResponse(body["response"]?.objectValue ?? JSONObject()))
    }
}

/// The form of a sign-in with a password: a name first, or both.
package struct PasswordFormBody: RequestBody {
    package let state: String
    package let identifier: String
    /// `nil` in the form that asks for the page.
    package let password: String?

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        identifier = body.text("identifier") ?? ""
        password = body.text("password")
    }

    package static let shape = Shape.object([
        TransactionBody.state,
        .optional(
            "identifier", as: .string(StringRule(length: 0...320)),
            description: "The identifier of the account that the user wants to sign in to."),
        .optional("password", as: .string(StringRule(length: 0...4096)), description: "The account's password."),
    ])
}

/// The form of a new account's password.
package struct SignUpPasswordBody: RequestBody {
    package let state: String
    package let password: String

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        password = body.text("password") ?? ""
    }

    package static let shape = Shape.object([
        TransactionBody.state, AccountPasswordBody.password, AccountPasswordBody.name,
    ])
}

/// The form of a new account's identifiers, or of its profile.
package struct SignUpFormBody: RequestBody {
    package let state: String
    /// The identifiers by their names in the form.
    package let identifiers: [String: String]
    package let name: String?

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        name = body.text("name")
        var identifiers: [String: String] = [:]
        for member in Self.members { identifiers[member.name] = body.text(member.name) }
        self.identifiers = identifiers
    }

    fileprivate static let members: [Member] = ["email", "username", "phone_number"].map {
        .optional($0, as: .string(StringRule(length: 0...320)))
    }

    package static let shape = Shape.object(
        [TransactionBody.state, .optional("name", as: .string(StringRule(length: 0...1000)))] + members)
}

/// The form of the set-up: the one-time code, and the identifiers of the owner's account.
package struct SetupBody: RequestBody {
    package let state: String
    package let code: String
    /// The identifiers by their names in the form.
    package let identifiers: [String: String]

    package init(_ body: JSONObject) {
        let form = SignUpFormBody(body)
        (state, identifiers) = (form.state, form.identifiers)
        code = body.text("code") ?? ""
    }

    package static let shape = Shape.object(
        [
            TransactionBody.state,
            .required(
                "code", as: .string(StringRule(length: 0...128)),
                description: "The one-time code that the terminal shows."),
        ] + SignUpFormBody.members)
}

/// `POST /authorize`: any parameters of an authorization request.
package struct AuthorizationBody: RequestBody {
    package init(_ body: JSONObject) {}

    package static let shape = Shape.object([], others: .strings(count: 60, maxLength: 16_384))
}

/// `POST /oauth/par`: any parameters of an authorization request.
package struct PushedAuthorizationBody: RequestBody {
    package let client: ClientParameters
    package let parameters: [(name: String, value: String)]

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        parameters = body.members.compactMap { member in member.value.stringValue.map { (member.name, $0) } }
    }

    package static let shape = Shape.object(
        ClientParameters.members, others: .strings(count: 60, maxLength: 16_384))
}

/// `POST /oauth/device/code`.
package struct DeviceAuthorizationBody: RequestBody {
    package let client: ClientParameters
    package let scope: String?
    package let audience: String?

    package init(_ body: JSONObject) {
        client = ClientParameters(body)
        scope = body.text("scope")
        audience = body.text("audience")
    }

    package static let shape = Shape.object(
        ClientParameters.members + [
            .optional("scope", as: .string(StringRule(length: 0...2048))),
            .optional(
                "audience", as: .string(StringRule(length: 0...600)),
                description: "The identifier of the API that the access token is for."),
        ])
}

/// The form of a code, or of another one that is asked for.
package struct CodeFormBody: RequestBody {
    package let state: String
    package let code: String
    /// The codes by what they prove, if the page asks for several.
    package let isAskingAgain: Bool

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        code = body.text("code") ?? ""
        isAskingAgain = body.text("again") != nil
    }

    package static let shape = Shape.object([
        TransactionBody.state, code,
        .optional("again", as: .oneOf(["1"]), description: "Whether another code is sent."),
        .optional("identifier", as: .string(StringRule(length: 0...320))),
    ])

    static let code = Member.optional(
        "code", as: .string(StringRule(length: 0...64)), description: "The code that was sent.")
}

/// The form of what can get into an account.
package struct ReviewFormBody: RequestBody {
    /// The name of a field that has the ID of something to remove begins with it.
    package static let prefix = "remove:"
    /// The name of a field that has the ID of something that the page has shown begins with it.
    package static let shownPrefix = "shown:"

    package let state: String
    /// The IDs of what the user has seen.
    package let shown: Set<String>
    /// The IDs of what is removed.
    package let removed: Set<String>
    package let startsNewAccount: Bool

    package init(_ body: JSONObject) {
        state = body.text("state") ?? ""
        removed = Self.ids(in: body, after: Self.prefix)
        shown = Self.ids(in: body, after: Self.shownPrefix)
        startsNewAccount = body.text("choice") == "new"
    }

    private static func ids(in body: JSONObject, after prefix: String) -> Set<String> {
        Set(body.members.map(\.name).filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
    }

    package static let shape = Shape.object(
        [TransactionBody.state, .optional("choice", as: .oneOf(["new"]), description: "Starts another account.")],
        others: .strings(count: 100, maxLength: 16))
}

/// The form of the page that a mailed link with a code opens.
package struct LinkFormBody: RequestBody {
    package let link: String
    package let password: String?

    package init(_ body: JSONObject) {
        link = body.text("t") ?? ""
        password = body["password"]?.stringValue
    }

    package static let shape = Shape.object([
        .required("t", as: .string(StringRule(length: 1...1024)), description: "What the link has."),
        .optional(
            "password", as: .string(StringRule(length: 0...4096)), description: "The password of the sign-up."),
    ])
}
