// SPDX-License-Identifier: Apache-2.0

/// The page of a link in a mail with a code. Showing it changes nothing, because mail scanners open links.
package struct LinkPage: Page {
    package enum Purpose: Hashable, Sendable {
        /// With the name of the application, if one takes part.
        case signIn(to: String?)
        case confirmAddress
        /// Whoever has the mailbox must know the password as well where another program has sent the sign-up.
        case signUp(needsPassword: Bool)

        fileprivate var needsPassword: Bool { self == .signUp(needsPassword: true) }
    }

    package enum Fault: CaseIterable, Sendable {
        case wrongPassword
        case tooManyAttempts
        case tooBusy
    }

    /// What the link has.
    package var link: String
    package var purpose: Purpose
    package var fault: Fault?

    package init(link: String, purpose: Purpose) {
        self.link = link
        self.purpose = purpose
    }

    package func title(in strings: Strings) -> String {
        let words = strings.codes.link
        return switch purpose {
        case .signIn(let name?): words.signInTo(name)
        case .signIn(nil): words.signIn
        case .confirmAddress, .signUp: strings.codes.confirmTitle(.mail)
        }
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let button = Button(isSignIn ? strings.signIn.title : strings.codes.link.confirm)
        let content: HTML = "\(purpose.needsPassword ? passwordField(in: strings).html : nil)\(button.html)\n"
        return """
            <h1><bdi>\(title(in: strings))</bdi></h1>
            <p class="lead">\(lead(in: strings.codes.link))</p>
            \(notice(in: strings))\(HTML.form(.link, token: .link(link), content: content))\(context.help)
            """
    }

    private var isSignIn: Bool {
        if case .signIn = purpose { true } else { false }
    }

    private func lead(in words: Strings.CodeLink) -> String {
        switch purpose {
        case .signIn: words.signInLead
        case .confirmAddress: words.confirmLead
        case .signUp(needsPassword: true): words.passwordLead
        case .signUp: words.signUpLead
        }
    }

    /// What is wrong with the password is said at its field.
    private func notice(in strings: Strings) -> HTML? {
        switch fault {
        case nil, .wrongPassword: nil
        case .tooManyAttempts: Notice(.failure, message: strings.codes.link.tooManyAttempts).html(in: strings)
        case .tooBusy: Notice(.failure, message: strings.password.tooBusy).html(in: strings)
        }
    }

    private func passwordField(in strings: Strings) -> Field {
        let words = strings.codes.link
        return .currentPassword(
            labeled: words.password, name: "password", fault: fault == .wrongPassword ? words.wrongPassword : nil)
    }
}

/// Shows the code of a link that was opened in another browser than the one that asked for it.
package struct LinkCodePage: Page {
    package var code: String
    /// The application that the sign-in is for, if there is one.
    package var application: String?

    package init(code: String, application: String?) {
        self.code = code
        self.application = application
    }

    package func title(in strings: Strings) -> String { strings.codes.link.codeTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.codes.link
        let warning = words.warning(application ?? context.brand.name)
        return """
            <h1>\(words.codeTitle)</h1>
            <p class="lead">\(words.codeLead)</p>
            <p class="user-code"><bdi>\(OneTimeCode(code).grouped)</bdi></p>
            \(Notice(.warning, message: warning).html(in: context.strings))\(context.help)
            """
    }
}

/// Says that a link has confirmed an address.
package struct LinkDonePage: Page {
    package enum Purpose: CaseIterable, Sendable {
        case confirmAddress
        case signUp
    }

    package var purpose: Purpose

    package init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    package func title(in strings: Strings) -> String { strings.codes.link.doneTitle }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, context.strings.codes.link)
        let (lead, button) =
            switch purpose {
            case .confirmAddress: (words.confirmed, strings.home.account)
            case .signUp: (words.signedUp, strings.signIn.title)
            }
        return """
            \(HTML.successMark)<h1>\(words.doneTitle)</h1>
            <p class="lead">\(lead)</p>
            <a class="button" href="\(PageLink(.account))"><span>\(button)</span></a>
            """
    }
}
