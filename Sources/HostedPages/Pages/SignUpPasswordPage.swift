// SPDX-License-Identifier: Apache-2.0

/// The second step of a sign-up with a password. It works without a script.
package struct SignUpPasswordPage: Page {
    package var token: FormToken
    /// The identifier that was entered.
    package var identifier: String
    package var rules: NewPasswordRules
    package var fault: NewPasswordFault?
    /// The page on which the identifier can be changed.
    package var address: PageLink?
    /// The page that creates a passkey instead.
    package var passkey: PageLink?
    package var notice: Notice?

    package init(token: FormToken, identifier: String, rules: NewPasswordRules) {
        self.token = token
        self.identifier = identifier
        self.rules = rules
    }

    package func title(in strings: Strings) -> String { strings.newPassword.title }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let words = strings.newPassword
        let change = address.map { link -> HTML in " <a href=\"\(link)\">\(strings.signUp.changeAddress)</a>" }
        let question = passkey.map { link -> HTML in
            "<p class=\"question\"><a href=\"\(link)\">\(words.usePasskey)</a></p>"
        }
        var field = Field.newPassword(rules, fault: fault, in: strings)
        field.hasFocus = true
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(strings.passkey.forAccount(.strong(identifier)))\(change)</p>
            \(notice?.html(in: strings))\
            \(HTML.form(.signUpPassword, token: token, content: "\(HTML.accountName(identifier))\(field.html)\(Button(words.create).html)\n"))\
            \(question)
            """
    }
}
