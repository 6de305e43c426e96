// SPDX-License-Identifier: Apache-2.0

/// The mail with a link to choose a new password.
package struct PasswordResetMail: Mail {
    package let link: MailLink
    package let validMinutes: Int

    package init(link: MailLink, validMinutes: Int) {
        self.link = link
        self.validMinutes = validMinutes
    }

    package func subject(in context: MailContext) -> String {
        context.strings.passwordReset.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.passwordReset
        return [
            .paragraph(words.lead), .button(words.button, link), .paragraph(words.validity(String(validMinutes))),
            .paragraph(words.unexpected),
        ]
    }
}

/// The same for an account with a passkey: the mailbox alone sets no password there, and the passkey does.
package struct PasskeyInsteadMail: Mail {
    /// The account page.
    package let link: MailLink

    package init(link: MailLink) {
        self.link = link
    }

    package func subject(in context: MailContext) -> String {
        context.strings.passwordReset.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.passwordReset
        return [
            .paragraph(words.passkey), .button(words.account, link), .paragraph(words.unexpected),
        ]
    }
}
