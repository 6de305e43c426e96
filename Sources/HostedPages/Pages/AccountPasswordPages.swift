// SPDX-License-Identifier: Apache-2.0

/// Sets a password, or changes it. A passkey confirms that, or the current password does, which works without a script.
package struct SetPasswordPage: Page {
    package enum Proof: Sendable {
        case passkey
        case currentPassword
        /// The account has no way in yet but the session.
        case nothing
    }

    package var token: FormToken
    /// The name that password managers save the password under.
    package var identifier: String
    package var rules: NewPasswordRules
    package var proof: Proof
    package var isChange: Bool
    package var fault: NewPasswordFault?
    package var currentFault: PasswordPageFault?
    /// The page that takes the other proof.
    package var alternative: PageLink?

    package init(
        token: FormToken, identifier: String, rules: NewPasswordRules, provenBy proof: Proof, isChange: Bool
    ) {
        self.token = token
        self.identifier = identifier
        self.rules = rules
        self.proof = proof
        self.isChange = isChange
    }

    package func title(in strings: Strings) -> String {
        isChange ? strings.accountPassword.changeTitle : strings.accountPassword.setTitle
    }

    package func script(in strings: Strings) -> ScriptSettings? {
        proof == .passkey ? .confirmation(explaining: NewPasswordFault.allCases, in: strings) : nil
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let words = strings.accountPassword
        let question = alternative.map { link -> HTML in
            """
            <p class="question"><a href="\(link)">\(proof == .passkey ? words.useCurrent : strings.newPassword.usePasskey)</a></p>

            """
        }
        return """
            <h1>\(title(in: strings))</h1>
            <p class="lead">\(isChange ? words.changeLead : words.setLead)</p>
            \(proof == .passkey ? HTML.scriptNotice(in: strings) : nil)\
            \(notice(in: strings))\
            \(form(in: strings))\(question)\(HTML.wayBack(words.back))
            """
    }

    /// What is wrong with the current password is said at its field.
    private func notice(in strings: Strings) -> HTML? {
        guard let currentFault, currentFault != .wrong else { return nil }
        return Notice(.failure, message: currentFault.message(in: strings)).html(in: strings)
    }

    private func form(in strings: Strings) -> HTML {
        let words = strings.accountPassword
        var new = Field.newPassword(rules, fault: fault, in: strings)
        guard proof == .passkey else {
            new.hasFocus = proof == .nothing
            let current = proof == .currentPassword ? currentField(in: strings).html : nil
            return .form(
                .accountPassword, token: token,
                content: "\(HTML.accountName(identifier))\(current)\(new.html)\(Button(words.save).html)\n")
        }
        new.hasFocus = true
        new.sending = .withBoth
        let button = Button(words.saveWithPasskey, icon: Icon.passkey)
        return .form(
            .accountPassword, token: token, attributes: " data-flow",
            content: """
                \(HTML.hidden(name: "act", value: "set-password"))\(HTML.accountName(identifier))\(new.html)\
                \(button.ceremony)

                """)
    }

    private func currentField(in strings: Strings) -> Field {
        let words = strings.accountPassword
        var field = Field.currentPassword(
            labeled: words.current, name: "current_password", fault: currentFault == .wrong ? words.wrongCurrent : nil)
        field.hasFocus = fault == nil
        return field
    }
}

/// Asks whether to make a change that a passkey confirms, and says what it changes and from when.
package struct PasswordActPage: Page {
    package enum Act: String, CaseIterable, Sendable {
        case remove = "remove-password"
        case restore = "restore-password"
        case usePasskeysOnly = "use-passkeys-only"
        case usePassword = "use-password"

        func words(in strings: Strings) -> Strings.AccountPassword.Act {
            let words = strings.accountPassword
            return switch self {
            case .remove: words.removal
            case .restore: words.restoration
            case .usePasskeysOnly: words.disabling
            case .usePassword: words.enabling
            }
        }
    }

    package var token: FormToken
    package var act: Act

    package init(_ act: Act, token: FormToken) {
        self.act = act
        self.token = token
    }

    package func title(in strings: Strings) -> String { act.words(in: strings).title }

    package func script(in strings: Strings) -> ScriptSettings? { .confirmation(in: strings) }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let words = act.words(in: strings)
        let rows = words.consequences.map { message -> HTML in
            "<li>\(HTML.row(icon: nil, title: "\(message.title)", detail: "\(message.remedy)"))</li>\n"
        }
        let button = Button(words.confirm, kind: act == .remove ? .danger : .primary, icon: Icon.passkey)
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(words.lead)</p>
            <ul class="rows">
            \(rows)</ul>
            \(HTML.scriptNotice(in: strings))\
            \(HTML.form(.accountPassword, token: token, attributes: " data-flow", content: "\(HTML.hidden(name: "act", value: act.rawValue))\(button.ceremony)\n"))\
            \(HTML.wayBack(strings.accountPassword.back))
            """
    }
}

extension ScriptSettings {
    /// Confirms an act of the account with a passkey.
    fileprivate static func confirmation(
        explaining faults: [NewPasswordFault] = [], in strings: Strings
    ) -> ScriptSettings {
        let words = strings.accountPassword
        return .authentication(begin: .accountConfirmationChallenge, finish: .accountConfirmation, in: strings)
            .explaining(
                [
                    ("sign-in.passkey-too-new", words.passkeyTooNew), ("sign-in.way-in-required", words.wayInRequired),
                    ("sign-in.password-unknown", words.changedElsewhere),
                    ("sign-in.password-not-restorable", words.changedElsewhere),
                    ("sign-in.password-disabled-by-operator", words.changedElsewhere),
                    ("sign-in.modified-concurrently", words.changedElsewhere),
                ] + faults.map { ($0.code, $0.message(in: strings)) })
    }
}

extension HTML {
    fileprivate static func wayBack(_ text: String) -> HTML {
        "<p class=\"question\"><a href=\"\(PageLink(.account))\">\(text)</a></p>\n"
    }
}
