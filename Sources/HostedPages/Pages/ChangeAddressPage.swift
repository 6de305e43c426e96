// SPDX-License-Identifier: Apache-2.0

/// Adds an email address or a phone number to the account, or changes it. A passkey confirms that, or the current
/// password does, which works without a script. A code, for which the next page asks, proves the address.
package struct ChangeAddressPage: Page {
    package var token: FormToken
    package var kind: AccountAddress.Kind
    package var proof: SetPasswordPage.Proof
    /// Whether the account has another one so far.
    package var isChange: Bool
    /// What the user entered before.
    package var value: String?
    package var fault: AddressFault?
    package var currentFault: PasswordPageFault?
    /// The page that takes the other proof.
    package var alternative: PageLink?

    package init(
        token: FormToken, kind: AccountAddress.Kind, provenBy proof: SetPasswordPage.Proof, isChange: Bool
    ) {
        self.token = token
        self.kind = kind
        self.proof = proof
        self.isChange = isChange
    }

    package func title(in strings: Strings) -> String {
        let words = kind.words(in: strings)
        return isChange ? words.changeTitle : words.addTitle
    }

    package func script(in strings: Strings) -> ScriptSettings? {
        guard proof == .passkey else { return nil }
        return .authentication(begin: .accountConfirmationChallenge, finish: .accountConfirmation, in: strings)
            .explaining(
                [
                    ("sign-in.passkey-too-new", strings.accountPassword.passkeyTooNew),
                    ("sign-in.profile.identifier-malformed", AddressFault.malformed.message(for: kind, in: strings)),
                    ("sign-in.account-exists", AddressFault.taken.message(for: kind, in: strings)),
                ])
    }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, kind.words(in: context.strings))
        let question = alternative.map { link -> HTML in
            .question(
                proof == .passkey ? strings.accountPassword.useCurrent : strings.newPassword.usePasskey,
                leadingTo: link)
        }
        return """
            <h1>\(title(in: strings))</h1>
            <p class="lead">\(isChange ? words.changeLead : words.addLead)</p>
            \(proof == .passkey ? HTML.scriptNotice(in: strings) : nil)\(notice(in: strings))\(form(in: strings))\
            \(question)\(HTML.question(strings.accountPassword.back, leadingTo: PageLink(.account)))
            """
    }

    /// What is wrong with a field is said there.
    private func notice(in strings: Strings) -> HTML? {
        if fault == .tooMany { return Notice(.failure, message: strings.codes.tooMany).html(in: strings) }
        guard let currentFault, currentFault != .wrong else { return nil }
        return Notice(.failure, message: currentFault.message(in: strings)).html(in: strings)
    }

    private func form(in strings: Strings) -> HTML {
        let words = strings.addresses
        guard proof == .passkey else {
            let fault = currentFault == .wrong ? strings.accountPassword.wrongCurrent : nil
            let current = Field.currentPassword(
                labeled: strings.accountPassword.current, name: "current_password", fault: fault)
            return .form(
                .accountAddress, token: token,
                content: """
                    \(kind.field)\(field(in: strings).html)\(proof == .currentPassword ? current.html : nil)\
                    \(Button(words.send).html)

                    """)
        }
        let button = Button(words.sendWithPasskey, icon: Icon.passkey)
        return .form(
            .accountAddress, token: token, attributes: " data-flow",
            content: """
                \(HTML.hidden(name: "act", value: kind == .email ? "change-email" : "change-phone"))\(kind.field)\(field(in: strings).html)\
                \(button.ceremony)

                """)
    }

    private func field(in strings: Strings) -> Field {
        let words = kind.words(in: strings)
        var field = Field(name: "identifier", label: isChange ? words.newLabel : words.section.title)
        field.type = kind == .email ? "email" : "tel"
        field.autocomplete = kind == .email ? "email" : "tel"
        field.hint = kind == .phone ? strings.signUp.phoneHint : nil
        field.capitalization = "none"
        field.length = kind == .email ? 320 : 32
        field.value = value
        field.isRequired = true
        field.hasFocus = currentFault == nil
        field.sending = proof == .passkey ? .withBoth : nil
        if let fault, fault != .tooMany {
            let message = fault.message(for: kind, in: strings)
            field.fault = "\(message.title) \(message.remedy)"
        }
        return field
    }
}

/// Why no code was sent to a new address.
package enum AddressFault: CaseIterable, Sendable {
    case malformed
    /// Another account has it.
    case taken
    case tooMany

    fileprivate func message(for kind: AccountAddress.Kind, in strings: Strings) -> Strings.Message {
        switch self {
        case .malformed: kind.words(in: strings).malformed
        case .taken: strings.addresses.taken
        case .tooMany: strings.codes.tooMany
        }
    }
}
