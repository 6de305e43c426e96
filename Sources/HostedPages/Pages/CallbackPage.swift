// SPDX-License-Identifier: Apache-2.0

/// The server's first page as the redirect URI of the default client: says how a sign-in ended.
package struct CallbackPage: Page {
    /// A code that the server has issued and that was not exchanged yet.
    package struct Code: Sendable {
        package var text: String
        package var clientName: String
        /// The user, if it is the one of the browser's session.
        package var accountName: String?
        /// The command that exchanges the code; `nil` for clients that have to authenticate.
        package var exchange: String?
        /// Whether only the application knows the verifier, which the command leaves out.
        package var lacksVerifier = false

        package init(_ text: String, clientName: String) {
            self.text = text
            self.clientName = clientName
        }
    }

    package enum Outcome: Sendable {
        case code(Code)
        /// The error and its description, in the server's own words.
        case failure(error: String, description: String)
        /// A response that this server did not give, or that it does not show.
        case unknown
    }

    private let outcome: Outcome

    package init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    package func title(in strings: Strings) -> String {
        switch outcome {
        case .code: strings.callback.title
        case .failure: strings.callback.failureTitle
        case .unknown: strings.callback.unknownTitle
        }
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return """
            <h1>\(title(in: strings))</h1>
            \(content(in: strings.callback))\
            <a class="button secondary" href="\(PageLink(.account))"><span>\(strings.home.account)</span></a>
            """
    }

    private func content(in words: Strings.Callback) -> HTML {
        switch outcome {
        case .code(let code):
            let client = HTML.strong(code.clientName)
            return """
                <p class="lead">\(code.accountName.map { words.signedIn(.strong($0), client) } ?? words.ended(client))</p>
                <p>\(words.code)</p>
                <p class="technical"><code>\(code.text)</code></p>
                \(code.exchange.map { exchange($0, of: code, in: words) })
                """
        case .failure(let error, let description):
            return """
                <p class="lead">\(words.failureLead)</p>
                <p class="technical"><bdi lang="en"><code>\(error)</code>: \(description)</bdi></p>

                """
        case .unknown: return "<p class=\"lead\">\(words.unknownLead)</p>\n"
        }
    }

    private func exchange(_ command: String, of code: Code, in words: Strings.Callback) -> HTML {
        """
        <p>\(words.exchange)</p>
        <p class="technical command"><code>\(command)</code></p>
        \(code.lacksVerifier ? "<p>\(words.exchangeHint("<code>VERIFIER</code>"))</p>\n" : nil)
        """
    }
}
