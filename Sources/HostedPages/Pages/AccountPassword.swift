// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The password on the account page, with what its user can do about it.
package struct AccountPassword: Sendable {
    package enum State: Sendable {
        case missing
        /// It was removed, and a passkey brings it back.
        case removed(restorableUntil: Timestamp)
        case active(setAt: Timestamp, isKnownToAttackers: Bool)
        /// Only passkeys sign in.
        case off
        /// The same, and only an operator can change that.
        case offByOperator
    }

    /// What is missing for a change.
    package enum Requirement: Sendable {
        case passkey
        case settledPasskey(at: Timestamp)
        case secondPasskey
        case secondSettledPasskey(at: Timestamp)
    }

    package var state: State
    /// Whether the site gives users a first password.
    package var isOffered = true
    /// Whether users change their password themselves.
    package var isChangeable = true
    /// What is missing before a password can be set, or this one be changed.
    package var toSet: Requirement?
    /// What is missing before the account can do without the password.
    package var toDoWithout: Requirement?

    package init(_ state: State) {
        self.state = state
    }

    var signsIn: Bool {
        if case .active = state { true } else { false }
    }

    /// - Parameter isBesideDeviceKeys: Whether passkeys are not the only other way in.
    func section(isBesideDeviceKeys: Bool, in strings: Strings) -> HTML {
        let words = strings.accountPassword
        let links = links(in: words).map { link -> HTML in
            "<a class=\"button plain\" href=\"\(PageLink(link.path))\">\(link.text)</a>\n"
        }
        let hints = [
            toSet.map { words.toSet($0, in: strings) }, toDoWithout.map { words.toDoWithout($0, in: strings) },
        ]
        .compactMap(\.self).map { hint -> HTML in "<p class=\"hint\">\(hint)</p>\n" }
        let detail: HTML? =
            if case .missing = state, isBesideDeviceKeys { nil } else { self.detail(in: strings) }
        return """
            <section aria-labelledby="password">
            <h2 id="password">\(words.section.title)</h2>
            <p class="hint">\(words.section.lead)</p>
            <ul class="rows">
            <li>
            \(HTML.row(icon: Icon.password, title: title(in: words), detail: detail, end: badge(in: words)))
            <div class="actions">
            \(links)</div>
            </li>
            </ul>
            \(hints)</section>

            """
    }

    private func title(in words: Strings.AccountPassword) -> HTML {
        switch state {
        case .missing, .removed: HTML(words.missing)
        case .active: HTML(words.active)
        case .off, .offByOperator: HTML(words.off)
        }
    }

    private func detail(in strings: Strings) -> HTML {
        let words = strings.accountPassword
        return switch state {
        case .missing: HTML(words.missingDetail)
        case .removed(let time): words.restorable(strings.time(time))
        case .active(_, isKnownToAttackers: true): HTML(words.known)
        case .active(let time, _): words.setOn(strings.time(time))
        case .off: HTML(words.offDetail)
        case .offByOperator: HTML(words.offByOperator)
        }
    }

    private func badge(in words: Strings.AccountPassword) -> HTML? {
        switch state {
        case .active: "<span class=\"badges\"><span class=\"badge\">\(words.on)</span></span>"
        case .missing, .removed, .off, .offByOperator: nil
        }
    }

    private func links(in words: Strings.AccountPassword) -> [(path: PagePath, text: String)] {
        let isSettable = toSet == nil && (isMissing ? isOffered : isChangeable)
        let set: (PagePath, String)? = isSettable ? (.accountPassword, isMissing ? words.set : words.change) : nil
        let canDoWithout = toDoWithout == nil
        let links: [(PagePath, String)?] =
            switch state {
            case .missing: [set]
            case .removed: [set, (.accountPasswordRestoration, words.restore)]
            case .active:
                [
                    set, canDoWithout ? (.accountPasskeysOnly, words.passkeysOnly) : nil,
                    canDoWithout ? (.accountPasswordRemoval, words.remove) : nil,
                ]
            case .off:
                [
                    canDoWithout ? (.accountPasswordReturn, words.allow) : nil,
                    canDoWithout ? (.accountPasswordRemoval, words.remove) : nil,
                ]
            case .offByOperator: []
            }
        return links.compactMap(\.self)
    }

    private var isMissing: Bool {
        switch state {
        case .missing, .removed: true
        case .active, .off, .offByOperator: false
        }
    }
}
