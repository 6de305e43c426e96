// SPDX-License-Identifier: Apache-2.0

/// Creates the owner's account and passkey.
///
/// The one-time code is in the fragment of the address, so that no log contains it. The script puts it into the field,
/// and sends it and the identifiers with the request for a challenge.
package struct SetupPage: Page {
    package var token: FormToken
    package var identifiers: [IdentifierField]

    package init(token: FormToken, identifiers: [IdentifierField]) {
        self.token = token
        self.identifiers = identifiers
    }

    package func title(in strings: Strings) -> String { strings.setUp.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        .registration(begin: .setUpChallenge, finish: .setUpPasskey, in: strings).explaining(strings.setUp.messages)
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        var field = Field(name: "code", label: strings.setUp.code)
        field.autocomplete = "one-time-code"
        field.capitalization = "characters"
        field.hint = strings.setUp.codeHint
        field.isRequired = true
        field.sending = .withRequest
        field.isFilledFromFragment = true
        field.isCode = true
        field.length = 64
        let content: HTML = """
            \(field.html)\(identifiers.map { $0.field(in: strings).html })\
            \(Button(strings.setUp.create, icon: Icon.passkey).ceremony)
            <p class="hint centered">\(strings.signIn.hint)</p>

            """
        return """
            <h1>\(strings.setUp.title)</h1>
            <p class="lead">\(strings.setUp.lead)</p>
            \(HTML.scriptNotice(in: strings))\
            \(HTML.form(.setUp, token: token, attributes: " data-flow", content: content))
            """
    }
}

/// Says that the server has an owner.
package struct SetupFinishedPage: Page {
    package init() {}

    package func title(in strings: Strings) -> String { strings.setUp.finishedTitle }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return """
            \(HTML.successMark)<h1>\(strings.setUp.finishedTitle)</h1>
            <p class="lead">\(strings.setUp.finishedLead)</p>
            <a class="button" href="\(PageLink(.account))"><span>\(strings.home.account)</span></a>
            """
    }
}
