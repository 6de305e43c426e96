// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A passkey in the list of the account.
package struct PasskeyEntry: Sendable {
    package let id: String
    package var name: String?
    /// The maker of the authenticator, or of the password manager.
    package var provider: String?
    package let createdAt: Timestamp
    package var lastUsedAt: Timestamp?
    /// Whether it opened the session of this browser.
    package var isOfThisSession = false
    package var isSynced = false
    /// The browser and the system that it was made with.
    package var browser: (name: String, system: String)?
    /// Whether it was just made, and wants a name.
    package var isNew = false
    /// Whether the account would have no way in without it.
    package var isKept = false

    package init(id: String, createdAt: Timestamp) {
        self.id = id
        self.createdAt = createdAt
    }

    func html(token: FormToken, in strings: Strings) -> HTML {
        let title = name ?? provider ?? strings.account.unnamed
        return """
            <li>
            \(HTML.row(icon: Icon.passkey, title: .isolated(title), detail: detail(in: strings), end: badges(in: strings)))
            <div class="actions">
            \(rename(title, token: token, in: strings))\(isKept ? nil : removal(of: title, token: token, in: strings))</div>
            </li>

            """
    }

    private func detail(in strings: Strings) -> HTML {
        let words = strings.account
        let place =
            name == nil ? nil : provider.map { provider -> HTML in "\(words.provider(.isolated(provider)))" }
        // A sign-up doesn't count as a use, but the user would not understand that here.
        let used =
            (lastUsedAt ?? (isOfThisSession ? createdAt : nil)).map { words.lastUsed(strings.time($0)) }
            ?? HTML(words.neverUsed)
        return "\(place)\(HTML.facts([words.created(strings.time(createdAt)), used]))"
    }

    private func badges(in strings: Strings) -> HTML {
        let words = strings.account
        let here: HTML? = isOfThisSession ? "<span class=\"badge good\">\(words.thisDevice)</span>" : nil
        return """
            <span class="badges">\(here)\
            <span class="badge">\(isSynced ? words.synced : words.deviceBound)</span></span>
            """
    }

    private func rename(_ title: String, token: FormToken, in strings: Strings) -> HTML {
        let words = strings.account
        var field = Field(name: "name", label: words.newName)
        field.value = name ?? browser.map { words.browserOn($0.name, $0.system) } ?? provider
        field.isRequired = true
        field.length = 100
        field.idSuffix = id
        let content: HTML = """
            \(HTML.hidden(name: "id", value: id))\(field.html)\(Button(words.save).html)

            """
        return """
            <details\(flag: "open", isNew)><summary class="button plain" aria-label="\(words.renameLabel(title))">\(words.rename)</summary>
            <div class="panel">
            \(HTML.form(.accountPasskeyRename, token: token, content: content))</div></details>

            """
    }

    private func removal(of title: String, token: FormToken, in strings: Strings) -> HTML {
        let words = strings.account
        return """
            <details><summary class="button plain" aria-label="\(words.removeLabel(title))">\(words.remove)</summary>
            <div class="panel">
            <p><strong>\(words.removeQuestion(.isolated(title)))</strong></p>
            <p>\(words.removesHere) \(isSynced ? words.removesSynced : words.removesDeviceBound)</p>
            \(HTML.form(.accountPasskeyRemoval, token: token, content: """
                \(HTML.hidden(name: "id", value: id))\(Button(words.remove, kind: .danger).labeled(words.removeLabel(title)).html)

                """))
            </div></details>

            """
    }
}

/// A session of the account.
package struct SessionEntry: Sendable {
    package let id: String
    /// The browser and its system, such as "Firefox on Linux".
    package let browser: String
    package let signedInAt: Timestamp
    package let lastActiveAt: Timestamp
    package var isThisBrowser = false
    /// The applications that the user signed in to with it.
    package var applicationNames: [String] = []

    package init(id: String, browser: String, signedInAt: Timestamp, lastActiveAt: Timestamp) {
        self.id = id
        self.browser = browser
        self.signedInAt = signedInAt
        self.lastActiveAt = lastActiveAt
    }

    func html(token: FormToken, in strings: Strings) -> HTML {
        let words = strings.account
        let facts = HTML.facts([
            words.signedIn(strings.moment(signedInAt)), words.lastActive(strings.moment(lastActiveAt)),
        ])
        let names = applicationNames.joined(separator: ", ")
        let detail: HTML = "\(facts)\(names.isEmpty ? nil : HTML.isolated(names))"
        let button = Button(words.signOut, kind: .plain).labeled(words.signOutLabel(browser))
        let end: HTML =
            isThisBrowser
            ? "<span class=\"badges\"><span class=\"badge good\">\(words.thisBrowser)</span></span>"
            : HTML.form(
                .accountSessionRemoval, token: token,
                content: """
                    \(HTML.hidden(name: "id", value: id))\(button.html)
                    """)
        return "<li>\(HTML.row(icon: Icon.browser, title: .isolated(browser), detail: detail, end: end))</li>\n"
    }
}

/// An application that can act for the user.
package struct ApplicationEntry: Sendable {
    package let id: String
    package let name: String
    /// The scopes that the user allowed a third-party application.
    package var scopes: [RequestedScope] = []
    package var connectedAt: Timestamp?
    package var lastActiveAt: Timestamp?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    func html(token: FormToken, in strings: Strings) -> HTML {
        let words = strings.account
        let facts = [
            connectedAt.map { words.allowed(strings.moment($0)) },
            lastActiveAt.map { words.lastActive(strings.moment($0)) },
        ]
        let list = scopes.map { $0.title(in: strings) }.joined(separator: ", ")
        let detail: HTML = "\(HTML.facts(facts.compactMap(\.self)))\(list.isEmpty ? nil : HTML.isolated(list))"
        return .disconnectable(
            name, id: id, icon: Icon.app, detail: detail, form: .accountConsentRemoval, token: token, in: strings)
    }
}

/// A device that the user let in with a code.
package struct DeviceEntry: Sendable {
    package let id: String
    package let applicationName: String
    package let connectedAt: Timestamp
    package let lastActiveAt: Timestamp

    package init(id: String, applicationName: String, connectedAt: Timestamp, lastActiveAt: Timestamp) {
        self.id = id
        self.applicationName = applicationName
        self.connectedAt = connectedAt
        self.lastActiveAt = lastActiveAt
    }

    func html(token: FormToken, in strings: Strings) -> HTML {
        let words = strings.account
        let detail = HTML.facts([
            words.allowed(strings.moment(connectedAt)), words.lastActive(strings.moment(lastActiveAt)),
        ])
        return .disconnectable(
            applicationName, id: id, icon: Icon.screen, detail: detail, form: .accountDeviceRemoval, token: token,
            in: strings)
    }
}

extension HTML {
    /// A row with a button that disconnects what it stands for.
    fileprivate static func disconnectable(
        _ name: String, id: String, icon: HTML, detail: HTML, form: PagePath, token: FormToken, in strings: Strings
    ) -> HTML {
        let words = strings.account
        let button = Button(words.revoke, kind: .plain).labeled(words.revokeLabel(name))
        let end = HTML.form(
            form, token: token,
            content: """
                \(HTML.hidden(name: "id", value: id))\(button.html)
                """)
        return "<li>\(HTML.row(icon: icon, title: .isolated(name), detail: detail, end: end))</li>\n"
    }

    /// Short facts side by side, or below each other where there is no room.
    static func facts(_ facts: [HTML]) -> HTML {
        "<span class=\"facts\">\(facts.map { fact -> HTML in "<span>\(fact)</span> " })</span>"
    }
}
