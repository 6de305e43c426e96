// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The email address or the phone number on the account page, with what its user can do about it.
package struct AccountAddress: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case email
        case phone

        /// The parameter of the pages' addresses, and the field of their forms.
        package static let parameter = "kind"

        /// The page that changes the address.
        package var page: PageLink { PageLink(.accountAddress, parameters: [(Self.parameter, rawValue)]) }

        var field: HTML { .hidden(name: Self.parameter, value: rawValue) }

        func words(in strings: Strings) -> Strings.Addresses.Words {
            self == .email ? strings.addresses.email : strings.addresses.phone
        }
    }

    package enum State: Sendable {
        case confirmed
        case unconfirmed
        /// It is proven, but nothing older has confirmed that it was added.
        case counting(from: Timestamp)
    }

    package let kind: Kind
    package var value: String?
    package var state: State
    /// Whether a code can be sent to it.
    package var canConfirm = true
    package var canChange = true

    package init(_ kind: Kind, value: String?, state: State) {
        self.kind = kind
        self.value = value
        self.state = state
    }

    func section(token: FormToken, in strings: Strings) -> HTML {
        let words = kind.words(in: strings)
        let title = value.map { HTML.isolated($0) } ?? HTML(words.missing)
        let icon = kind == .email ? Icon.mail : Icon.message
        return """
            <section aria-labelledby="\(kind.rawValue)">
            <h2 id="\(kind.rawValue)">\(words.section.title)</h2>
            <p class="hint">\(words.section.lead)</p>
            <ul class="rows">
            <li>
            \(HTML.row(icon: icon, title: title, detail: detail(in: strings), end: badge(in: strings.account)))
            \(HTML.form(.accountAddressSend, token: token, attributes: " class=\"actions\"", content: actions(in: strings)))</li>
            </ul>
            </section>

            """
    }

    private func detail(in strings: Strings) -> HTML? {
        let words = strings.addresses
        guard value != nil else { return nil }
        return switch state {
        case .confirmed: nil
        case .unconfirmed: canConfirm ? HTML(words.unconfirmed) : nil
        case .counting(let time): words.counts(strings.deadline(time))
        }
    }

    private func badge(in words: Strings.Account) -> HTML? {
        guard value != nil else { return nil }
        return switch state {
        case .confirmed: "<span class=\"badges\"><span class=\"badge good\">\(words.verified)</span></span>"
        case .counting: "<span class=\"badges\"><span class=\"badge\">\(words.verified)</span></span>"
        case .unconfirmed: "<span class=\"badges\"><span class=\"badge\">\(words.unverified)</span></span>"
        }
    }

    private func actions(in strings: Strings) -> HTML {
        let words = kind.words(in: strings)
        let confirm = Button(strings.addresses.confirm, kind: .plain).labeled(words.confirmLabel).html
        let text = value == nil ? strings.addresses.add : strings.addresses.change
        let label = value == nil ? words.addTitle : words.changeTitle
        let change: HTML = "<a class=\"button plain\" href=\"\(kind.page)\" aria-label=\"\(label)\">\(text)</a>\n"
        return "\(kind.field)\(isConfirmable ? "\(confirm)\n" : nil)\(canChange ? change : nil)"
    }

    private var isConfirmable: Bool {
        if case .unconfirmed = state { value != nil && canConfirm } else { false }
    }
}
