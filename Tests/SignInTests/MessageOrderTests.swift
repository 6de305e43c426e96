// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import Testing
import WireFormats

/// What the outbox keeps of a text message.
struct MessageOrderTests {
    private static let time = Timestamp(secondsSince1970: 1_800_000_000)
    private static let number = "+4915112345678"
    private let key = AEADKey.derived(secret: [UInt8](repeating: 7, count: 32), info: [1])

    @Test(
        arguments: [MessageOrder.Content.test, .notice(.newBrowser, stop: "https://a.example/s"), .nothing],
        [MessageOrder.DeliveryMethod.text, .voice])
    func `an order is read as it was stored`(content: MessageOrder.Content, method: MessageOrder.DeliveryMethod) {
        let order = MessageOrder(content, to: Self.number, at: "a.example", in: ["de", "en"], by: method)
        let item = MessageSeal(key: key).item(order, about: UserID(rawValue: "auth0|1"), at: Self.time)
        #expect(MessageSeal(key: key).open(item) == order)
        #expect(item.kind == .message && (item.receiver == "") == (content == .nothing))
        #expect(!String(decoding: item.content, as: UTF8.self).contains("49151"))
    }

    @Test func `another key, or the content of another item, opens nothing`() {
        let seal = MessageSeal(key: key)
        let items = (0..<2).map { _ in
            seal.item(MessageOrder(.test, to: Self.number, at: "a.example", in: []), about: nil, at: Self.time)
        }
        let other = AEADKey.derived(secret: [UInt8](repeating: 8, count: 32), info: [1])
        #expect(MessageSeal(key: other).open(items[0]) == nil)
        let mixed = OutboxItem(.message, to: "messages", content: items[0].content, at: Self.time, id: items[1].id)
        #expect(seal.open(mixed) == nil)
    }

    @Test func `a message is no mail, even under the same key`() {
        let message = MessageSeal(key: key).item(
            MessageOrder(.test, to: Self.number, at: "a.example", in: []), about: nil, at: Self.time)
        let disguised = OutboxItem(.mail, to: "relay", content: message.content, at: Self.time, id: message.id)
        #expect(MailSeal(key: key).open(message) == nil && MailSeal(key: key).open(disguised) == nil)
    }
}
