// SPDX-License-Identifier: Apache-2.0

import HostedPages
import WireFormats

extension PageSample {
    private static let token = FormToken.state("c2VhbGVk")
    private static let account = FormToken.csrf("dG9rZW4")

    static let codes = [
        PageSample(description: "ask-code") { text in
            var page = AskCodePage(token: token, signIn: PageLink(.signIn))
            page.identifier = text("identifier", "ada@example.com")
            page.isTooMany = true
            return page
        },
        PageSample(description: "ask-code-mail-or-text") { _ in
            var page = AskCodePage(token: token, signIn: nil)
            page.identifiers = [.email, .phone]
            page.by = [.mail, .text]
            return page
        },
        PageSample(description: "code") { text in
            var page = CodePage(token: token, address: text("address", "a…@example.com"))
            page.again = text("identifier", "ada@example.com")
            page.signIn = PageLink(.signIn)
            return page
        },
        PageSample(description: "code-wrong") { text in
            var page = CodePage(token: token, address: text("address", "+1 … 00"))
            page.by = .text
            page.purpose = .signUp
            page.isCertain = true
            page.again = text("identifier", "+1 555 0100")
            page.session = text("session", "c2VhbGVk")
            page.fault = .wrong
            page.signIn = PageLink(.signUp)
            return page
        },
        PageSample(description: "code-too-many") { text in
            var page = CodePage(token: account, address: text("address", "ada@example.com"))
            page.purpose = .address
            page.isCertain = true
            page.fault = .tooMany
            return page
        },
        PageSample(description: "link-sign-in") { text in
            LinkPage(link: text("link", "bGluaw"), purpose: .signIn(to: text("application", "Trip Planner")))
        },
        PageSample(description: "link-confirm") { text in
            LinkPage(link: text("link", "bGluaw"), purpose: .confirmAddress)
        },
        PageSample(description: "link-sign-up") { text in
            var page = LinkPage(link: text("link", "bGluaw"), purpose: .signUp(needsPassword: true))
            page.fault = .wrongPassword
            return page
        },
        PageSample(description: "link-code") { text in
            LinkCodePage(code: text("code", "123456"), application: text("application", "Trip Planner"))
        },
        PageSample(description: "link-done") { _ in LinkDonePage(.signUp) },
        PageSample(description: "link-unusable") { text in
            ErrorPage(.codeLinkUnusable, reference: text("reference", "9f2c41d07be3"))
        },
        PageSample(description: "review") { text in
            ReviewPage(token: token, address: text("address", "ada@example.com"), entries: entries(text))
        },
        PageSample(description: "foreign-account") { text in
            ForeignAccountPage(
                token: token, address: text("address", "ada@example.com"), signIn: PageLink(.signIn),
                offersNewAccount: true)
        },
    ]

    private static func entries(_ text: TextSource) -> [ReviewPage.Entry] {
        let kinds: [ReviewPage.Entry.Kind] = [
            .passkey(name: text("passkey", "Ada’s iPhone")), .passkey(name: nil), .password,
            .browser(name: text("browser", "Firefox on Linux")), .application(name: text("client", "Acme Photos")),
            .deviceKey(device: text("device key", "Ada’s iPad")),
            .email(text("email", "ada@example.net")), .phone(text("phone", "+1 555 0100")),
            .username(text("username", "ada")),
        ]
        return kinds.enumerated().map { index, kind in
            ReviewPage.Entry(
                id: text("id \(index)", "entry-\(index)"), kind: kind, addedAt: MailSample.time, isTicked: index != 1)
        }
    }

    static let addresses = [
        PageSample(description: "add-phone") { text in
            ChangeAddressPage(token: account, kind: .phone, provenBy: .nothing, isChange: false)
        },
        PageSample(description: "change-email") { text in
            var page = ChangeAddressPage(token: account, kind: .email, provenBy: .passkey, isChange: true)
            page.alternative = PageLink(.accountAddress, parameters: [("kind", "email"), ("by", "password")])
            return page
        },
        PageSample(description: "change-email-with-password") { text in
            var page = ChangeAddressPage(token: account, kind: .email, provenBy: .currentPassword, isChange: true)
            page.value = text("value", "ada@example")
            page.fault = .malformed
            page.currentFault = .wrong
            page.alternative = AccountAddress.Kind.email.page
            return page
        },
    ]
}
