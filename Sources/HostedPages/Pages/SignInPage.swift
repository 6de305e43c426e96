// SPDX-License-Identifier: Apache-2.0

/// Signs in with a passkey.
///
/// Without a script the form is posted to ``PagePath/signIn``, which shows this page again.
package struct SignInPage: Page {
    /// The elements with which the page offers passkeys (`challenge_ui`).
    package enum ChallengeInterface: Sendable {
        /// In the suggestions of the identifier field.
        case autofill
        /// By a button. There is no identifier field.
        case button
        case both
    }

    package var token: FormToken
    package var clientName: String?
    package var challengeInterface = ChallengeInterface.both
    /// The kinds of identifiers that accounts have.
    package var identifiers: [IdentifierField.Kind] = [.email]
    /// The initial value of the identifier field.
    package var identifierHint: String?
    package var offersOtherDevice = true
    /// The page that asks for a password, if users have one.
    package var password: PageLink?
    /// The page that asks where to send a code, if codes sign users in.
    package var code: PageLink?
    package var codeBy = CodeDelivery.mail
    /// The purpose of the sign-in where no client takes part.
    package var purpose: Purpose?

    package var signUp: PageLink?
    package var notice: Notice?

    package enum Purpose: Sendable {
        case account, device
    }

    package init(token: FormToken) {
        self.token = token
    }

    package func title(in strings: Strings) -> String { strings.signIn.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        .authentication(usesAutofill: challengeInterface != .button, in: strings)
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return """
            <h1>\(strings.signIn.title)</h1>
            \(lead(in: strings))\(notice?.html(in: strings))\(HTML.scriptNotice(in: strings))\
            \(HTML.form(.signIn, token: token, attributes: " data-flow", content: form(in: strings)))\
            \(password.map { Self.link(strings.password.use, to: $0) })\
            \(code.map { Self.link(strings.codes.use(codeBy), to: $0) })\
            \(context.support.map { supportRow($0, in: strings) } ?? (offersOtherDevice ? context.help : ""))\(signUp.map { Self.question(leadingTo: $0, in: strings) })
            """
    }

    private func lead(in strings: Strings) -> HTML? {
        if let clientName { return "<p class=\"lead\">\(strings.general.continueTo(.strong(clientName)))</p>\n" }
        return purpose?.lead(in: strings)
    }

    private func form(in strings: Strings) -> HTML {
        let button = Button(
            challengeInterface == .autofill ? strings.general.continuing : strings.signIn.button, icon: Icon.passkey)
        return """
            \(challengeInterface == .button ? nil : field(in: strings).html)\(button.ceremony)
            <p class="hint centered">\(strings.signIn.hint)</p>
            \(offersOtherDevice || password != nil || code != nil ? missingPasskey(in: strings) : nil)
            """
    }

    /// Browsers suggest passkeys in fields whose autocompletion ends in `webauthn` (HTML, section 4.10.18.7.1). What
    /// the user enters selects the account: the button then signs in to no other one.
    private func field(in strings: Strings) -> Field {
        var field = IdentifierField.field(for: identifiers, value: identifierHint, in: strings)
        field.autocomplete = "username webauthn"
        field.optionalMark = strings.general.optional
        field.sending = .withResponse
        return field
    }

    private func missingPasskey(in strings: Strings) -> HTML {
        let password = Self.row(strings.password.use, icon: Icon.password, to: .signInPassword)
        let code = Self.row(strings.codes.use(codeBy), icon: codeBy.icon, to: .codeSend)
        return """
            <h2 class="divider">\(strings.signIn.missingPasskey)</h2>
            \(self.password == nil ? nil : password)\(self.code == nil ? nil : code)\
            \(offersOtherDevice ? otherDevice(in: strings) : nil)
            """
    }

    /// The form takes along what the user has entered.
    private static func row(_ title: String, icon: HTML, to path: PagePath) -> HTML {
        """
        <button class="row" type="submit" formaction="\(PageLink(path))" formnovalidate>\(icon)\
        <span class="row-text"><span class="row-title">\(title)</span></span>\(Icon.chevron)</button>

        """
    }

    /// Without a script, the form is hidden.
    private static func link(_ title: String, to link: PageLink) -> HTML {
        "<noscript><p class=\"question\"><a href=\"\(link)\">\(title)</a></p></noscript>\n"
    }

    /// The device that has the passkey is asked over the air (hybrid transport), or as a security key.
    private func otherDevice(in strings: Strings) -> HTML {
        """
        <button class="row" type="submit" data-ceremony data-hints="hybrid security-key">\(Icon.phone)\
        <span class="row-text"><span class="row-title">\(strings.signIn.otherDevice)</span>\
        <span class="detail">\(strings.signIn.otherDeviceHint)</span></span>\(Icon.chevron)</button>

        """
    }

    /// It is not part of the form, which is hidden without a script.
    private func supportRow(_ link: PageLink, in strings: Strings) -> HTML {
        """
        <a class="row" href="\(link)">\(Icon.help)<span class="row-text">\
        <span class="row-title">\(strings.signIn.support)</span>\
        <span class="detail">\(link.place)</span></span>\(Icon.chevron)</a>

        """
    }

    /// The question of new users.
    static func question(leadingTo link: PageLink, in strings: Strings) -> HTML {
        "<p class=\"question\">\(strings.signIn.signUpQuestion) <a href=\"\(link)\">\(strings.signIn.signUp)</a></p>"
    }
}

extension SignInPage.Purpose {
    /// The line below the title.
    func lead(in strings: Strings) -> HTML {
        "<p class=\"lead\">\(self == .device ? strings.signIn.forDevice : strings.signIn.forAccount)</p>\n"
    }
}
