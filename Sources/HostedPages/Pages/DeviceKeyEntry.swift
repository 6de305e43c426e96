// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A device key in the list of the account.
package struct DeviceKeyEntry: Sendable {
    package enum Removal: Sendable {
        case allowed
        /// The account has no other way in.
        case needsAnotherWay
        /// The sign-in is too weak.
        case needsPasskey
    }

    package let id: String
    package let deviceName: String
    package let applicationName: String
    package let createdAt: Timestamp
    package var lastUsedAt: Timestamp?
    /// Whether it is of Auth0's Touch ID library.
    package var isLegacy = false
    /// Until when what is older may undo it, if it hasn't settled.
    package var unconfirmedUntil: Timestamp?
    /// Whether a passkey has taken its place.
    package var isReplaced = false
    package var removal = Removal.allowed

    package init(id: String, deviceName: String, applicationName: String, createdAt: Timestamp) {
        self.id = id
        self.deviceName = deviceName
        self.applicationName = applicationName
        self.createdAt = createdAt
    }

    func html(token: FormToken, in strings: Strings) -> HTML {
        """
        <li>
        \(HTML.row(icon: Icon.phone, title: .isolated(deviceName), detail: detail(in: strings), end: badges(in: strings)))
        \(removal == .allowed ? form(token: token, in: strings) : nil)</li>

        """
    }

    private func detail(in strings: Strings) -> HTML {
        let words = strings.deviceKeys
        let used = lastUsedAt.map { strings.account.lastUsed(strings.time($0)) } ?? HTML(strings.account.neverUsed)
        let lines =
            [
                [words.application(.isolated(applicationName))],
                [strings.review.added(strings.time(createdAt)), used],
                unconfirmedUntil.map { [words.counts(strings.deadline($0))] },
                isReplaced ? [HTML(words.replaced)] : nil,
                obstacle(in: words).map { [HTML($0)] },
            ].compactMap(\.self)
        return "\(lines.map(HTML.facts))"
    }

    /// Why it can't be removed here.
    private func obstacle(in words: Strings.DeviceKeys) -> String? {
        switch removal {
        case .allowed: nil
        case .needsAnotherWay: words.onlyWayIn
        case .needsPasskey: words.needsPasskey
        }
    }

    private func badges(in strings: Strings) -> HTML? {
        let marks = [
            isLegacy ? strings.deviceKeys.legacy : nil, unconfirmedUntil == nil ? nil : strings.account.unverified,
        ].compactMap(\.self)
        guard !marks.isEmpty else { return nil }
        return "<span class=\"badges\">\(marks.map { mark -> HTML in "<span class=\"badge\">\(mark)</span>" })</span>"
    }

    private func form(token: FormToken, in strings: Strings) -> HTML {
        let words = strings.account
        let label = words.removeLabel(deviceName)
        let content: HTML = """
            \(HTML.hidden(name: "id", value: id))\(Button(words.remove, kind: .danger).labeled(label).html)

            """
        return """
            <div class="actions">
            <details><summary class="button plain" aria-label="\(label)">\(words.remove)</summary>
            <div class="panel">
            <p><strong>\(words.removeQuestion(.isolated(deviceName)))</strong></p>
            <p>\(strings.deviceKeys.removes(.isolated(applicationName)))</p>
            \(HTML.form(.accountDeviceKeyRemoval, token: token, content: content))</div></details>
            </div>

            """
    }
}
