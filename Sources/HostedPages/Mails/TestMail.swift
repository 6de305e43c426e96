// SPDX-License-Identifier: Apache-2.0

/// The mail of `thumbturn mail test`.
package struct TestMail: Mail {
    package init() {}

    package func subject(in context: MailContext) -> String {
        context.strings.test.subject(context.host)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let words = context.strings.test
        return [.paragraph(words.lead(context.host)), .paragraph(words.origin)]
    }
}
