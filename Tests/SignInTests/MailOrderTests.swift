// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import Testing
import WebAuthnMessages
import WireFormats

/// What the outbox keeps of a mail, and what its links have.
struct MailOrderTests {
    private static let time = Timestamp(secondsSince1970: 1_800_000_000)
    private let key = AEADKey.derived(secret: [UInt8](repeating: 7, count: 32), info: [1])

    @Test(arguments: [
        MailOrder.Content.passwordReset(link: "https://a.example/password/reset?t=x", validFor: 3600),
        .passkeyInstead(link: "https://a.example/account"), .unconfirmedReset, .stoppedReset, .test, .nothing,
        .notice(ChangeNotice(.passkeyAdded, at: time, host: "a.example"), links: nil),
        .notice(
            ChangeNotice(
                .accountToBeDeleted(at: time.advanced(by: 9), hasPasskey: true), at: time, host: "a.example",
                way: .passkey, by: RequestSender(address: "192.0.2.1", userAgent: "Firefox/1 Linux")),
            links: Notices.Links(wasMe: "https://a.example/w", stop: "https://a.example/s", validUntil: time)),
        .notice(ChangeNotice(.addressChanged(hearsUntil: time), at: time, host: "a.example"), links: nil),
    ])
    func `an order is read as it was stored`(content: MailOrder.Content) {
        let order = MailOrder(content, to: "ada@example.org", at: "a.example", in: ["de", "en"])
        let item = MailSeal(key: key).item(order, about: UserID(rawValue: "auth0|1"), at: Self.time)
        #expect(MailSeal(key: key).open(item) == order)
        #expect(!String(decoding: item.content, as: UTF8.self).contains("ada"))
    }

    @Test func `another key, or the content of another item, opens nothing`() {
        let seal = MailSeal(key: key)
        let items = (0..<2).map { _ in
            seal.item(MailOrder(.test, to: "ada@example.org", at: "a.example", in: []), about: nil, at: Self.time)
        }
        #expect(
            MailSeal(key: AEADKey.derived(secret: [UInt8](repeating: 8, count: 32), info: [1])).open(items[0]) == nil)
        let mixed = OutboxItem(.mail, to: "relay", content: items[0].content, at: Self.time, id: items[1].id)
        #expect(seal.open(mixed) == nil)
    }

    @Test(arguments: [NoticeLink.Subject.passkey(PasskeyID(rawValue: "passkey|1")), .password, .sessions])
    func `a link of a notice is read as it was sealed`(subject: NoticeLink.Subject) {
        let address = Identifier(kind: .email, value: "A \"b@example.org", normalized: "a \"b@example.org")
        let link = NoticeLink(subject, of: UserID(rawValue: "auth0|1"), toldTo: address, at: Self.time)
        let seal = NoticeLinkSeal(key: key)
        #expect(seal.open(seal.seal(link)) == link)
        #expect(MailedLinkSeal(key: key).open(seal.seal(link)) == nil)
    }

    @Test func `a link is read as it was sealed, and not if a character differs`() {
        let address = Identifier(kind: .email, value: "A b@example.org", normalized: "a b@example.org")
        let password = StoredPassword(
            user: UserID(rawValue: "auth0|1 2"), hash: PasswordHashText("$x"), setAt: Self.time)
        let link = MailedLink(
            .passwordReset, to: address, replacing: password, until: Self.time.advanced(by: 60))
        let text = MailedLinkSeal(key: key).seal(link)
        #expect(MailedLinkSeal(key: key).open(text) == link)
        for index in text.indices {
            var changed = text
            changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(MailedLinkSeal(key: key).open(changed) == nil)
        }
    }
}
