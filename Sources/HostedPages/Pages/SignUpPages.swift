// SPDX-License-Identifier: Apache-2.0

/// The first step of a sign-up: who the account is for. Where no client takes part, it is the only one.
package struct SignUpPage: Page {
    package var token: FormToken
    package var clientName: String?
    package var fields: [IdentifierField]
    package var signIn: PageLink?
    package var notice: Notice?
    /// Whether the script creates the passkey from here.
    package var createsPasskey = false
    /// The purpose of the account where no client takes part.
    package var purpose: SignInPage.Purpose?

    package init(token: FormToken, fields: [IdentifierField]) {
        self.token = token
        self.fields = fields
    }

    package func title(in strings: Strings) -> String { strings.signUp.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        guard createsPasskey else { return nil }
        return .registration(begin: .signUpChallenge, finish: .signUpPasskey, in: strings)
            .explaining(strings.setUp.profileMessages + [("sign-in.account-exists", strings.signUp.accountExists)])
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        // The field with a fault, or else the first one.
        let hasFault = fields.contains { $0.fault != nil }
        let inputs = fields.enumerated().map { index, entry -> HTML in
            var field = entry.field(in: strings)
            field.hasFocus = index == 0 && !hasFault
            return field.html
        }
        let lead: HTML? =
            clientName.map { name -> HTML in
                "<p class=\"lead\">\(strings.general.continueTo(.strong(name)))</p>\n"
            } ?? purpose?.lead(in: strings)
        let question = signIn.map { link -> HTML in
            "<p class=\"question\">\(strings.signUp.signInQuestion) <a href=\"\(link)\">\(strings.signUp.signIn)</a></p>"
        }
        let button =
            createsPasskey
            ? Button(strings.setUp.create, icon: Icon.passkey).ceremony : Button(strings.general.continuing).html
        return """
            <h1>\(strings.signUp.title)</h1>
            \(lead)\(notice?.html(in: strings))\(createsPasskey ? HTML.scriptNotice(in: strings) : nil)\
            \(HTML.form(.signUp, token: token, attributes: createsPasskey ? " data-flow" : "", content: "\(inputs)\(button)\n"))\
            \(question)
            """
    }
}

/// The second step: whether to create a passkey. The script opens the device's dialog.
package struct CreatePasskeyPage: Page {
    package var token: FormToken
    /// The identifier that was entered.
    package var identifier: String
    /// The page on which the identifier can be changed.
    package var address: PageLink?
    /// The page that creates the account with a password instead.
    package var password: PageLink?
    /// Whether accounts without a passkey are allowed.
    package var isSkippable: Bool
    package var notice: Notice?

    package init(token: FormToken, identifier: String, isSkippable: Bool) {
        self.token = token
        self.identifier = identifier
        self.isSkippable = isSkippable
    }

    package func title(in strings: Strings) -> String { strings.passkey.createTitle }

    package func script(in strings: Strings) -> ScriptSettings? {
        .registration(begin: .signUpChallenge, finish: .signUpPasskey, in: strings)
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let benefits = strings.passkey.benefits.map { benefit -> HTML in
            "<li>\(Icon.check)<p><strong>\(benefit.title).</strong> \(benefit.remedy)</p></li>\n"
        }
        let skip: HTML = """
            \(HTML.form(.signUpSkip, token: token, content: Button(strings.general.notNow, kind: .plain).html))\
            <p class="hint centered">\(strings.passkey.skipHint)</p>

            """
        let create = Button(strings.passkey.create, icon: Icon.passkey)
        let question = password.map { link -> HTML in
            "<p class=\"question\"><a href=\"\(link)\">\(strings.newPassword.use)</a></p>\n"
        }
        let change = address.map { link -> HTML in " <a href=\"\(link)\">\(strings.signUp.changeAddress)</a>" }
        return """
            <h1>\(strings.passkey.createTitle)</h1>
            <p class="lead">\(strings.passkey.forAccount(.strong(identifier)))\(change)</p>
            <p>\(strings.passkey.createLead)</p>
            <ul class="benefits">
            \(benefits)</ul>
            \(notice?.html(in: strings))\(HTML.scriptNotice(in: strings))\
            \(HTML.form(.signUp, token: token, attributes: " data-flow", content: create.ceremony))\
            \(question)\(isSkippable ? skip : nil)
            """
    }
}

/// The last step: the user's name.
package struct ProfilePage: Page {
    package var token: FormToken
    package var name: String?
    package var isRequired = false
    package var fault: FieldFault?

    package init(token: FormToken, name: String? = nil) {
        self.token = token
        self.name = name
    }

    package func title(in strings: Strings) -> String { strings.signUp.profileTitle }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        var field = Field(name: "name", label: strings.signUp.name)
        field.autocomplete = "name"
        field.hint = strings.signUp.nameHint
        field.value = name
        field.fault = fault?.text(for: nil, in: strings)
        field.isRequired = isRequired
        field.optionalMark = isRequired ? nil : strings.general.optional
        field.length = 300
        field.hasFocus = true
        let content: HTML = "\(field.html)\(Button(strings.signUp.save).html)\n"
        return """
            <h1>\(strings.signUp.profileTitle)</h1>
            <p class="lead">\(strings.signUp.profileLead)</p>
            \(HTML.form(.signUpProfile, token: token, content: content))
            """
    }
}

/// Offers a passkey on this device after a sign-in with another one, or asks for one that the user can sign in with.
package struct AddPasskeyPage: Page {
    package var token: FormToken
    package var identifier: String
    /// Whether the account has no passkey, and the user has to sign in again.
    package var isRequired = false
    /// The page on which the user chooses another account.
    package var otherAccount: PageLink?
    /// Whether the user has signed in with a password, and not with another device.
    package var isAfterPassword = false
    /// Whether the user has signed in with a code.
    package var isAfterCode = false
    /// Whether the script asks the browser first to create the passkey without a prompt.
    package var isCreatedConditionally = false

    package init(token: FormToken, identifier: String) {
        self.token = token
        self.identifier = identifier
    }

    package func title(in strings: Strings) -> String {
        isRequired ? strings.passkey.requiredTitle : strings.passkey.addTitle
    }

    package func script(in strings: Strings) -> ScriptSettings? {
        let settings = ScriptSettings.registration(
            begin: .offeredPasskeyChallenge, finish: .offeredPasskey, in: strings)
        return isCreatedConditionally ? settings.creatingConditionally : settings
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let add = Button(strings.passkey.add, icon: Icon.passkey)
        let skip = Button(isRequired ? strings.general.cancel : strings.general.notNow, kind: .plain)
        let other = otherAccount.map { link -> HTML in
            "<p><a class=\"button plain\" href=\"\(link)\"><span>\(strings.selection.another)</span></a></p>\n"
        }
        return """
            <h1>\(title(in: strings))</h1>
            <p class="lead">\(strings.passkey.forAccount(.strong(identifier)))</p>
            <p>\(explanation(in: strings))</p>
            \(HTML.scriptNotice(in: strings))\
            \(HTML.form(.offeredPasskey, token: token, attributes: " data-flow", content: add.ceremony))\
            \(HTML.form(.offeredPasskeySkip, token: token, content: skip.html))\(other)
            """
    }

    private func explanation(in strings: Strings) -> String {
        if isRequired { return strings.passkey.requiredLead }
        if isAfterPassword { return strings.password.addLead }
        return isAfterCode ? strings.codes.addLead : strings.passkey.addLead
    }
}
