// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A mail with exactly the values that it shows.
///
/// None of them is text that a user chose: whoever signs up with a name, or names a passkey, would write to strangers.
package protocol Mail: Sendable {
    func subject(in context: MailContext) -> String
    /// What the mail says below its subject.
    func blocks(in context: MailContext) -> [MailBlock]
}

extension Mail {
    package func content(in context: MailContext) -> MailContent {
        let subject = subject(in: context)
        let document = MailDocument(
            subject: subject, blocks: blocks(in: context) + [context.closing], context: context)
        return MailContent(
            subject: subject, text: document.text, html: String(decoding: document.html.bytes, as: UTF8.self))
    }
}

/// A finished mail: the same in plain text and as HTML.
package struct MailContent: Hashable, Sendable {
    package let subject: String
    package let text: String
    package let html: String
}

/// The context that all mails to a user share.
package struct MailContext: Sendable {
    package let language: Language
    package let brand: Brand
    /// The public host of the server.
    package let host: String
    /// The link to help for users; `nil` if the server's configuration names nothing.
    package let support: MailLink?

    package init(language: Language, brand: Brand, host: String, support: MailLink? = nil) {
        self.language = language
        self.brand = brand.withPlainName
        self.host = host
        self.support = support
    }

    var strings: Strings.Mails { language.strings.mails }
    var notices: Strings.MailNotices { language.strings.mailNotices }

    /// A date with the time of day, in UTC: a mail doesn't know where its reader is.
    func moment(_ time: Timestamp) -> String { language.strings.plainMoment(time) }

    /// The contact for a user who can't go on alone.
    func help(_ sentences: Strings.Mails.Help) -> [MailBlock] {
        guard let support else { return [.paragraph(sentences.fromHost(host))] }
        return [.paragraph(sentences.fromSupport), .link(strings.support, support)]
    }

    /// Who sends the mail.
    fileprivate var closing: MailBlock { .closing(strings.sender(brand.name, host)) }
}

extension Brand {
    /// The brand with a name that stays in its line and its direction, as `HTML` escapes text.
    fileprivate var withPlainName: Brand {
        var brand = self
        var name = String.UnicodeScalarView()
        for scalar in self.name.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: name.append("\u{FFFD}")
            default: name.append(scalar)
            }
        }
        brand.name = String(name)
        return brand
    }
}
