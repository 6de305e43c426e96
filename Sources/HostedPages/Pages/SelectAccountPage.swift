// SPDX-License-Identifier: Apache-2.0

/// Continues with the account that is signed in, or with another one. The form posts `choice`: `current`, `another` or
/// `cancel`.
package struct SelectAccountPage: Page {
    package var token: FormToken
    package var clientName: String?
    /// The user's name, or the identifier if there is none.
    package var accountName: String
    /// The identifier, if it isn't the name.
    package var accountDetail: String?
    /// Whether the user confirms a request of an application on the device, which could be another than it claims.
    package var isConfirmation = false
    /// Whether the account has no passkey, so that another sign-in in this browser loses it.
    package var isOnlyWayIn = false
    /// The page on which the user adds a passkey to the account, if the request needs another one.
    package var account: PageLink?

    package init(token: FormToken, accountName: String) {
        self.token = token
        self.accountName = accountName
    }

    package func title(in strings: Strings) -> String {
        isConfirmation ? strings.selection.confirmTitle(clientName ?? "") : strings.selection.title
    }

    package func body(in context: PageContext) -> HTML {
        let strings = context.strings
        let lead =
            isConfirmation
            ? "<p class=\"lead\">\(strings.selection.confirmLead)</p>\n"
            : clientName.map { name -> HTML in
                "<p class=\"lead\">\(strings.general.continueTo(.strong(name)))</p>\n"
            }
        let detail = accountDetail.map { text -> HTML in "<span class=\"detail\"><bdi>\(text)</bdi></span>" }
        let current: HTML =
            if let account {
                """
                <a class="row" href="\(account)">\(Icon.person)<span class="row-text">\
                <span class="row-title">\(strings.selection.open(.isolated(accountName)))</span>\(detail)</span>\
                \(Icon.chevron)</a>
                """
            } else {
                """
                <button class="row" type="submit" name="choice" value="current">\(Icon.person)<span class="row-text">\
                <span class="row-title">\(strings.selection.proceed(.isolated(accountName)))</span>\(detail)</span>\
                \(Icon.chevron)</button>
                """
            }
        let cancel: HTML = """
            <button class="button plain" type="submit" name="choice" value="cancel"><span>\(strings.general.cancel)</span></button>
            """
        let hint: HTML? =
            account == nil ? "<span class=\"detail\">\(strings.selection.anotherHint)</span>" : nil
        let content: HTML = """
            <div class="rows">
            \(current)
            <button class="row" type="submit" name="choice" value="another">\(Icon.passkey)<span class="row-text">\
            <span class="row-title">\(strings.selection.another)</span>\(hint)</span>\(Icon.chevron)</button>
            </div>
            \(account == nil ? nil : cancel)

            """
        let warning = Notice(.warning, message: strings.selection.onlyWayIn).html(in: strings)
        return """
            <h1><bdi>\(title(in: strings))</bdi></h1>
            \(lead)\(isOnlyWayIn ? warning : nil)\(HTML.form(.accountSelection, token: token, content: content))
            """
    }
}
