// SPDX-License-Identifier: Apache-2.0

/// Asks where to send a code that signs the user in. It works without a script.
package struct AskCodePage: Page {
    package var token: FormToken
    /// The kinds of identifiers that accounts have.
    package var identifiers: [IdentifierField.Kind] = [.email]
    /// What the user entered before.
    package var identifier: String?
    /// The ways in which codes are sent.
    package var by: [CodeDelivery] = [.mail]
    /// Whether too many codes were sent.
    package var isTooMany = false
    /// The page that the user comes from.
    package var signIn: PageLink?

    package init(token: FormToken, signIn: PageLink?) {
        self.token = token
        self.signIn = signIn
    }

    package func title(in strings: Strings) -> String { strings.codes.askTitle }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, context.strings.codes)
        var field = IdentifierField.field(for: identifiers, value: identifier, in: strings)
        field.isRequired = true
        field.hasFocus = identifier == nil
        let notice = isTooMany ? Notice(.failure, message: words.tooMany) : nil
        let (lead, button) =
            switch by.first {
            case let only? where by.count == 1: (words.askLead(only), words.use(only))
            default: (words.askLeadForAny, words.send)
            }
        let content: HTML = "\(field.html)\(Button(button).html)\n"
        return """
            <h1>\(words.askTitle)</h1>
            <p class="lead">\(lead)</p>
            \(notice?.html(in: strings))\(HTML.form(.codeSend, token: token, content: content))\
            \(signIn.map { HTML.question(words.otherWay, leadingTo: $0) })\(context.help)
            """
    }
}

/// Asks for the code that was sent. It works without a script.
package struct CodePage: Page {
    package enum Purpose: CaseIterable, Sendable {
        case signIn
        case signUp
        /// An address of the signed-in user's account.
        case address

        var path: PagePath {
            switch self {
            case .signIn: .code
            case .signUp: .signUpCode
            case .address: .accountAddressCode
            }
        }
    }

    package var token: FormToken
    /// Where the code was sent, or what the user entered.
    package var address: String
    package var purpose = Purpose.signIn
    package var by = CodeDelivery.mail
    /// Whether the page may say that a code was sent. Otherwise it would say that there is an account.
    package var isCertain = false
    package var minutes = 10
    /// The whole address, for which another code can be sent.
    package var again: String?
    /// What the form has to hand back with the code. It is posted as `session`.
    package var session: String?
    package var fault: CodeFault?
    /// The page on which the user can sign in another way, or sign up with another address.
    package var signIn: PageLink?

    package init(token: FormToken, address: String) {
        self.token = token
        self.address = address
    }

    package func title(in strings: Strings) -> String {
        purpose == .signIn ? strings.codes.title : strings.codes.confirmTitle(by)
    }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, context.strings.codes)
        let lead = (isCertain ? words.sent : words.sentIfKnown)(.strong(unbrokenAddress), "\(minutes)")
        let notice = fault == .tooMany ? Notice(.failure, message: words.tooMany) : nil
        let field = Field.code(fault: fault == .wrong ? words.wrong : nil, in: strings)
        let content: HTML = "\(hidden)\(field.html)\(Button(strings.general.continuing).html)\n"
        return """
            <h1>\(title(in: strings))</h1>
            <p class="lead">\(lead)</p>
            \(notice?.html(in: strings))\(HTML.form(purpose.path, token: token, content: content))\
            \(again.map { anotherCode(for: $0, in: words) })\
            \(by == .mail ? "<p class=\"hint centered\">\(words.unwantedMail)</p>\n" : nil)\(wayBack(in: strings))
            """
    }

    /// Browsers break lines after an ellipsis unless a word joiner follows (UAX #14).
    private var unbrokenAddress: String { address.replacing("…", with: "\u{2060}…\u{2060}") }

    private var hidden: HTML {
        let kind: AccountAddress.Kind = by == .mail ? .email : .phone
        return """
            \(session.map { HTML.hidden(name: "session", value: $0) })\(purpose == .address ? kind.field : nil)
            """
    }

    /// A sign-up sends its codes where it judges them, and tells both apart by `again`.
    private func anotherCode(for identifier: String, in words: Strings.Codes) -> HTML {
        let button = Button(words.another, kind: .secondary).submitting(name: "again", value: "1")
        let path: PagePath =
            switch purpose {
            case .signIn: .codeSend
            case .signUp: .signUpCode
            case .address: .accountAddressSend
            }
        return .form(
            path, token: token,
            content: "\(HTML.hidden(name: "identifier", value: identifier))\(hidden)\(button.html)\n")
    }

    private func wayBack(in strings: Strings) -> HTML? {
        let words = strings.codes
        return switch purpose {
        case .signIn: signIn.map { HTML.question(words.otherWay, leadingTo: $0) }
        case .signUp: signIn.map { HTML.question(words.otherAddress(by), leadingTo: $0) }
        case .address: HTML.question(strings.accountPassword.back, leadingTo: signIn ?? PageLink(.account))
        }
    }
}

/// Why a code was not accepted, or none was sent.
package enum CodeFault: CaseIterable, Sendable {
    /// It is not the code, or no longer.
    case wrong
    case tooMany
}

extension HTML {
    /// A link below the page's form.
    static func question(_ text: String, leadingTo link: PageLink) -> HTML {
        "<p class=\"question\"><a href=\"\(link)\">\(text)</a></p>\n"
    }
}
