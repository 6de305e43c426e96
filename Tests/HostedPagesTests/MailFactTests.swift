// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

struct `Facts in mails` {
    @Test func `each event has a text of its own`() {
        let texts = MailSample.notices.map { $0.content().text }
        #expect(Set(texts).count == MailSample.events.count)
    }

    @Test func `the subject says at which service something happened`() {
        for sample in MailSample.all where sample.description != "test" {
            #expect(sample.content().subject.contains("Northwind"), "\(sample)")
        }
    }

    @Test(arguments: [
        (Language.english, "November 25, 2026, 09:05 UTC"), (.german, "25. November 2026, 09:05 UTC"),
    ])
    func `a notice says when something happened, in UTC`(_ language: Language, expected: String) {
        let text = NoticeMail(.passkeyAdded, at: MailSample.time).content(in: .sample(language)).text
        #expect(text.contains(": \(expected)\n"))
    }

    @Test(arguments: [
        (NoticeMail.Way.passkey, "With a passkey"), (.password, "With the password"),
        (.mailedLink, "With a link sent by mail"), (.administrator, "By an administrator"),
    ])
    func `a notice says by which way something was done`(_ way: NoticeMail.Way, expected: String) {
        let text = MailSample.notice("x", .passwordSet, way: way).content().text
        #expect(text.contains("How: \(expected)\n"))
    }

    @Test func `a notice leaves out what is not known`() {
        let text = NoticeMail(.passkeyAdded, at: MailSample.time).content(in: .sample()).text
        for name in ["Browser", "Network", "How"] { #expect(!text.contains("\(name):")) }
    }

    @Test func `a notice says until when its links work`() {
        let text = MailSample.notice("x", .passwordSet).content().text
        #expect(text.contains("until November 28, 2026, 14:00 UTC."))
    }

    @Test func `stopping a sign-in means to sign the browser out`() {
        #expect(MailSample.notice("x", .newBrowser).content().text.contains("sign that browser out"))
        #expect(!MailSample.notice("x", .passwordSet).content().text.contains("sign that browser out"))
    }

    @Test func `what an administrator did is nothing that the user could have done`() {
        let text = MailSample.notice("x", .passwordSet, way: .administrator, hasLinks: false).content().text
        #expect(text.contains("If you didn’t ask for this"))
        #expect(!text.contains("If this wasn’t you"))
    }

    @Test(arguments: MailSample.withHelp)
    func `the link to help is where a user could need it`(_ sample: MailSample) {
        let content = sample.content()
        #expect(content.text.contains("\n\(MailContext.support)\n"))
        #expect(MarkupReader.tags(of: content.html).contains { $0["href"] == MailContext.support })
    }

    @Test(arguments: MailSample.withHelp)
    func `without a link to help, the mail names the host`(_ sample: MailSample) {
        #expect(sample.content(in: .sample(support: nil)).text.contains("whoever runs auth.example.com"))
    }

    @Test func `an address for help is shown without its scheme`() throws {
        let link = try #require(PageLink(mail: "help@example.com").flatMap(MailLink.init))
        let context = MailContext(
            language: .english, brand: Brand(name: "x"), host: "auth.example.com", support: link)
        let content = UnconfirmedResetMail().content(in: context)
        #expect(content.text.contains("\nhelp@example.com\n"))
        #expect(content.html.contains("href=\"mailto:help@example.com\""))
    }

    @Test func `the owner of a passkey is told to use it, and others are not`() throws {
        let link = try #require(MailLink(url: "https://auth.example.com/account"))
        #expect(PasskeyInsteadMail(link: link).content(in: .sample()).text.contains("It has a passkey"))
        #expect(!PasswordResetMail(link: link, validMinutes: 10).content(in: .sample()).text.contains("passkey"))
    }

    @Test func `a reset says how long its link works`() throws {
        let link = try #require(MailLink(url: "https://auth.example.com/link?t=x"))
        let mail = PasswordResetMail(link: link, validMinutes: 25)
        #expect(mail.content(in: .sample()).text.contains("25 minutes"))
    }

    @Test func `an account that a passkey brings back says so`() {
        let mails = [NoticeMail.Restorer.passkey, .operator].map {
            NoticeMail(.accountToBeDeleted(at: MailSample.later, restoredBy: $0), at: MailSample.time)
                .content(in: .sample()).text
        }
        #expect(mails[0].contains("A passkey brings it back until then."))
        #expect(mails[1].contains("only whoever runs auth.example.com can bring it back."))
    }

    @Test(arguments: [
        ("203.0.113.77", "203.0.113.x"), ("0.0.0.0", "0.0.0.x"), ("::ffff:203.0.113.77", "203.0.113.x"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"), ("2001:db8::1", "2001:db8::/48"), ("::1", "::/48"),
    ])
    func `an IP address loses the part that stands for one device`(_ text: String, expected: String) throws {
        #expect(try ShortenedAddress(#require(IPAddress(text))).text == expected)
    }
}

struct `Links of mails` {
    @Test(arguments: ["/account", "//evil.example", "javascript:alert(1)", "https://a b", "mailto:a@b.example", ""])
    func `a link is a complete URL of a web server`(_ url: String) {
        #expect(MailLink(url: url) == nil)
    }

    @Test func `a path of a page is no link of a mail`() throws {
        #expect(try MailLink(#require(PageLink(path: "/account"))) == nil)
    }

    @Test func `characters outside ASCII are escaped`() {
        #expect(
            MailLink(url: "https://example.com/hilfe-für-alle?q=日")
                == MailLink(
                    url: "https://example.com/hilfe-f%C3%BCr-alle?q=%E6%97%A5"))
    }
}
