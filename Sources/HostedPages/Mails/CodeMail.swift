// SPDX-License-Identifier: Apache-2.0

/// The mail with a code, and with a link that does the same. The subject doesn't have the code: locked phones show it.
package struct CodeMail: Mail {
    package enum Purpose: String, CaseIterable, Sendable {
        case signIn
        case signUp
        case confirmAddress
    }

    package let code: String
    package let minutes: Int
    package let purpose: Purpose
    package let link: MailLink?

    package init(code: String, minutes: Int, purpose: Purpose, link: MailLink? = nil) {
        self.code = code
        self.minutes = minutes
        self.purpose = purpose
        self.link = link
    }

    package func subject(in context: MailContext) -> String {
        context.strings.codes.words(for: purpose).subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.codes
        let validity = (link == nil ? words.codeValidity : words.codeAndLinkValidity)(String(minutes))
        let alternative = link.map { link -> [MailBlock] in
            [.paragraph(words.alternative), .button(words.words(for: purpose).button, link)]
        }
        return [.paragraph(words.words(for: purpose).lead), .code(code)] + (alternative ?? []) + [
            .paragraph(validity), .paragraph(words.unexpected),
        ]
    }
}

/// The mail that has a sign-up with a password confirmed, where the page of the sign-up asks for no code.
package struct SignUpConfirmationMail: Mail {
    package let link: MailLink
    package let validMinutes: Int

    package init(link: MailLink, validMinutes: Int) {
        self.link = link
        self.validMinutes = validMinutes
    }

    package func subject(in context: MailContext) -> String {
        context.strings.codes.signUp.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.codes
        // A day is easier to read than 1440 minutes.
        let isWholeHours = validMinutes >= 120 && validMinutes.isMultiple(of: 60)
        let validity =
            isWholeHours ? words.linkHours(String(validMinutes / 60)) : words.linkMinutes(String(validMinutes))
        return [
            .paragraph(words.confirmationLead), .button(words.signUp.button, link), .paragraph(validity),
            .paragraph(words.confirmationUnexpected),
        ]
    }
}
