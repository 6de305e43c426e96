// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Shows a user who has proven an address of an account what could get into the account before. The form has a
/// field for each entry, and another one for each that is ticked.
package struct ReviewPage: Page {
    /// The name of an entry's box begins with it. The rest is the entry's ID, because no field may be repeated.
    package static let field = "remove:"
    /// The same for the field that says that the entry was shown.
    package static let shownField = "shown:"
    /// The entries that a page lists at most.
    package static let limit = 48

    /// What can get into the account.
    package struct Entry: Sendable {
        package enum Kind: Hashable, Sendable {
            case passkey(name: String?)
            case password
            /// The key of an application on a device.
            case deviceKey(device: String)
            case browser(name: String)
            case application(name: String)
            case email(String)
            case phone(String)
            case username(String)
        }

        package let id: String
        package let kind: Kind
        package let addedAt: Timestamp
        /// Whether the page proposes to remove it.
        package var isTicked: Bool

        package init(id: String, kind: Kind, addedAt: Timestamp, isTicked: Bool) {
            self.id = id
            self.kind = kind
            self.addedAt = addedAt
            self.isTicked = isTicked
        }
    }

    package var token: FormToken
    package var address: String
    package var entries: [Entry]

    package init(token: FormToken, address: String, entries: [Entry]) {
        self.token = token
        self.address = address
        self.entries = entries
    }

    package func title(in strings: Strings) -> String { strings.review.title }

    package func body(in context: PageContext) -> HTML {
        let (strings, words) = (context.strings, context.strings.review)
        let content: HTML = """
            <ul class="rows">
            \(entries.map { $0.html(in: strings) })</ul>
            \(Button(strings.general.continuing).html)

            """
        return """
            <h1>\(words.title)</h1>
            <p class="lead">\(words.lead(.strong(address)))</p>
            <p class="hint">\(words.hint)</p>
            \(HTML.form(.codeReview, token: token, content: content))\(context.help)
            """
    }
}

extension ReviewPage.Entry {
    /// The row is the label, so that all of it ticks the box.
    fileprivate func html(in strings: Strings) -> HTML {
        let description = description(in: strings)
        let facts = HTML.facts([description.kind.map { HTML($0) }, date(in: strings)].compactMap(\.self))
        return """
            <li>\(HTML.hidden(name: ReviewPage.shownField + id, value: "1"))<label class="choice row"><input type="checkbox" name="\(ReviewPage.field)\(id)" value="1"\(flag: "checked", isTicked)>\
            <span class="row-text"><span class="row-title">\(description.title)</span>\
            <span class="detail">\(facts)</span></span></label></li>

            """
    }

    private func date(in strings: Strings) -> HTML {
        let time = strings.time(addedAt)
        return switch kind {
        case .passkey, .deviceKey, .email, .phone, .username: strings.review.added(time)
        case .password: strings.accountPassword.setOn(time)
        case .browser, .application: strings.account.signedIn(time)
        }
    }

    /// The name and, unless it says it all, the kind.
    private func description(in strings: Strings) -> (title: HTML, kind: String?) {
        switch kind {
        case .passkey(let name?): (.isolated(name), strings.account.unnamed)
        case .passkey(nil): (HTML(strings.account.unnamed), nil)
        case .password: (HTML(strings.accountPassword.active), nil)
        case .deviceKey(let device): (.isolated(device), strings.review.deviceKey)
        case .browser(let name): (.isolated(name), strings.review.browser)
        case .application(let name): (.isolated(name), strings.review.application)
        case .email(let text): (.isolated(text), strings.signUp.email)
        case .phone(let text): (.isolated(text), strings.signUp.phone)
        case .username(let text): (.isolated(text), strings.signUp.username)
        }
    }
}

/// Asks a user who has proven an address whether the account that has it, unconfirmed and with a passkey, is theirs. The
/// form posts `choice`: `new`.
package struct ForeignAccountPage: Page {
    package var token: FormToken
    package var address: String
    /// The page that asks for the passkey.
    package var signIn: PageLink?
    /// Whether the user can have another account with the address.
    package var offersNewAccount: Bool

    package init(token: FormToken, address: String, signIn: PageLink?, offersNewAccount: Bool) {
        self.token = token
        self.address = address
        self.signIn = signIn
        self.offersNewAccount = offersNewAccount
    }

    package func title(in strings: Strings) -> String { strings.review.foreignTitle }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.review
        let rows = [words.own, offersNewAccount ? words.foreign : words.foreignWithoutNew].map { message -> HTML in
            "<li>\(HTML.row(icon: nil, title: "\(message.title)", detail: "\(message.remedy)"))</li>\n"
        }
        let passkey = signIn.map { link -> HTML in
            "<p><a class=\"button\" href=\"\(link)\">\(Icon.passkey)<span>\(words.usePasskey)</span></a></p>\n"
        }
        let button = Button(words.startNew, kind: .secondary).submitting(name: "choice", value: "new")
        return """
            <h1>\(words.foreignTitle)</h1>
            <p class="lead">\(words.foreignLead(.strong(address)))</p>
            <ul class="rows">
            \(rows)</ul>
            \(passkey)\(offersNewAccount ? HTML.form(.codeReview, token: token, content: "\(button.html)\n") : nil)\
            \(context.help)
            """
    }
}
