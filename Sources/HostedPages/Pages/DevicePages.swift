// SPDX-License-Identifier: Apache-2.0

/// Asks for the code that a device shows (RFC 8628, section 3.3). The form posts `user_code`.
package struct DeviceCodePage: Page {
    package var token: FormToken
    package var code: String?
    package var notice: Notice?

    package init(token: FormToken, code: String? = nil) {
        self.token = token
        self.code = code
    }

    package func title(in strings: Strings) -> String { strings.device.title }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        var field = Field(name: "user_code", label: strings.device.code)
        field.value = code
        field.autocomplete = "one-time-code"
        field.capitalization = "characters"
        field.isRequired = true
        field.isCode = true
        field.hasFocus = true
        field.length = 32
        let content: HTML = "\(field.html)\(Button(strings.general.continuing).html)\n"
        return """
            <h1>\(strings.device.title)</h1>
            <p class="lead">\(strings.device.lead)</p>
            \(notice?.html(in: strings))\(HTML.form(.device, token: token, content: content))
            """
    }
}

/// Asks whether the device may sign in. The form posts `decision`: `allow` or `deny`.
package struct DeviceConfirmPage: Page {
    package var token: FormToken
    package var code: String
    package var clientName: String
    package var clientLogo: PageLink?
    package var accountName: String
    package var scopes: [RequestedScope]

    package init(token: FormToken, code: String, clientName: String, accountName: String) {
        self.token = token
        self.code = code
        self.clientName = clientName
        self.accountName = accountName
        scopes = []
    }

    package func title(in strings: Strings) -> String { strings.device.confirmTitle }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let words = strings.device
        let list: HTML = "<ul class=\"rows\">\n\(scopes.map { $0.row(in: strings) })</ul>\n"
        let content: HTML = """
            \(HTML.hidden(name: "user_code", value: code))\
            \(Button(words.allow).submitting(name: "decision", value: "allow").html)
            \(Button(words.deny, kind: .secondary).submitting(name: "decision", value: "deny").html)

            """
        return """
            \(ClientMark(name: clientName, logo: clientLogo).html)\
            <h1>\(words.confirmTitle)</h1>
            <p class="lead">\(words.confirmLead(.strong(clientName)))</p>
            <p class="centered">\(words.sameCode)</p>
            <p class="user-code"><bdi>\(code)</bdi></p>
            \(scopes.isEmpty ? nil : list)\(Notice(.warning, message: words.warning).html(in: strings))\
            \(HTML.form(.deviceConfirmation, token: token, content: content))\
            <p class="hint centered">\(strings.consent.signedInAs(.strong(accountName)))</p>
            """
    }

    package var logos: [PageLink] { clientLogo.map { [$0] } ?? [] }
}

/// Says whether the device was connected.
package struct DeviceDonePage: Page {
    package var isConnected: Bool

    package init(isConnected: Bool) {
        self.isConnected = isConnected
    }

    package func title(in strings: Strings) -> String {
        isConnected ? strings.device.doneTitle : strings.device.deniedTitle
    }

    package func body(in context: PageContext) -> HTML {
        let words = context.strings.device
        return """
            \(isConnected ? HTML.successMark : nil)<h1>\(title(in: context.strings))</h1>
            <p class="lead">\(isConnected ? words.doneLead : words.deniedLead)</p>
            \(HTML.wayOn("\(context.strings.home.account)", to: PageLink(.account)))\(context.help)
            """
    }
}

extension HTML {
    static let successMark: HTML = "<span class=\"success-mark\">\(Icon.check)</span>\n"
}
