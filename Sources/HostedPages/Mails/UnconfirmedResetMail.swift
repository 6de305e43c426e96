// SPDX-License-Identifier: Apache-2.0

/// The mail to an address that asked for a new password and was never confirmed: whoever typed it into an account could
/// have been anybody, so it gets no link.
package struct UnconfirmedResetMail: Mail {
    package init() {}

    package func subject(in context: MailContext) -> String {
        context.strings.unconfirmedReset.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.unconfirmedReset
        return [.paragraph(words.lead), .paragraph(words.alternative)] + context.help(words.help) + [
            .paragraph(words.unexpected)
        ]
    }
}

/// The mail to an address that asked for a new password, and whose last two were taken back.
package struct StoppedResetMail: Mail {
    package init() {}

    package func subject(in context: MailContext) -> String {
        context.strings.unconfirmedReset.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.unconfirmedReset
        return [.paragraph(words.stoppedLead), .paragraph(words.alternative)] + context.help(words.stoppedHelp) + [
            .paragraph(words.unexpected)
        ]
    }
}
