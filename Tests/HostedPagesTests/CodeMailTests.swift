// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing

struct `Mails with codes` {
    @Test(arguments: CodeMail.Purpose.allCases, Language.allCases)
    func `a locked phone doesn't show the code`(_ purpose: CodeMail.Purpose, language: Language) {
        let content = CodeMail(code: "123456", minutes: 10, purpose: purpose).content(in: .sample(language))
        #expect(!content.subject.contains("123"))
    }

    @Test func `the code is alone in its line, and copied without a blank`() {
        let content = CodeMail(code: "123456", minutes: 10, purpose: .signIn).content(in: .sample())
        #expect(content.text.split(separator: "\n").count { $0 == "123456" } == 1)
        #expect(MarkupReader.tags(of: content.html).map(\.text).joined().contains("123456"))
    }

    @Test func `the link of a sign-up says how long it works, in hours if it is long`() throws {
        let link = try #require(MailLink(url: "https://auth.example.com/link?t=x"))
        for (minutes, expected) in [(1440, "24 hours"), (90, "90 minutes"), (60, "60 minutes")] {
            let mail = SignUpConfirmationMail(link: link, validMinutes: minutes)
            #expect(mail.content(in: .sample()).text.contains(expected))
        }
    }
}
