// SPDX-License-Identifier: Apache-2.0

import HostedPages
import WireFormats

/// A mail with all of its values.
struct MailSample: Sendable, CustomStringConvertible {
    let description: String
    let mail: any Mail
    /// The links that it was given.
    var links: [String] = []

    func content(in context: MailContext = .sample()) -> MailContent { mail.content(in: context) }
}

extension MailContext {
    static let support = "https://example.com/help"

    static func sample(
        _ language: Language = .english, brand: Brand = Brand(name: "Northwind"), support: String? = support
    ) -> MailContext {
        MailContext(
            language: language, brand: brand, host: "auth.example.com", support: support.flatMap { MailLink(url: $0) })
    }
}

extension MailSample {
    static let all = letters + codes + notices + variants
    static let notices = events.map { notice($0.name, $0.event) }
    static let withHelp = all.filter { $0.description == "unconfirmed-reset" } + variants
    static let time = Timestamp("2026-11-25T09:05:00Z") ?? Timestamp(secondsSince1970: 0)
    static let later = Timestamp("2026-11-28T14:00:00Z") ?? Timestamp(secondsSince1970: 0)

    private static let address = "https://auth.example.com/link?t="

    private static let letters = [
        reset("password-reset") { PasswordResetMail(link: $0, validMinutes: 10) },
        reset("passkey-instead", PasskeyInsteadMail.init),
        MailSample(description: "unconfirmed-reset", mail: UnconfirmedResetMail()),
        MailSample(description: "stopped-reset", mail: StoppedResetMail()),
        MailSample(description: "test", mail: TestMail()),
    ]

    static let code = "123456"

    private static let codes =
        CodeMail.Purpose.allCases.flatMap { purpose in
            [
                reset("code-\(purpose)") { CodeMail(code: code, minutes: 10, purpose: purpose, link: $0) },
                MailSample(
                    description: "code-\(purpose)-without-link",
                    mail: CodeMail(code: code, minutes: 10, purpose: purpose)),
            ]
        } + [
            reset("sign-up-confirmation") { SignUpConfirmationMail(link: $0, validMinutes: 1440) },
            reset("account-exists", AccountExistsMail.init),
            MailSample(description: "address-in-use", mail: AddressInUseMail()),
        ]

    static let events: [(name: String, event: NoticeMail.Event)] = [
        ("passkey-added", .passkeyAdded), ("passkey-removed", .passkeyRemoved),
        ("passkey-superseded", .passkeySuperseded),
        ("password-set", .passwordSet), ("password-changed", .passwordChanged),
        ("password-was-reset", .passwordReset),
        ("password-removed", .passwordRemoved), ("password-restored", .passwordRestored),
        ("passkeys-only", .passkeysOnly), ("password-allowed", .passwordAllowed), ("new-browser", .newBrowser),
        ("device-key-added", .deviceKeyAdded), ("device-key-removed", .deviceKeyRemoved),
        ("email-added", .emailAdded), ("phone-added", .phoneAdded), ("phone-changed", .phoneChanged),
        ("deletion", .accountToBeDeleted(at: later, restoredBy: .passkey)),
        ("deletion-for-good", .accountToBeDeleted(at: later, restoredBy: .operator)),
        ("account-kept", .accountKept), ("address-changed", .addressChanged(hearsUntil: later)),
    ]

    private static let variants = [
        notice("notice-without-links", .passwordChanged, hasLinks: false),
        notice("notice-by-administrator", .passwordSet, way: .administrator, hasLinks: false),
    ]

    private static func reset(_ name: String, _ mail: (MailLink) -> any Mail) -> MailSample {
        let text = address + "cmVzZXQ&x=1"
        let mail = MailLink(url: text).map(mail)
        return MailSample(description: name, mail: mail ?? TestMail() as any Mail, links: [text])
    }

    static func notice(
        _ name: String, _ event: NoticeMail.Event, way: NoticeMail.Way = .passkey, hasLinks: Bool = true
    ) -> MailSample {
        var mail = NoticeMail(event, at: time)
        mail.browser = ("Firefox", "Linux")
        mail.place = IPAddress("203.0.113.77").map(ShortenedAddress.init)
        mail.way = way
        guard hasLinks else { return MailSample(description: name, mail: mail) }
        let texts = [address + "bWU", address + "c3RvcA"]
        let links = texts.compactMap { MailLink(url: $0) }
        if links.count == 2 {
            mail.links = NoticeMail.Links(wasMe: links[0], stop: links[1], validUntil: later)
        }
        return MailSample(description: name, mail: mail, links: texts)
    }
}
