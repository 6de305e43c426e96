// SPDX-License-Identifier: Apache-2.0

/// Asks whether to sign out, where a request doesn't prove that the user wants to.
package struct LogoutPage: Page {
    package var token: FormToken
    package var accountName: String
    /// The application that asks; `nil` if the user came by themselves.
    package var clientName: String?
    /// Hidden fields that the form returns, such as the request.
    package var fields: [(name: String, value: String)] = []
    /// Whether the account has no passkey, so that the user can't sign in again.
    package var isOnlyWayIn = false
    /// The destination of users who stay signed in.
    package var stay: PageLink

    package init(token: FormToken, accountName: String, stay: PageLink) {
        self.token = token
        self.accountName = accountName
        self.stay = stay
    }

    package func title(in strings: Strings) -> String { strings.logout.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        isOnlyWayIn ? .registration(begin: .accountPasskeyChallenge, finish: .accountPasskeys, in: strings) : nil
    }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.logout
        let confirm = isOnlyWayIn ? Button(words.confirmLoss, kind: .secondary) : Button(words.confirm)
        let content: HTML = """
            \(fields.map { HTML.hidden(name: $0.name, value: $0.value) })\(confirm.html)
            <a class="button \(isOnlyWayIn ? "plain" : "secondary")" href="\(stay)"><span>\(words.stay)</span></a>

            """
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(clientName.map { words.asked(.strong($0), .strong(accountName)) } ?? words.lead(.strong(accountName)))</p>
            \(isOnlyWayIn ? remedy(in: context.strings) : nil)\(HTML.form(.logout, token: token, content: content))
            """
    }

    /// Says that the account would be lost, and offers the passkey that keeps it.
    private func remedy(in strings: Strings) -> HTML {
        let add = Button(strings.account.add, icon: Icon.passkey).ceremony
        return """
            \(Notice(.failure, message: strings.account.onlyWayIn).html(in: strings))\(HTML.scriptNotice(in: strings))\
            \(HTML.form(.account, token: token, attributes: " data-flow", content: add))
            """
    }
}

/// Says that the user is signed out.
package struct LoggedOutPage: Page {
    package var clientName: String?
    /// The page that the client asked to return to.
    package var destination: PageLink?

    package init(clientName: String? = nil, destination: PageLink? = nil) {
        self.clientName = clientName
        self.destination = destination
    }

    package func title(in strings: Strings) -> String { strings.logout.doneTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.logout
        let link =
            if let destination {
                HTML.wayOn("\(words.backTo(clientName ?? destination.host ?? context.brand.name))", to: destination)
            } else {
                HTML.wayOn("\(context.strings.home.signIn)", to: PageLink(.account))
            }
        return """
            \(HTML.successMark)<h1>\(words.doneTitle)</h1>
            <p class="lead">\(words.doneLead)</p>
            \(link)\(context.help)
            """
    }
}
