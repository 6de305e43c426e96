// SPDX-License-Identifier: Apache-2.0

import HostedPages
package import IdentityModel
package import SignIn
import WireFormats

/// Makes text messages of what the outbox keeps of them, in the language of their reader.
package struct MessageRendering: Sendable {
    /// Why no message can be made.
    package enum Failure: Error, Hashable, Sendable {
        case sealedWithAnotherKey
        case numberNotUsable
        case contentNotUsable
    }

    private let seal: MessageSeal

    package init(seal: MessageSeal) {
        self.seal = seal
    }

    /// Whether somebody is to get the message. Whatever can't be opened is not dropped in silence.
    package func isWanted(_ item: OutboxItem) -> Bool { seal.open(item)?.isSent ?? true }

    package func message(of item: OutboxItem) throws(Failure) -> RenderedMessage {
        guard let order = seal.open(item) else { throw .sealedWithAnotherKey }
        // Once more, whatever has stored it.
        guard (try? IdentifierReading.read(order.number, as: .phoneNumber)) != nil else { throw .numberNotUsable }
        guard let content = content(of: order) else { throw .contentNotUsable }
        let language = Language.negotiated(locales: order.languages.joined(separator: " "), acceptLanguage: nil)
        return RenderedMessage(
            id: item.id, to: order.number,
            text: content.text(in: TextMessageContext(language: language, host: order.host)), kind: order.content.kind,
            language: language.code, deliveryMethod: order.deliveryMethod)
    }

    /// The kind of message, for events. It names nobody.
    package func kind(of item: OutboxItem) -> String { seal.open(item)?.content.kind ?? "unknown" }

    private func content(of order: MessageOrder) -> (any TextMessage)? {
        switch order.content {
        case .test: TestMessage()
        case .notice(let event, let link): MailLink(url: link).map { NoticeMessage(event.change, stop: $0) }
        case .code(let code, let minutes):
            CodeMessage(
                code: code, minutes: minutes, isReadOut: order.deliveryMethod == .voice)
        case .accountExists: AccountExistsMessage()
        case .nothing: nil
        }
    }
}

extension MessageRendering.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .sealedWithAnotherKey: "The message was stored under another master key."
        case .numberNotUsable: "The phone number is not one in the form of E.164, such as +4915112345678."
        case .contentNotUsable: "The message has no text."
        }
    }
}

extension MessageOrder.Content {
    fileprivate var kind: String {
        switch self {
        case .test: "test"
        case .notice(let event, _): "notice-of-\(event.rawValue)"
        case .code: "code"
        case .accountExists: "account-exists"
        case .nothing: "nothing"
        }
    }
}

extension MessageOrder.StoppableEvent {
    fileprivate var change: NoticeMessage.Change {
        switch self {
        case .passkeyAdded: .passkeyAdded
        case .deviceKeyAdded: .deviceKeyAdded
        case .passwordReset: .passwordReset
        case .newBrowser: .newBrowser
        }
    }
}
