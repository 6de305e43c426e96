// SPDX-License-Identifier: Apache-2.0

/// Asks whether to sign out, where a request doesn't prove that the user wants to.
package struct LogoutPage: Page {
    package var token: FormToken
    package var accountName: String
    /// Hidden fields that the form returns, such as the request.
    package var fields: [(name: String, value: String)] = []
    /// Whether the account has no passkey, so that the user can't sign in again.
    package var isOnlyWayIn = false
    /// Where users go who stay signed in.
    package var stay: PageLink

    package init(token: FormToken, accountName: String, stay: PageLink) {
        self.token = token
        self.accountName = accountName
        self.stay = stay
    }

    package func title(in strings: Strings) -> String { strings.logout.title }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.logout
        let content: HTML = """
            \(fields.map { HTML.hidden(name: $0.name, value: $0.value) })\(Button(words.confirm).html)
            <a class="button secondary" href="\(stay)"><span>\(words.stay)</span></a>

            """
        let warning = Notice(.warning, message: context.strings.account.onlyWayIn).html(in: context.strings)
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(words.lead(.strong(accountName)))</p>
            \(isOnlyWayIn ? warning : nil)\(HTML.form(.logout, token: token, content: content))
            """
    }
}

/// Says that the user is signed out.
package struct LoggedOutPage: Page {
    package var clientName: String?
    /// Where the client asked to return to.
    package var destination: PageLink?

    package init(clientName: String? = nil, destination: PageLink? = nil) {
        self.clientName = clientName
        self.destination = destination
    }

    package func title(in strings: Strings) -> String { strings.logout.doneTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.logout
        let link = destination.map { link -> HTML in
            let name = clientName ?? link.host ?? context.brand.name
            return "<p><a class=\"button secondary\" href=\"\(link)\"><span>\(words.backTo(name))</span></a></p>"
        }
        return """
            \(HTML.successMark)<h1>\(words.doneTitle)</h1>
            <p class="lead">\(words.doneLead)</p>
            \(link)
            """
    }
}
