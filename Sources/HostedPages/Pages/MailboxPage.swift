// SPDX-License-Identifier: Apache-2.0

/// The mail that a server on the developer's machine has kept instead of sending it, as text whose links work.
package struct MailboxPage: Page {
    package struct Mail: Sendable {
        package let to: String
        package let subject: String
        package let text: String
        package let sentAt: String

        package init(to: String, subject: String, text: String, sentAt: String) {
            self.to = to
            self.subject = subject
            self.text = text
            self.sentAt = sentAt
        }
    }

    package let mails: [Mail]

    package init(mails: [Mail]) {
        self.mails = mails
    }

    package func title(in strings: Strings) -> String { strings.home.mailbox }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.home
        let list = mails.enumerated().map { index, mail -> HTML in
            let isOpen: HTML? = index == 0 ? " open" : nil
            return """
                <details class="mail"\(isOpen)><summary><strong>\(mail.subject)</strong><br>\
                <span class="hint"><bdi>\(mail.to)</bdi>, \(mail.sentAt)</span></summary>
                <pre>\(Self.linked(mail.text))</pre></details>

                """
        }
        return """
            <h1>\(words.mailbox)</h1>
            <p class="lead">\(mails.isEmpty ? words.mailboxEmpty : words.mailboxLead)</p>
            \(list.reduce(into: HTML()) { $0 += $1 })
            """
    }

    /// The text, in which URLs are links.
    private static func linked(_ text: String) -> HTML {
        var html = HTML()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { html += "\n" }
            let line = String(line)
            if let link = PageLink(url: line) {
                html += "<a href=\"\(link)\">\(line)</a>"
            } else {
                html += HTML(line)
            }
        }
        return html
    }
}
