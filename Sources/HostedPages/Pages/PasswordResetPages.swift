// SPDX-License-Identifier: Apache-2.0

/// Asks for a mail with a link that sets a forgotten password. It works without a script.
package struct ForgottenPasswordPage: Page {
    package var token: FormToken
    /// The kinds of identifiers that accounts have.
    package var identifiers: [IdentifierField.Kind] = [.email]
    /// What the user entered before.
    package var identifier: String?
    /// The page that the user comes from.
    package var signIn: PageLink
    /// Whether too many mails were asked for.
    package var isTooMany = false

    package init(token: FormToken, signIn: PageLink) {
        self.token = token
        self.signIn = signIn
    }

    package func title(in strings: Strings) -> String { strings.reset.forgottenTitle }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, context.strings.reset)
        var field = IdentifierField.field(for: identifiers, value: identifier, in: strings)
        field.isRequired = true
        field.hasFocus = identifier == nil
        let notice = isTooMany ? Notice(.failure, message: words.tooMany) : nil
        let content: HTML = "\(field.html)\(Button(words.send).html)\n"
        return """
            <h1>\(words.forgottenTitle)</h1>
            <p class="lead">\(words.forgottenLead)</p>
            \(notice?.html(in: strings))\(HTML.form(.forgottenPassword, token: token, content: content))\
            <p class="question"><a href="\(signIn)">\(words.back)</a></p>\(context.help)
            """
    }
}

/// Says that a mail is on its way, whoever has the address.
package struct ResetMailPage: Page {
    package var signIn: PageLink

    package init(signIn: PageLink) {
        self.signIn = signIn
    }

    package func title(in strings: Strings) -> String { strings.reset.mailTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.reset
        return """
            <h1>\(words.mailTitle)</h1>
            <p class="lead">\(words.mailLead)</p>
            <p class="hint">\(words.mailHint)</p>
            \(HTML.wayOn(HTML(words.back), to: signIn))\(context.help)
            """
    }
}

/// The page of a mailed link, on which a new password is chosen. Showing it changes nothing.
package struct PasswordResetPage: Page {
    /// What the link has.
    package var link: String
    /// The account's name, for password managers.
    package var accountName: String
    package var rules: NewPasswordRules
    package var fault: NewPasswordFault?
    package var isTooBusy = false

    package init(link: String, accountName: String, rules: NewPasswordRules) {
        self.link = link
        self.accountName = accountName
        self.rules = rules
    }

    package func title(in strings: Strings) -> String { strings.reset.chooseTitle }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, context.strings.reset)
        var field = Field.newPassword(rules, fault: fault, in: strings)
        field.hasFocus = true
        let notice = isTooBusy ? Notice(.failure, message: strings.password.tooBusy) : nil
        let content: HTML = "\(HTML.accountName(accountName))\(field.html)\(Button(words.save).html)\n"
        return """
            <h1>\(words.chooseTitle)</h1>
            <p class="lead">\(strings.passkey.forAccount(.strong(accountName)))</p>
            <p class="hint">\(words.chooseHint)</p>
            \(notice?.html(in: strings))\(HTML.form(.passwordReset, token: .link(link), content: content))
            """
    }
}

/// Says that the password was set, and leads to the sign-in.
package struct PasswordResetDonePage: Page {
    package init() {}

    package func title(in strings: Strings) -> String { strings.reset.doneTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.reset
        return """
            \(HTML.successMark)<h1>\(words.doneTitle)</h1>
            <p class="lead">\(words.doneLead)</p>
            <a class="button" href="\(PageLink(.account))"><span>\(context.strings.signIn.title)</span></a>
            """
    }
}
