// SPDX-License-Identifier: Apache-2.0

/// The next steps for the owner of a new server.
package struct NextSteps: Sendable {
    /// An origin that the owner's own application could have.
    package var origin: String
    /// A request for authorization, which shows how an application's sign-in goes; `nil` if the server has no client
    /// for it.
    package var signIn: PageLink?

    package init(origin: String, signIn: PageLink?) {
        self.origin = origin
        self.signIn = signIn
    }

    func html(in strings: Strings) -> HTML {
        let words = strings.nextSteps
        let tried: HTML =
            if let signIn { "<a href=\"\(signIn)\">\(words.tryOut)</a>" } else { "\(words.tryOut)" }
        return """
            <section aria-labelledby="next">
            <h2 id="next">\(words.title)</h2>
            <ol class="rows">
            \(step(1, title: "\(words.add)", detail: words.addDetail(command)))\
            \(step(2, title: tried, detail: "\(signIn == nil ? words.trySignOut : words.tryDetail)"))\
            \(step(3, title: "<a href=\"#passkeys\">\(words.second)</a>", detail: "\(words.secondDetail)"))</ol>
            </section>

            """
    }

    private var command: HTML { "<code>thumbturn clients add Notes --type spa --origin \(origin)</code>" }

    private func step(_ number: Int, title: HTML, detail: HTML) -> HTML {
        """
        <li><div class="row"><span class="number" aria-hidden="true">\(number)</span><div class="row-text">\
        <span class="row-title">\(title)</span><span class="detail">\(detail)</span></div></div></li>

        """
    }
}
