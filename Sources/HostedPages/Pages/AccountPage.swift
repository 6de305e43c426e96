// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Shows users what can open their account, and lets them change it.
package struct AccountPage: Page {
    /// An identifier, and whether it is proven.
    package struct Identifier: Sendable {
        package let value: String
        package let isVerified: Bool

        package init(_ value: String, isVerified: Bool) {
            self.value = value
            self.isVerified = isVerified
        }
    }

    package var token: FormToken
    package var name: String?
    package var identifiers: [Identifier]
    package var passkeys: [PasskeyEntry] = []
    /// The password, where the account's connection has any.
    package var password: AccountPassword?
    /// The addresses, each with a section of its own. `identifiers` then has the others.
    package var addresses: [AccountAddress] = []
    package var deviceKeys: [DeviceKeyEntry] = []
    package var sessions: [SessionEntry] = []
    /// The number of sessions that the page doesn't list.
    package var olderSessionCount = 0
    /// The number of sign-ins in applications and on devices that the page doesn't list.
    package var olderSignInCount = 0
    package var applications: [ApplicationEntry] = []
    package var devices: [DeviceEntry] = []
    package var notice: Notice?
    /// The next steps for the owner of a new server.
    package var nextSteps: NextSteps?
    /// Whether the session is the only way into the account.
    package var isOnlyWayIn = false
    /// Whether the session is of a passkey that is too new to change the others.
    package var isYoungSession = false
    /// Whether the sign-in may add a passkey.
    package var isAdditionAllowed = true
    /// Whether an older passkey stays until newer ones have settled.
    package var hasYoungPasskeys = false
    /// Whether the account has as many passkeys as it may have.
    package var isFull = false
    /// The accepted passkeys and the user's names, which the script signals to the device.
    package var signal: JSONValue?

    package init(token: FormToken, name: String?, identifiers: [Identifier]) {
        self.token = token
        self.name = name
        self.identifiers = identifiers
    }

    package var isWide: Bool { true }

    package func title(in strings: Strings) -> String { strings.account.title }

    package func script(in strings: Strings) -> ScriptSettings? {
        .registration(begin: .accountPasskeyChallenge, finish: .accountPasskeys, in: strings)
            .explaining([("sign-in.confirmation-required", weakSession(in: strings.account))]).signaling(signal)
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let signOut = Button(strings.account.signOut, kind: .secondary)
        return """
            <div class="heading"><h1>\(strings.account.title)</h1>
            \(HTML.form(.accountSignOut, token: token, content: signOut.html))</div>
            \(notice?.html(in: strings))\(warning(in: strings))\(HTML.scriptNotice(in: strings))\
            \(nextSteps?.html(in: strings))\(passkeySection(in: strings))\
            \(password?.section(isBesideDeviceKeys: !deviceKeys.isEmpty, in: strings))\(deviceKeySection(in: strings))\
            \(addresses.map { $0.section(token: token, in: strings) })\
            \(sessionSection(in: strings))\
            \(applicationSection(in: strings))\(deviceSection(in: strings))\
            \(profileSection(in: strings))\(deletionSection(in: strings.deletion))
            """
    }

    /// Warns that the session is the only way into the account.
    private func warning(in strings: Strings) -> HTML? {
        isOnlyWayIn ? Notice(.warning, message: strings.account.onlyWayIn).html(in: strings) : nil
    }

    /// The list of the passkeys, which may be empty. Whether the user can sign in is another question.
    private func passkeySection(in strings: Strings) -> HTML {
        let words = strings.account
        let add: HTML =
            if isYoungSession || !isAdditionAllowed {
                "<p class=\"hint\">\(weakSession(in: words).title) \(weakSession(in: words).remedy)</p>\n"
            } else if isFull {
                "<p class=\"hint\">\(words.full)</p>\n"
            } else {
                HTML.form(
                    .account, token: token, attributes: " data-flow",
                    content: Button(words.add, icon: Icon.passkey).ceremony)
            }
        let young: HTML? =
            hasYoungPasskeys && !isYoungSession ? "<p class=\"hint\">\(words.youngPasskeys)</p>\n" : nil
        let none: HTML = "<li><p>\(words.noPasskeys)</p></li>\n"
        return """
            <section aria-labelledby="passkeys">
            <h2 id="passkeys">\(words.passkeys)</h2>
            \(lead(in: words))\
            <ul class="rows">
            \(passkeys.isEmpty ? [none] : passkeys.map { $0.html(token: token, in: strings) })</ul>
            \(young)\(add)</section>

            """
    }

    /// Why the sign-in adds no passkey.
    private func weakSession(in words: Strings.Account) -> Strings.Message {
        isYoungSession ? words.youngSession : words.weakSession
    }

    /// The last passkey is the only way in, unless a password or a device key signs in, too.
    private func lead(in words: Strings.Account) -> HTML? {
        guard !passkeys.isEmpty else { return nil }
        let isOnlyWayIn = passkeys.count == 1 && password?.signsIn != true && deviceKeys.isEmpty
        return "<p class=\"hint\">\(isOnlyWayIn ? words.onlyPasskey : words.passkeysLead)</p>\n"
    }

    /// Whether there is more than this browser.
    private var canSignOutElsewhere: Bool {
        sessions.count + applications.count + devices.count + olderSignInCount > 1
    }

    private func sessionSection(in strings: Strings) -> HTML {
        let words = strings.account
        let others = HTML.form(
            .accountSessionRemoval, token: token,
            content: """
                \(HTML.hidden(name: "id", value: "others"))\(Button(words.signOutOthers, kind: .secondary).html)

                """)
        let older = [(olderSessionCount, words.olderSessions), (olderSignInCount, words.olderSignIns)]
            .filter { count, _ in count > 0 }
            .map { count, sentence -> HTML in "<p class=\"hint\">\(sentence("\(count)"))</p>\n" }
        return """
            <section aria-labelledby="sessions">
            <h2 id="sessions">\(words.sessions)</h2>
            <p class="hint">\(words.sessionsLead)</p>
            <ul class="rows">
            \(sessions.map { $0.html(token: token, in: strings) })</ul>
            \(older)\(canSignOutElsewhere ? others : nil)</section>

            """
    }

    private func deviceKeySection(in strings: Strings) -> HTML? {
        section(
            id: "device-keys", saying: strings.deviceKeys.section,
            rows: deviceKeys.map { $0.html(token: token, in: strings) })
    }

    private func applicationSection(in strings: Strings) -> HTML? {
        section(
            id: "applications", saying: strings.account.applications,
            rows: applications.map { $0.html(token: token, in: strings) })
    }

    private func deviceSection(in strings: Strings) -> HTML? {
        section(
            id: "devices", saying: strings.account.devices, rows: devices.map { $0.html(token: token, in: strings) })
    }

    /// A list of what can be disconnected or removed, unless it is empty.
    private func section(id: String, saying words: Strings.Account.Section, rows: [HTML]) -> HTML? {
        guard !rows.isEmpty else { return nil }
        return """
            <section aria-labelledby="\(id)">
            <h2 id="\(id)">\(words.title)</h2>
            <p class="hint">\(words.lead)</p>
            <ul class="rows">
            \(rows)</ul>
            </section>

            """
    }

    private func deletionSection(in words: Strings.Deletion) -> HTML {
        """
        <section aria-labelledby="deletion">
        <h2 id="deletion">\(words.section.title)</h2>
        <p class="hint">\(passkeys.isEmpty ? words.leadWithoutPasskey : words.section.lead)</p>
        <p><a class="button secondary" href="\(PageLink(.accountDeletion))"><span>\(words.link)</span></a></p>
        </section>

        """
    }

    private func profileSection(in strings: Strings) -> HTML {
        let words = strings.account
        var field = Field(name: "name", label: words.name)
        field.autocomplete = "name"
        field.value = name
        field.length = 300
        let rows = identifiers.map { identifier -> HTML in
            let badge: HTML =
                identifier.isVerified
                ? "<span class=\"badges\"><span class=\"badge good\">\(words.verified)</span></span>"
                : "<span class=\"badges\"><span class=\"badge\">\(words.unverified)</span></span>"
            return
                "<li>\(HTML.row(icon: Icon.person, title: .isolated(identifier.value), detail: nil, end: badge))</li>\n"
        }
        let content: HTML = "\(field.html)\(Button(words.save, kind: .secondary).html)\n"
        return """
            <section aria-labelledby="profile">
            <h2 id="profile">\(words.profile)</h2>
            <ul class="rows">
            \(rows)</ul>
            \(HTML.form(.accountProfile, token: token, content: content))</section>

            """
    }
}
