// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Asks whether to delete the account. With a passkey the script proves who asks; an account without one posts the
/// form.
package struct AccountDeletionPage: Page {
    package var token: FormToken
    package var name: String
    package var deletesAt: Timestamp
    package var needsPasskey = true
    /// Whether the sign-in to an account without a passkey is recent enough.
    package var isRecent = true
    /// Whether the user owns the server.
    package var isOwner = false

    package init(token: FormToken, name: String, deletesAt: Timestamp) {
        self.token = token
        self.name = name
        self.deletesAt = deletesAt
    }

    package func title(in strings: Strings) -> String { strings.deletion.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        guard needsPasskey else { return nil }
        return .authentication(begin: .accountDeletionChallenge, finish: .accountDeletionPasskey, in: strings)
            .explaining([("sign-in.passkey-too-new", strings.deletion.passkeyTooNew)])
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let words = strings.deletion
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(words.lead(.strong(name), strings.time(deletesAt)))</p>
            <ul class="rows">
            \(consequences(in: words).map(Self.row))</ul>
            \(needsPasskey ? HTML.scriptNotice(in: strings) : nil)\(form(in: strings))
            """
    }

    private func consequences(in words: Strings.Deletion) -> [Strings.Message] {
        [words.ends, needsPasskey ? words.restorable : words.restorableByOperator, words.apps]
            + (isOwner ? [words.owner] : [])
    }

    private static func row(_ message: Strings.Message) -> HTML {
        "<li>\(HTML.row(icon: nil, title: "\(message.title)", detail: "\(message.remedy)"))</li>\n"
    }

    private func form(in strings: Strings) -> HTML {
        let words = strings.deletion
        let stay: HTML = """
            <a class="button secondary" href="\(PageLink(.account))"><span>\(words.stay)</span></a>

            """
        guard needsPasskey || isRecent else {
            return "\(Notice(.warning, message: words.tooOld).html(in: strings))\(stay)"
        }
        let button = Button(words.confirm, kind: .danger, icon: needsPasskey ? Icon.passkey : nil)
        return .form(
            .accountDeletion, token: token, attributes: needsPasskey ? " data-flow" : "",
            content: "\(needsPasskey ? button.ceremony : button.html)\n\(stay)")
    }
}

/// Says that the account is going to be erased, and keeps it with a passkey.
package struct AccountKeepingPage: Page {
    /// The transaction of the sign-in; `nil` if only an operator can keep the account.
    package var token: FormToken?
    package var deletesAt: Timestamp?
    /// Whether the user has just asked for the deletion.
    package var isDone = false

    package init(token: FormToken?, deletesAt: Timestamp?) {
        self.token = token
        self.deletesAt = deletesAt
    }

    package func title(in strings: Strings) -> String {
        let words = strings.deletion
        guard deletesAt != nil else { return words.unknownTitle }
        return isDone ? words.doneTitle : words.keepTitle
    }

    package func script(in strings: Strings) -> ScriptSettings? {
        token.map { _ in .authentication(usesAutofill: false, in: strings) }
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        return """
            \(isDone ? HTML.successMark : nil)<h1>\(title(in: strings))</h1>
            <p class="lead">\(lead(in: strings))</p>
            \(token.map { form($0, in: strings) })\(context.help)
            """
    }

    private func lead(in strings: Strings) -> HTML {
        let words = strings.deletion
        guard let deletesAt else { return "\(words.unknownLead)" }
        let keeping = (token == nil ? words.restorableByOperator : words.restorable).remedy
        return "\(isDone ? "\(words.doneLead) " : "")\(words.erased(strings.time(deletesAt))) \(keeping)"
    }

    private func form(_ token: FormToken, in strings: Strings) -> HTML {
        let button = Button(strings.deletion.keep, kind: isDone ? .secondary : .primary, icon: Icon.passkey)
        return """
            \(HTML.scriptNotice(in: strings))\
            \(HTML.form(.signIn, token: token, attributes: " data-flow", content: "\(HTML.hidden(name: "account", value: "keep"))\(button.ceremony)\n"))
            """
    }
}
