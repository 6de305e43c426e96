// SPDX-License-Identifier: Apache-2.0

/// Creates the owner's account and passkey. The script sends `code` and the identifier with the request for a challenge.
package struct SetupPage: Page {
    package var token: FormToken
    /// The one-time code, if the address contained it.
    package var code: String?
    package var identifier: IdentifierField
    package var notice: Notice?

    package init(token: FormToken, code: String?, identifier: IdentifierField) {
        self.token = token
        self.code = code
        self.identifier = identifier
    }

    package func title(in strings: Strings) -> String { strings.setUp.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        .registration(begin: .setUpChallenge, finish: .setUpPasskey, in: strings)
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        var field = Field(name: "code", label: strings.setUp.code)
        field.value = code
        field.autocomplete = "one-time-code"
        field.capitalization = "none"
        field.hint = strings.setUp.codeHint
        field.isRequired = true
        field.isSentByScript = true
        field.isCode = true
        field.length = 128
        let content: HTML = """
            \(field.html)\(identifier.field(in: strings).html)\
            \(Button(strings.setUp.create, icon: Icon.passkey).ceremony)
            <p class="hint centered">\(strings.signIn.hint)</p>

            """
        return """
            <h1>\(strings.setUp.title)</h1>
            <p class="lead">\(strings.setUp.lead)</p>
            \(notice?.html(in: strings))\(HTML.scriptNotice(in: strings))\
            \(HTML.form(.setUp, token: token, attributes: " data-flow", content: content))
            """
    }
}
