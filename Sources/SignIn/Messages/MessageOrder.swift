// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A text message that somebody is to get: what the outbox keeps of it.
///
/// 1. A use case stores a `MessageOrder` in its own transaction, sealed, because it has a phone number.
/// 2. The program renders it in the user's language, and the outbox passes it to the operator's service.
package struct MessageOrder: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case test
        /// The account was changed, and the link takes that back.
        case notice(StoppableEvent, stop: String)
        /// A one-time code, and for how many minutes it works.
        case code(String, minutes: Int)
        /// Somebody signs up with the number of an account, or was going to use it for another one.
        case accountExists
        /// Nothing is sent: the row stands for an account that doesn't exist, so that a stranger can't tell.
        case nothing
    }

    /// What happened to an account and can be taken back.
    package enum StoppableEvent: String, Hashable, Sendable, CaseIterable {
        case passkeyAdded = "passkey-added"
        case deviceKeyAdded = "device-key-added"
        case passwordReset = "password-reset"
        case newBrowser = "new-browser"
    }

    package enum DeliveryMethod: String, Hashable, Sendable {
        case text
        /// The text is read out in a call.
        case voice
    }

    /// A phone number in the form of E.164; empty if nothing is sent.
    package let number: String
    /// The host of the server that the message is about.
    package let host: String
    /// The languages that its reader understands, the preferred one first, as language tags.
    package let languages: [String]
    package let deliveryMethod: DeliveryMethod
    package let content: Content

    package init(
        _ content: Content, to number: String, at host: String, in languages: [String],
        by deliveryMethod: DeliveryMethod = .text
    ) {
        self.content = content
        self.number = number
        self.host = host
        self.languages = languages
        self.deliveryMethod = deliveryMethod
    }
}

package typealias MessageSeal = OrderSeal<MessageOrder>

extension MessageOrder: OutgoingOrder {
    package static let kind = OutboxItem.Kind.message
    /// All messages go to one service.
    package static let receiver = "messages"
    package static let context = "outgoing message 1\n"

    package var recipient: String { number }
    package var isSent: Bool { content != .nothing }

    package var json: JSONObject {
        var json: JSONObject = [
            "to": .string(number), "host": .string(host), "languages": .array(languages.map(JSONValue.string)),
            "by": .string(deliveryMethod.rawValue),
        ]
        switch content {
        case .test: json["message"] = "test"
        case .notice(let event, let link):
            json["message"] = "notice"
            json["event"] = .string(event.rawValue)
            json["stop"] = .string(link)
        case .code(let code, let minutes):
            json["message"] = "code"
            json["code"] = .string(code)
            json["minutes"] = .number(JSONNumber(Int64(minutes)))
        case .accountExists: json["message"] = "account-exists"
        case .nothing: json["message"] = "nothing"
        }
        return json
    }

    package init?(_ json: JSONObject) {
        guard let number = json["to"]?.stringValue, let host = json["host"]?.stringValue,
            let languages = json["languages"]?.arrayValue?.compactMap(\.stringValue),
            let deliveryMethod = json["by"]?.stringValue.flatMap(DeliveryMethod.init)
        else { return nil }
        let content: Content
        switch json["message"]?.stringValue {
        case "test": content = .test
        case "notice":
            guard let event = json["event"]?.stringValue.flatMap(StoppableEvent.init),
                let link = json["stop"]?.stringValue
            else { return nil }
            content = .notice(event, stop: link)
        case "code":
            guard let code = json["code"]?.stringValue, let minutes = json["minutes"]?.intValue else { return nil }
            content = .code(code, minutes: minutes)
        case "account-exists": content = .accountExists
        case "nothing": content = .nothing
        default: return nil
        }
        self.init(content, to: number, at: host, in: languages, by: deliveryMethod)
    }
}

extension MessageOrder.StoppableEvent {
    /// Returns `nil` for what can't be taken back.
    init?(_ event: ChangeNotice.Event) {
        switch event {
        case .passkeyAdded: self = .passkeyAdded
        case .deviceKeyAdded: self = .deviceKeyAdded
        case .passwordReset: self = .passwordReset
        case .newBrowser: self = .newBrowser
        default: return nil
        }
    }
}
