// SPDX-License-Identifier: Apache-2.0

/// The page that says what this server is, and what to do next. It is the same for all strangers.
package struct HomePage: Page {
    /// A document of the server, for developers.
    package enum Document: Sendable {
        case discovery
        case description
        case readiness

        fileprivate func explanation(in strings: Strings) -> String {
            switch self {
            case .discovery: strings.home.discovery
            case .description: strings.home.description
            case .readiness: strings.home.readiness
            }
        }
    }

    package var issuer: String
    /// Whether the page has a part for developers.
    package var isForDevelopers = false
    package var documents: [(document: Document, link: PageLink)] = []
    /// Whether the server has an owner.
    package var isSetUp = true
    /// Whether the browser has a session.
    package var isSignedIn = false
    /// Whether the server has the sample application.
    package var hasDemo = false

    package init(issuer: String) {
        self.issuer = issuer
    }

    package func title(in strings: Strings) -> String {
        isSetUp ? strings.home.signIn : strings.home.newTitle
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return
            "\(isSetUp ? accountPart(in: context) : setupPart(in: strings))\(isForDevelopers ? developerPart(in: strings) : nil)"
    }

    private func accountPart(in context: PageContext) -> HTML {
        let words = context.strings.home
        return """
            <h1><bdi>\(words.title(context.brand.name))</bdi></h1>
            <p class="lead">\(words.lead)</p>
            <a class="button" href="\(PageLink(.account))">\(Icon.passkey)\
            <span>\(isSignedIn ? words.account : words.signIn)</span></a>
            <a class="button secondary" href="\(PageLink(.device))"><span>\(words.device)</span></a>
            \(demoLink(words))

            """
    }

    private func demoLink(_ words: Strings.Home) -> HTML {
        hasDemo ? "<a class=\"button secondary\" href=\"\(PageLink(.demo))\"><span>\(words.demo)</span></a>" : ""
    }

    private func setupPart(in strings: Strings) -> HTML {
        let words = strings.home
        return """
            <h1>\(words.newTitle)</h1>
            <p class="lead">\(words.newLead)</p>
            <a class="button" href="\(PageLink(.setUp))"><span>\(words.enterCode)</span></a>
            <p class="hint centered">\(words.newCode("<code>thumbturn setup</code>"))</p>

            """
    }

    private func developerPart(in strings: Strings) -> HTML {
        let rows = documents.map { entry -> HTML in
            """
            <li><div class="row"><div class="row-text"><a href="\(entry.link)">\(entry.link.text)</a>\
            <span class="detail">\(entry.document.explanation(in: strings))</span></div></div></li>

            """
        }
        return """
            <section class="developers" aria-labelledby="developers">
            <h2 class="divider" id="developers">\(strings.home.developers)</h2>
            <p class="hint">\(strings.home.issuer("<code>\(issuer)</code>"))</p>
            <ul class="rows">
            \(rows)</ul>
            </section>
            """
    }
}
