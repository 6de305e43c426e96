// SPDX-License-Identifier: Apache-2.0

/// Signs in with a password. It works without a script.
///
/// Both fields are on one page, because password managers fill them in together.
package struct PasswordPage: Page {
    package var token: FormToken
    package var clientName: String?
    /// The purpose of the sign-in where no client takes part.
    package var purpose: SignInPage.Purpose?
    /// The kinds of identifiers that accounts have.
    package var identifiers: [IdentifierField.Kind] = [.email]
    /// What the user entered before.
    package var identifier: String?
    /// The page that asks for a passkey.
    package var signIn: PageLink?
    /// The page for new users, where that page has no link to it.
    package var signUp: PageLink?
    /// The page for users who forgot their password.
    package var forgotten: PageLink?
    /// The page that asks where to send a code, if codes sign users in.
    package var code: PageLink?
    package var codeBy = CodeDelivery.mail
    package var fault: PasswordPageFault?

    package init(token: FormToken) {
        self.token = token
    }

    package func title(in strings: Strings) -> String { strings.password.title }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let lead: HTML? =
            clientName.map { name -> HTML in
                "<p class=\"lead\">\(strings.general.continueTo(.strong(name)))</p>\n"
            } ?? purpose?.lead(in: strings)
        let question = signIn.map { link -> HTML in
            "<p class=\"question\"><a href=\"\(link)\">\(strings.password.usePasskey)</a></p>"
        }
        let forgotten = forgotten.map { link -> HTML in
            "<p class=\"question\"><a href=\"\(link)\">\(strings.reset.forgotten)</a></p>"
        }
        let content: HTML = """
            \(nameField(in: strings).html)\(passwordField(in: strings).html)\(Button(strings.password.signIn).html)
            \(code == nil ? nil : codeButton(in: strings))
            """
        return """
            <h1>\(strings.password.title)</h1>
            \(lead)\(fault.map { Notice(.failure, message: $0.message(in: strings)).html(in: strings) })\
            \(HTML.form(.signInPassword, token: token, content: content))\
            \(forgotten)\(question)\(context.help)\(signUp.map { SignInPage.question(leadingTo: $0, in: strings) })
            """
    }

    /// The form takes along what the user has entered. A key on the keyboard that submits it chooses the first button.
    private func codeButton(in strings: Strings) -> HTML {
        "\(Button(strings.codes.use(codeBy), kind: .secondary).submitting(to: .codeSend).html)\n"
    }

    private func nameField(in strings: Strings) -> Field {
        var field = IdentifierField.field(for: identifiers, value: identifier, in: strings)
        field.isRequired = true
        field.hasFocus = identifier == nil
        return field
    }

    private func passwordField(in strings: Strings) -> Field {
        var field = Field.currentPassword(labeled: strings.password.label, name: "password", fault: nil)
        field.hasFocus = identifier != nil
        return field
    }
}

/// Why a password signed nobody in.
package enum PasswordPageFault: CaseIterable, Sendable {
    case wrong
    case blocked
    /// Attackers try the password first, and the site doesn't accept it any longer.
    case breached
    case tooManyAttempts
    case tooBusy

    func message(in strings: Strings) -> Strings.Message {
        switch self {
        case .wrong: strings.password.wrong
        case .blocked: strings.password.blocked
        case .breached: strings.password.breached
        case .tooManyAttempts: strings.password.tooManyAttempts
        case .tooBusy: strings.password.tooBusy
        }
    }
}
