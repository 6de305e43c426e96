// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The mail with a link to choose a new password.
package struct PasswordResetMail: Mail {
    /// From when a password counts that is set with the link alone.
    package enum Effect: Hashable, Sendable {
        case atOnce
        /// The account has a passkey, which alone sets a password at once.
        case after(Timestamp)
    }

    package let link: MailLink
    package let validMinutes: Int
    package let effect: Effect

    package init(link: MailLink, validMinutes: Int, effect: Effect) {
        self.link = link
        self.validMinutes = validMinutes
        self.effect = effect
    }

    package func subject(in context: MailContext) -> String {
        context.strings.passwordReset.subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.passwordReset
        return [.paragraph(words.lead)] + passkey(in: context) + [
            .button(words.button, link), .paragraph(words.validity(String(validMinutes))), .paragraph(words.unexpected),
        ]
    }

    private func passkey(in context: MailContext) -> [MailBlock] {
        guard case .after(let time) = effect else { return [] }
        return [.paragraph(context.strings.passwordReset.passkey(context.moment(time)))]
    }
}
