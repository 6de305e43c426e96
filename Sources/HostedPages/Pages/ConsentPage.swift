// SPDX-License-Identifier: Apache-2.0

/// A scope that a client asks for, in words.
package struct RequestedScope: Hashable, Sendable {
    /// The name on the wire. Names of standard scopes have words in all languages.
    package let name: String
    /// The configured description of other scopes.
    package var description: String?
    /// The data that the client gets to see, such as the email address.
    package var value: String?

    package init(_ name: String, description: String? = nil, value: String? = nil) {
        self.name = name
        self.description = description
        self.value = value
    }

    func row(in strings: Strings) -> HTML {
        let detail = value ?? strings.consent.scopes[name]?.remedy ?? (description == nil ? nil : name)
        return """
            <li>\(HTML.row(icon: Icon.check, title: .isolated(title(in: strings)), detail: detail.flatMap(Self.detail)))</li>

            """
    }

    func title(in strings: Strings) -> String {
        strings.consent.scopes[name]?.title ?? description ?? name
    }

    private static func detail(_ text: String) -> HTML? {
        text.isEmpty ? nil : .isolated(text)
    }
}

/// Asks whether a client may have what it asks for. The form posts `decision`: `allow` or `deny`.
package struct ConsentPage: Page {
    package var token: FormToken
    package var clientName: String
    package var clientLogo: PageLink?
    package var accountName: String
    package var scopes: [RequestedScope]
    /// The host of the redirect URI, or the scheme of an app's.
    package var destination: String?

    package init(token: FormToken, clientName: String, accountName: String, scopes: [RequestedScope]) {
        self.token = token
        self.clientName = clientName
        self.accountName = accountName
        self.scopes = scopes
    }

    package func title(in strings: Strings) -> String { strings.consent.title(clientName) }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.consent
        let destination = destination.map { host -> HTML in
            "<br>\(words.redirect(.strong(host)))"
        }
        let content: HTML = """
            \(Button(words.allow).submitting(name: "decision", value: "allow").html)
            \(Button(words.deny, kind: .secondary).submitting(name: "decision", value: "deny").html)

            """
        return """
            \(ClientMark(name: clientName, logo: clientLogo).html)\
            <h1><bdi>\(words.title(clientName))</bdi></h1>
            <p class="lead">\(words.lead(.strong(clientName)))</p>
            <ul class="rows">
            \(scopes.map { $0.row(in: context.strings) })</ul>
            \(HTML.form(.consent, token: token, content: content))\
            <p class="hint centered">\(words.signedInAs(.strong(accountName)))\(destination)<br>\(words.revocable)</p>
            """
    }

    package var logos: [PageLink] { clientLogo.map { [$0] } ?? [] }
}

/// The logo of a client, or the first letter of its name.
struct ClientMark {
    let name: String
    let logo: PageLink?

    var html: HTML {
        if let logo {
            "<img class=\"client-logo\" src=\"\(logo)\" alt=\"\" width=\"64\" height=\"64\">\n"
        } else {
            "<span class=\"monogram client-logo\" aria-hidden=\"true\">\(name.first.map { $0.uppercased() } ?? "")</span>\n"
        }
    }
}
