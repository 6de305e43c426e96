// SPDX-License-Identifier: Apache-2.0

/// The mail to a user who signs up with the address of their account, where the page doesn't say that there is one.
package struct AccountExistsMail: Mail {
    /// The account page, which asks to sign in.
    package let account: MailLink

    package init(account: MailLink) {
        self.account = account
    }

    package func subject(in context: MailContext) -> String {
        context.strings.codes.exists.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.codes.exists
        return [
            .paragraph(words.lead), .paragraph(words.remedy), .button(words.button, account),
            .paragraph(words.unexpected),
        ]
    }
}

/// The mail to a user whose address somebody has entered in another account.
package struct AddressInUseMail: Mail {
    package init() {}

    package func subject(in context: MailContext) -> String {
        context.strings.codes.inUse.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.codes.inUse
        return [.paragraph(words.lead), .paragraph(words.remedy), .paragraph(words.unexpected)]
    }
}
